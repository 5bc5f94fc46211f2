BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE boards (
	channel BIGINT NOT NULL, 
	pod INTEGER NOT NULL, 
	message BIGINT NOT NULL, 
	posted BIGINT NOT NULL, 
	shown INTEGER NOT NULL, 
	language TEXT NOT NULL, 
	asked TEXT, 
	CONSTRAINT pk_boards PRIMARY KEY (channel, pod)
);
INSERT INTO "boards" VALUES(1456074443980800021,1,1456074443980800026,1767225600000,8,'en',NULL);
INSERT INTO "boards" VALUES(1456074443980800022,1,1456074443980800044,1767225600000,6,'en',NULL);
INSERT INTO "boards" VALUES(1456074443980800023,1,1456074443980800058,1767225600000,2,'en',NULL);
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
INSERT INTO "events" VALUES(1456074443980800021,1,1,1456074443980800010,'opened',1,'{"type":"opened","setup":{},"host":"a30CzZNcC96Y","players":["a30CzZNcC96Y"]}','a30CzZNcC96Y',1456074443980800024,1767225600000);
INSERT INTO "events" VALUES(1456074443980800021,2,1,1456074443980800010,'joined',1,'{"type":"joined","player":"SVERDYEvoO-H"}','SVERDYEvoO-H',1456074443980800027,1767225600000);
INSERT INTO "events" VALUES(1456074443980800021,3,1,1456074443980800010,'joined',1,'{"type":"joined","player":"7aj7LUn5lH-2"}','7aj7LUn5lH-2',1456074443980800029,1767225600000);
INSERT INTO "events" VALUES(1456074443980800021,4,1,1456074443980800010,'joined',1,'{"type":"joined","player":"YHKaPJqqm-LT"}','YHKaPJqqm-LT',1456074443980800031,1767225600000);
INSERT INTO "events" VALUES(1456074443980800021,5,1,1456074443980800010,'started',1,'{"type":"started","seats":["SVERDYEvoO-H","YHKaPJqqm-LT","a30CzZNcC96Y","7aj7LUn5lH-2"],"first":"a30CzZNcC96Y"}','a30CzZNcC96Y',1456074443980800033,1767225600000);
INSERT INTO "events" VALUES(1456074443980800021,6,1,1456074443980800010,'defeated',2,'{"type":"defeated","reports":[{"loser":"SVERDYEvoO-H","cause":"life","sources":[{"controller":"a30CzZNcC96Y"}]}],"outcome":{"moves":[{"player":"SVERDYEvoO-H","status":"servant","master":"a30CzZNcC96Y","served":[[0,"SVERDYEvoO-H"]]}],"verdicts":[{"loser":"SVERDYEvoO-H","responsible":"a30CzZNcC96Y","becomes":"servant","rule":"ESC-21","answer":"controller","controller":"a30CzZNcC96Y","owner":"a30CzZNcC96Y"}]}}','a30CzZNcC96Y',1456074443980800036,1767225600000);
INSERT INTO "events" VALUES(1456074443980800021,7,1,1456074443980800010,'defeated',2,'{"type":"defeated","reports":[{"loser":"7aj7LUn5lH-2","cause":"life","sources":[{"controller":"a30CzZNcC96Y"}]}],"outcome":{"moves":[{"player":"7aj7LUn5lH-2","status":"servant","master":"a30CzZNcC96Y","served":[[1,"7aj7LUn5lH-2"]]}],"verdicts":[{"loser":"7aj7LUn5lH-2","responsible":"a30CzZNcC96Y","becomes":"servant","rule":"ESC-21","answer":"controller","controller":"a30CzZNcC96Y","owner":"a30CzZNcC96Y"}]}}','a30CzZNcC96Y',1456074443980800038,1767225600000);
INSERT INTO "events" VALUES(1456074443980800021,8,1,1456074443980800010,'defeated',2,'{"type":"defeated","reports":[{"loser":"YHKaPJqqm-LT","cause":"life","sources":[{"controller":"a30CzZNcC96Y"}]}],"outcome":{"verdicts":[{"loser":"YHKaPJqqm-LT","responsible":"a30CzZNcC96Y","becomes":"beaten","rule":"ESC-9","answer":"controller","found":"last","controller":"a30CzZNcC96Y","owner":"a30CzZNcC96Y"}],"result":{"winners":["a30CzZNcC96Y","SVERDYEvoO-H","7aj7LUn5lH-2"],"draw":false,"points":{"SVERDYEvoO-H":1,"YHKaPJqqm-LT":0,"a30CzZNcC96Y":3,"7aj7LUn5lH-2":1}}}}','a30CzZNcC96Y',1456074443980800040,1767225600000);
INSERT INTO "events" VALUES(1456074443980800022,1,1,1456074443980800010,'opened',1,'{"type":"opened","setup":{},"host":"a30CzZNcC96Y","players":["a30CzZNcC96Y"]}','a30CzZNcC96Y',1456074443980800042,1767225600000);
INSERT INTO "events" VALUES(1456074443980800022,2,1,1456074443980800010,'joined',1,'{"type":"joined","player":"SVERDYEvoO-H"}','SVERDYEvoO-H',1456074443980800045,1767225600000);
INSERT INTO "events" VALUES(1456074443980800022,3,1,1456074443980800010,'joined',1,'{"type":"joined","player":"7aj7LUn5lH-2"}','7aj7LUn5lH-2',1456074443980800047,1767225600000);
INSERT INTO "events" VALUES(1456074443980800022,4,1,1456074443980800010,'joined',1,'{"type":"joined","player":"YHKaPJqqm-LT"}','YHKaPJqqm-LT',1456074443980800049,1767225600000);
INSERT INTO "events" VALUES(1456074443980800022,5,1,1456074443980800010,'started',1,'{"type":"started","seats":["7aj7LUn5lH-2","SVERDYEvoO-H","YHKaPJqqm-LT","a30CzZNcC96Y"],"first":"YHKaPJqqm-LT"}','a30CzZNcC96Y',1456074443980800051,1767225600000);
INSERT INTO "events" VALUES(1456074443980800022,6,1,1456074443980800010,'defeated',2,'{"type":"defeated","reports":[{"loser":"SVERDYEvoO-H","cause":"life","sources":[{"controller":"a30CzZNcC96Y"}]}],"outcome":{"moves":[{"player":"SVERDYEvoO-H","status":"servant","master":"a30CzZNcC96Y","served":[[0,"SVERDYEvoO-H"]]}],"verdicts":[{"loser":"SVERDYEvoO-H","responsible":"a30CzZNcC96Y","becomes":"servant","rule":"ESC-21","answer":"controller","controller":"a30CzZNcC96Y","owner":"a30CzZNcC96Y"}]}}','a30CzZNcC96Y',1456074443980800054,1767225600000);
INSERT INTO "events" VALUES(1456074443980800023,1,1,1456074443980800010,'opened',1,'{"type":"opened","setup":{},"host":"SVERDYEvoO-H","players":["SVERDYEvoO-H"]}','SVERDYEvoO-H',1456074443980800056,1767225600000);
INSERT INTO "events" VALUES(1456074443980800023,2,1,1456074443980800010,'joined',1,'{"type":"joined","player":"7aj7LUn5lH-2"}','7aj7LUn5lH-2',1456074443980800059,1767225600000);
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
INSERT INTO "people" VALUES('a30CzZNcC96Y',1456074443980800015,'Bo');
INSERT INTO "people" VALUES('SVERDYEvoO-H',1456074443980800016,'Cy');
INSERT INTO "people" VALUES('7aj7LUn5lH-2',1456074443980800017,'Di');
INSERT INTO "people" VALUES('YHKaPJqqm-LT',1456074443980800018,'Eve');
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
INSERT INTO "results" VALUES(1456074443980800021,1,'SVERDYEvoO-H',1456074443980800010,1,'servant',1,1767225600000);
INSERT INTO "results" VALUES(1456074443980800021,1,'YHKaPJqqm-LT',1456074443980800010,0,'master',0,1767225600000);
INSERT INTO "results" VALUES(1456074443980800021,1,'a30CzZNcC96Y',1456074443980800010,3,'master',1,1767225600000);
INSERT INTO "results" VALUES(1456074443980800021,1,'7aj7LUn5lH-2',1456074443980800010,1,'servant',1,1767225600000);
CREATE INDEX ix_events_channel_pod_version ON events (channel, pod, version);
CREATE INDEX ix_pods_state_channel ON pods (state, channel);
CREATE INDEX ix_results_guild_player ON results (guild, player);
COMMIT;
