BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0002');
CREATE TABLE boards (
	channel BIGINT NOT NULL, 
	pod INTEGER NOT NULL, 
	guild BIGINT NOT NULL, 
	language TEXT NOT NULL, 
	wanted INTEGER NOT NULL, 
	shown INTEGER NOT NULL, 
	message BIGINT, 
	posted BIGINT, 
	asked TEXT, 
	former BIGINT, 
	CONSTRAINT pk_boards PRIMARY KEY (channel, pod)
);
INSERT INTO "boards" VALUES(1456074443980800021,1,1456074443980800010,'en',8,8,1456074443980800026,1767225600000,NULL,NULL);
INSERT INTO "boards" VALUES(1456074443980800022,1,1456074443980800010,'en',6,6,1456074443980800044,1767225600000,NULL,NULL);
INSERT INTO "boards" VALUES(1456074443980800023,1,1456074443980800010,'en',2,2,1456074443980800058,1767225600000,NULL,NULL);
CREATE TABLE events (
	channel BIGINT NOT NULL, 
	version INTEGER NOT NULL, 
	pod INTEGER NOT NULL, 
	guild BIGINT NOT NULL, 
	type TEXT NOT NULL, 
	schema INTEGER NOT NULL, 
	payload TEXT NOT NULL, 
	"by" TEXT, 
	interaction BIGINT, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_events PRIMARY KEY (channel, version), 
	CONSTRAINT uq_events_interaction UNIQUE (interaction)
);
INSERT INTO "events" VALUES(1456074443980800021,1,1,1456074443980800010,'opened',1,'{"type":"opened","setup":{},"host":"LBymuGhjItOg","players":["LBymuGhjItOg"]}','LBymuGhjItOg',1456074443980800024,1767225600000);
INSERT INTO "events" VALUES(1456074443980800021,2,1,1456074443980800010,'joined',1,'{"type":"joined","player":"tggA3E96nRPo"}','tggA3E96nRPo',1456074443980800027,1767225600000);
INSERT INTO "events" VALUES(1456074443980800021,3,1,1456074443980800010,'joined',1,'{"type":"joined","player":"BP4u7vpjcei3"}','BP4u7vpjcei3',1456074443980800029,1767225600000);
INSERT INTO "events" VALUES(1456074443980800021,4,1,1456074443980800010,'joined',1,'{"type":"joined","player":"FQGYizyBpYQS"}','FQGYizyBpYQS',1456074443980800031,1767225600000);
INSERT INTO "events" VALUES(1456074443980800021,5,1,1456074443980800010,'started',1,'{"type":"started","seats":["tggA3E96nRPo","BP4u7vpjcei3","FQGYizyBpYQS","LBymuGhjItOg"],"first":"BP4u7vpjcei3"}','LBymuGhjItOg',1456074443980800033,1767225600000);
INSERT INTO "events" VALUES(1456074443980800021,6,1,1456074443980800010,'defeated',2,'{"type":"defeated","reports":[{"loser":"tggA3E96nRPo","cause":"life","sources":[{"controller":"LBymuGhjItOg"}]}],"outcome":{"moves":[{"player":"tggA3E96nRPo","status":"servant","master":"LBymuGhjItOg","served":[[0,"tggA3E96nRPo"]]}],"verdicts":[{"loser":"tggA3E96nRPo","responsible":"LBymuGhjItOg","becomes":"servant","rule":"ESC-21","answer":"controller","controller":"LBymuGhjItOg","owner":"LBymuGhjItOg"}]}}','LBymuGhjItOg',1456074443980800036,1767225600000);
INSERT INTO "events" VALUES(1456074443980800021,7,1,1456074443980800010,'defeated',2,'{"type":"defeated","reports":[{"loser":"BP4u7vpjcei3","cause":"life","sources":[{"controller":"LBymuGhjItOg"}]}],"outcome":{"moves":[{"player":"BP4u7vpjcei3","status":"servant","master":"LBymuGhjItOg","served":[[1,"BP4u7vpjcei3"]]}],"verdicts":[{"loser":"BP4u7vpjcei3","responsible":"LBymuGhjItOg","becomes":"servant","rule":"ESC-21","answer":"controller","controller":"LBymuGhjItOg","owner":"LBymuGhjItOg"}],"turn":{"active":[],"number":1,"seat":"BP4u7vpjcei3"}}}','LBymuGhjItOg',1456074443980800038,1767225600000);
INSERT INTO "events" VALUES(1456074443980800021,8,1,1456074443980800010,'defeated',2,'{"type":"defeated","reports":[{"loser":"FQGYizyBpYQS","cause":"life","sources":[{"controller":"LBymuGhjItOg"}]}],"outcome":{"verdicts":[{"loser":"FQGYizyBpYQS","responsible":"LBymuGhjItOg","becomes":"beaten","rule":"ESC-9","answer":"controller","found":"last","controller":"LBymuGhjItOg","owner":"LBymuGhjItOg"}],"result":{"winners":["LBymuGhjItOg","tggA3E96nRPo","BP4u7vpjcei3"],"draw":false,"points":{"tggA3E96nRPo":1,"BP4u7vpjcei3":1,"FQGYizyBpYQS":0,"LBymuGhjItOg":3}}}}','LBymuGhjItOg',1456074443980800040,1767225600000);
INSERT INTO "events" VALUES(1456074443980800022,1,1,1456074443980800010,'opened',1,'{"type":"opened","setup":{},"host":"LBymuGhjItOg","players":["LBymuGhjItOg"]}','LBymuGhjItOg',1456074443980800042,1767225600000);
INSERT INTO "events" VALUES(1456074443980800022,2,1,1456074443980800010,'joined',1,'{"type":"joined","player":"tggA3E96nRPo"}','tggA3E96nRPo',1456074443980800045,1767225600000);
INSERT INTO "events" VALUES(1456074443980800022,3,1,1456074443980800010,'joined',1,'{"type":"joined","player":"BP4u7vpjcei3"}','BP4u7vpjcei3',1456074443980800047,1767225600000);
INSERT INTO "events" VALUES(1456074443980800022,4,1,1456074443980800010,'joined',1,'{"type":"joined","player":"FQGYizyBpYQS"}','FQGYizyBpYQS',1456074443980800049,1767225600000);
INSERT INTO "events" VALUES(1456074443980800022,5,1,1456074443980800010,'started',1,'{"type":"started","seats":["tggA3E96nRPo","LBymuGhjItOg","FQGYizyBpYQS","BP4u7vpjcei3"],"first":"BP4u7vpjcei3"}','LBymuGhjItOg',1456074443980800051,1767225600000);
INSERT INTO "events" VALUES(1456074443980800022,6,1,1456074443980800010,'defeated',2,'{"type":"defeated","reports":[{"loser":"tggA3E96nRPo","cause":"life","sources":[{"controller":"LBymuGhjItOg"}]}],"outcome":{"moves":[{"player":"tggA3E96nRPo","status":"servant","master":"LBymuGhjItOg","served":[[0,"tggA3E96nRPo"]]}],"verdicts":[{"loser":"tggA3E96nRPo","responsible":"LBymuGhjItOg","becomes":"servant","rule":"ESC-21","answer":"controller","controller":"LBymuGhjItOg","owner":"LBymuGhjItOg"}]}}','LBymuGhjItOg',1456074443980800054,1767225600000);
INSERT INTO "events" VALUES(1456074443980800023,1,1,1456074443980800010,'opened',1,'{"type":"opened","setup":{},"host":"tggA3E96nRPo","players":["tggA3E96nRPo"]}','tggA3E96nRPo',1456074443980800056,1767225600000);
INSERT INTO "events" VALUES(1456074443980800023,2,1,1456074443980800010,'joined',1,'{"type":"joined","player":"BP4u7vpjcei3"}','BP4u7vpjcei3',1456074443980800059,1767225600000);
CREATE TABLE guilds (
	guild BIGINT NOT NULL, 
	language TEXT, 
	CONSTRAINT pk_guilds PRIMARY KEY (guild)
);
INSERT INTO "guilds" VALUES(1456074443980800010,'fr');
CREATE TABLE people (
	id TEXT NOT NULL, 
	discord_id BIGINT NOT NULL, 
	name TEXT NOT NULL, 
	CONSTRAINT pk_people PRIMARY KEY (id), 
	CONSTRAINT uq_people_discord_id UNIQUE (discord_id)
);
INSERT INTO "people" VALUES('LBymuGhjItOg',1456074443980800015,'Bo');
INSERT INTO "people" VALUES('tggA3E96nRPo',1456074443980800016,'Cy');
INSERT INTO "people" VALUES('BP4u7vpjcei3',1456074443980800017,'Di');
INSERT INTO "people" VALUES('FQGYizyBpYQS',1456074443980800018,'Eve');
CREATE TABLE pods (
	channel BIGINT NOT NULL, 
	pod INTEGER NOT NULL, 
	guild BIGINT NOT NULL, 
	state TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_pods PRIMARY KEY (channel, pod)
);
INSERT INTO "pods" VALUES(1456074443980800021,1,1456074443980800010,'finished',8,1767225600000);
INSERT INTO "pods" VALUES(1456074443980800022,1,1456074443980800010,'running',6,1767225600000);
INSERT INTO "pods" VALUES(1456074443980800023,1,1456074443980800010,'lobby',2,1767225600000);
CREATE TABLE results (
	channel BIGINT NOT NULL, 
	pod INTEGER NOT NULL, 
	player TEXT NOT NULL, 
	guild BIGINT NOT NULL, 
	points INTEGER NOT NULL, 
	role TEXT NOT NULL, 
	won BOOLEAN NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_results PRIMARY KEY (channel, pod, player)
);
INSERT INTO "results" VALUES(1456074443980800021,1,'tggA3E96nRPo',1456074443980800010,1,'servant',1,1767225600000);
INSERT INTO "results" VALUES(1456074443980800021,1,'BP4u7vpjcei3',1456074443980800010,1,'servant',1,1767225600000);
INSERT INTO "results" VALUES(1456074443980800021,1,'FQGYizyBpYQS',1456074443980800010,0,'master',0,1767225600000);
INSERT INTO "results" VALUES(1456074443980800021,1,'LBymuGhjItOg',1456074443980800010,3,'master',1,1767225600000);
CREATE INDEX ix_events_channel_pod_version ON events (channel, pod, version);
CREATE INDEX ix_pods_state_channel ON pods (state, channel);
CREATE INDEX ix_results_guild_player ON results (guild, player);
CREATE INDEX ix_boards_owed ON boards (channel, pod) WHERE shown < wanted OR former IS NOT NULL;
COMMIT;
