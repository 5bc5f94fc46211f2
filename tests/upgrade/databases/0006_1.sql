BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0006');
CREATE TABLE audit (
	id BIGINT NOT NULL, 
	guild BIGINT NOT NULL, 
	at BIGINT NOT NULL, 
	"by" TEXT NOT NULL, 
	what TEXT NOT NULL, 
	details TEXT NOT NULL, 
	CONSTRAINT pk_audit PRIMARY KEY (id)
);
INSERT INTO "audit" VALUES(1456074443980800074,1456074443980800017,1767225600000,'FOyz9d-VcTY5','setting','{"setting":"language","before":null,"after":"fr"}');
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
INSERT INTO "boards" VALUES(1456074443980800028,1,1456074443980800017,'en',8,8,1456074443980800035,1767225600000,NULL,NULL);
INSERT INTO "boards" VALUES(1456074443980800029,1,1456074443980800017,'en',6,6,1456074443980800057,1767225600000,NULL,NULL);
INSERT INTO "boards" VALUES(1456074443980800030,1,1456074443980800017,'en',2,2,1456074443980800071,1767225600000,NULL,NULL);
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
INSERT INTO "events" VALUES(1456074443980800028,1,1,1456074443980800017,'opened',2,'{"type":"opened","setup":{},"host":"dgBXmx5UsCPz","players":["dgBXmx5UsCPz"],"secret":"139b8bca8fef000a2832915e38f65e9cc2363a2f6e88e5f48faf78a11bcc05ef"}','dgBXmx5UsCPz',1456074443980800033,1767225600000);
INSERT INTO "events" VALUES(1456074443980800028,2,1,1456074443980800017,'joined',1,'{"type":"joined","player":"AXGMP2cpPO88"}','AXGMP2cpPO88',1456074443980800036,1767225600000);
INSERT INTO "events" VALUES(1456074443980800028,3,1,1456074443980800017,'joined',1,'{"type":"joined","player":"3SxHcNVIzFGq"}','3SxHcNVIzFGq',1456074443980800038,1767225600000);
INSERT INTO "events" VALUES(1456074443980800028,4,1,1456074443980800017,'joined',1,'{"type":"joined","player":"P1-Jtk4j7ZCh"}','P1-Jtk4j7ZCh',1456074443980800040,1767225600000);
INSERT INTO "events" VALUES(1456074443980800028,5,1,1456074443980800017,'started',1,'{"type":"started","seats":["3SxHcNVIzFGq","dgBXmx5UsCPz","AXGMP2cpPO88","P1-Jtk4j7ZCh"],"first":"P1-Jtk4j7ZCh"}','dgBXmx5UsCPz',1456074443980800042,1767225600000);
INSERT INTO "events" VALUES(1456074443980800028,6,1,1456074443980800017,'defeated',2,'{"type":"defeated","reports":[{"loser":"AXGMP2cpPO88","cause":"life","sources":[{"controller":"dgBXmx5UsCPz"}]}],"outcome":{"moves":[{"player":"AXGMP2cpPO88","status":"servant","master":"dgBXmx5UsCPz","served":[[0,"AXGMP2cpPO88"]]}],"verdicts":[{"loser":"AXGMP2cpPO88","responsible":"dgBXmx5UsCPz","becomes":"servant","rule":"ESC-21","answer":"controller","controller":"dgBXmx5UsCPz","owner":"dgBXmx5UsCPz"}]}}','dgBXmx5UsCPz',1456074443980800045,1767225600000);
INSERT INTO "events" VALUES(1456074443980800028,7,1,1456074443980800017,'defeated',2,'{"type":"defeated","reports":[{"loser":"3SxHcNVIzFGq","cause":"life","sources":[{"controller":"dgBXmx5UsCPz"}]}],"outcome":{"moves":[{"player":"3SxHcNVIzFGq","status":"servant","master":"dgBXmx5UsCPz","served":[[1,"3SxHcNVIzFGq"]]}],"verdicts":[{"loser":"3SxHcNVIzFGq","responsible":"dgBXmx5UsCPz","becomes":"servant","rule":"ESC-21","answer":"controller","controller":"dgBXmx5UsCPz","owner":"dgBXmx5UsCPz"}]}}','dgBXmx5UsCPz',1456074443980800047,1767225600000);
INSERT INTO "events" VALUES(1456074443980800028,8,1,1456074443980800017,'defeated',2,'{"type":"defeated","reports":[{"loser":"P1-Jtk4j7ZCh","cause":"life","sources":[{"controller":"dgBXmx5UsCPz"}]}],"outcome":{"verdicts":[{"loser":"P1-Jtk4j7ZCh","responsible":"dgBXmx5UsCPz","becomes":"beaten","rule":"ESC-9","answer":"controller","found":"last","controller":"dgBXmx5UsCPz","owner":"dgBXmx5UsCPz"}],"result":{"winners":["dgBXmx5UsCPz","AXGMP2cpPO88","3SxHcNVIzFGq"],"draw":false,"points":{"3SxHcNVIzFGq":1,"dgBXmx5UsCPz":3,"AXGMP2cpPO88":1,"P1-Jtk4j7ZCh":0}}}}','dgBXmx5UsCPz',1456074443980800049,1767225600000);
INSERT INTO "events" VALUES(1456074443980800029,1,1,1456074443980800017,'opened',2,'{"type":"opened","setup":{},"host":"dgBXmx5UsCPz","players":["dgBXmx5UsCPz"],"secret":"1c411e08e86e8670167b19ff4f26c92141704e60356bb38f8bcf0205337f3991"}','dgBXmx5UsCPz',1456074443980800055,1767225600000);
INSERT INTO "events" VALUES(1456074443980800029,2,1,1456074443980800017,'joined',1,'{"type":"joined","player":"AXGMP2cpPO88"}','AXGMP2cpPO88',1456074443980800058,1767225600000);
INSERT INTO "events" VALUES(1456074443980800029,3,1,1456074443980800017,'joined',1,'{"type":"joined","player":"3SxHcNVIzFGq"}','3SxHcNVIzFGq',1456074443980800060,1767225600000);
INSERT INTO "events" VALUES(1456074443980800029,4,1,1456074443980800017,'joined',1,'{"type":"joined","player":"P1-Jtk4j7ZCh"}','P1-Jtk4j7ZCh',1456074443980800062,1767225600000);
INSERT INTO "events" VALUES(1456074443980800029,5,1,1456074443980800017,'started',1,'{"type":"started","seats":["P1-Jtk4j7ZCh","dgBXmx5UsCPz","AXGMP2cpPO88","3SxHcNVIzFGq"],"first":"dgBXmx5UsCPz"}','dgBXmx5UsCPz',1456074443980800064,1767225600000);
INSERT INTO "events" VALUES(1456074443980800029,6,1,1456074443980800017,'defeated',2,'{"type":"defeated","reports":[{"loser":"AXGMP2cpPO88","cause":"life","sources":[{"controller":"dgBXmx5UsCPz"}]}],"outcome":{"moves":[{"player":"AXGMP2cpPO88","status":"servant","master":"dgBXmx5UsCPz","served":[[0,"AXGMP2cpPO88"]]}],"verdicts":[{"loser":"AXGMP2cpPO88","responsible":"dgBXmx5UsCPz","becomes":"servant","rule":"ESC-21","answer":"controller","controller":"dgBXmx5UsCPz","owner":"dgBXmx5UsCPz"}]}}','dgBXmx5UsCPz',1456074443980800067,1767225600000);
INSERT INTO "events" VALUES(1456074443980800030,1,1,1456074443980800017,'opened',2,'{"type":"opened","setup":{},"host":"AXGMP2cpPO88","players":["AXGMP2cpPO88"],"secret":"5527acca7c3809c2003d3cec5e69b3b54ed4781950c23000cdb5949cae8fed1f"}','AXGMP2cpPO88',1456074443980800069,1767225600000);
INSERT INTO "events" VALUES(1456074443980800030,2,1,1456074443980800017,'joined',1,'{"type":"joined","player":"3SxHcNVIzFGq"}','3SxHcNVIzFGq',1456074443980800072,1767225600000);
CREATE TABLE guilds (
	guild BIGINT NOT NULL, 
	settings TEXT NOT NULL, 
	left_at BIGINT, 
	CONSTRAINT pk_guilds PRIMARY KEY (guild)
);
INSERT INTO "guilds" VALUES(1456074443980800017,'{"language":"fr"}',NULL);
CREATE TABLE people (
	id TEXT NOT NULL, 
	discord_id BIGINT NOT NULL, 
	name TEXT NOT NULL, 
	CONSTRAINT pk_people PRIMARY KEY (id), 
	CONSTRAINT uq_people_discord_id UNIQUE (discord_id)
);
INSERT INTO "people" VALUES('dgBXmx5UsCPz',1456074443980800022,'Bo');
INSERT INTO "people" VALUES('AXGMP2cpPO88',1456074443980800023,'Cy');
INSERT INTO "people" VALUES('3SxHcNVIzFGq',1456074443980800024,'Di');
INSERT INTO "people" VALUES('P1-Jtk4j7ZCh',1456074443980800025,'Eve');
INSERT INTO "people" VALUES('FOyz9d-VcTY5',1456074443980800021,'Ana');
CREATE TABLE pods (
	channel BIGINT NOT NULL, 
	pod INTEGER NOT NULL, 
	guild BIGINT NOT NULL, 
	state TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	at BIGINT NOT NULL, confirm_by BIGINT, 
	CONSTRAINT pk_pods PRIMARY KEY (channel, pod)
);
INSERT INTO "pods" VALUES(1456074443980800028,1,1456074443980800017,'finished',8,1767225600000,NULL);
INSERT INTO "pods" VALUES(1456074443980800029,1,1456074443980800017,'running',6,1767225600000,NULL);
INSERT INTO "pods" VALUES(1456074443980800030,1,1456074443980800017,'lobby',2,1767225600000,NULL);
CREATE TABLE results (
	channel BIGINT NOT NULL, 
	pod INTEGER NOT NULL, 
	player TEXT NOT NULL, 
	guild BIGINT NOT NULL, 
	points INTEGER NOT NULL, 
	role TEXT NOT NULL, 
	won BOOLEAN NOT NULL, 
	at BIGINT NOT NULL, 
	variant TEXT NOT NULL, 
	"table" TEXT NOT NULL, 
	caused INTEGER NOT NULL, 
	served INTEGER NOT NULL, 
	CONSTRAINT pk_results PRIMARY KEY (channel, pod, player)
);
INSERT INTO "results" VALUES(1456074443980800028,1,'3SxHcNVIzFGq',1456074443980800017,1,'servant',1,1767225600000,'esclave','free-for-all',0,1);
INSERT INTO "results" VALUES(1456074443980800028,1,'dgBXmx5UsCPz',1456074443980800017,3,'master',1,1767225600000,'esclave','free-for-all',3,0);
INSERT INTO "results" VALUES(1456074443980800028,1,'AXGMP2cpPO88',1456074443980800017,1,'servant',1,1767225600000,'esclave','free-for-all',0,1);
INSERT INTO "results" VALUES(1456074443980800028,1,'P1-Jtk4j7ZCh',1456074443980800017,0,'master',0,1767225600000,'esclave','free-for-all',0,0);
CREATE TABLE seasons (
	guild BIGINT NOT NULL, 
	number INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	start BIGINT NOT NULL, 
	"end" BIGINT, 
	CONSTRAINT pk_seasons PRIMARY KEY (guild, number)
);
CREATE TABLE standings (
	guild BIGINT NOT NULL, 
	variant TEXT NOT NULL, 
	"table" TEXT NOT NULL, 
	span TEXT NOT NULL, 
	number INTEGER NOT NULL, 
	player TEXT NOT NULL, 
	points INTEGER NOT NULL, 
	games INTEGER NOT NULL, 
	won_as_master INTEGER NOT NULL, 
	won_as_servant INTEGER NOT NULL, 
	caused INTEGER NOT NULL, 
	served INTEGER NOT NULL, 
	CONSTRAINT pk_standings PRIMARY KEY (guild, variant, "table", span, number, player)
)
 WITHOUT ROWID

;
INSERT INTO "standings" VALUES(1456074443980800017,'','','32-days',639,'3SxHcNVIzFGq',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','','32-days',639,'AXGMP2cpPO88',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','','32-days',639,'P1-Jtk4j7ZCh',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','','32-days',639,'dgBXmx5UsCPz',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','','8-days',2556,'3SxHcNVIzFGq',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','','8-days',2556,'AXGMP2cpPO88',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','','8-days',2556,'P1-Jtk4j7ZCh',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','','8-days',2556,'dgBXmx5UsCPz',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','','day',20454,'3SxHcNVIzFGq',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','','day',20454,'AXGMP2cpPO88',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','','day',20454,'P1-Jtk4j7ZCh',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','','day',20454,'dgBXmx5UsCPz',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','','ever',0,'3SxHcNVIzFGq',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','','ever',0,'AXGMP2cpPO88',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','','ever',0,'P1-Jtk4j7ZCh',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','','ever',0,'dgBXmx5UsCPz',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','32-days',639,'3SxHcNVIzFGq',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','32-days',639,'AXGMP2cpPO88',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','32-days',639,'P1-Jtk4j7ZCh',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','32-days',639,'dgBXmx5UsCPz',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','8-days',2556,'3SxHcNVIzFGq',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','8-days',2556,'AXGMP2cpPO88',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','8-days',2556,'P1-Jtk4j7ZCh',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','8-days',2556,'dgBXmx5UsCPz',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','day',20454,'3SxHcNVIzFGq',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','day',20454,'AXGMP2cpPO88',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','day',20454,'P1-Jtk4j7ZCh',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','day',20454,'dgBXmx5UsCPz',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','ever',0,'3SxHcNVIzFGq',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','ever',0,'AXGMP2cpPO88',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','ever',0,'P1-Jtk4j7ZCh',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','ever',0,'dgBXmx5UsCPz',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','32-days',639,'3SxHcNVIzFGq',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','32-days',639,'AXGMP2cpPO88',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','32-days',639,'P1-Jtk4j7ZCh',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','32-days',639,'dgBXmx5UsCPz',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','8-days',2556,'3SxHcNVIzFGq',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','8-days',2556,'AXGMP2cpPO88',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','8-days',2556,'P1-Jtk4j7ZCh',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','8-days',2556,'dgBXmx5UsCPz',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','day',20454,'3SxHcNVIzFGq',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','day',20454,'AXGMP2cpPO88',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','day',20454,'P1-Jtk4j7ZCh',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','day',20454,'dgBXmx5UsCPz',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','ever',0,'3SxHcNVIzFGq',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','ever',0,'AXGMP2cpPO88',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','ever',0,'P1-Jtk4j7ZCh',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','ever',0,'dgBXmx5UsCPz',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','32-days',639,'3SxHcNVIzFGq',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','32-days',639,'AXGMP2cpPO88',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','32-days',639,'P1-Jtk4j7ZCh',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','32-days',639,'dgBXmx5UsCPz',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','8-days',2556,'3SxHcNVIzFGq',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','8-days',2556,'AXGMP2cpPO88',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','8-days',2556,'P1-Jtk4j7ZCh',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','8-days',2556,'dgBXmx5UsCPz',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','day',20454,'3SxHcNVIzFGq',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','day',20454,'AXGMP2cpPO88',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','day',20454,'P1-Jtk4j7ZCh',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','day',20454,'dgBXmx5UsCPz',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','ever',0,'3SxHcNVIzFGq',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','ever',0,'AXGMP2cpPO88',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','ever',0,'P1-Jtk4j7ZCh',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','ever',0,'dgBXmx5UsCPz',3,1,1,0,3,0);
CREATE INDEX ix_events_channel_pod_version ON events (channel, pod, version);
CREATE INDEX ix_pods_state_channel ON pods (state, channel);
CREATE INDEX ix_boards_owed ON boards (channel, pod) WHERE shown < wanted OR former IS NOT NULL;
CREATE INDEX ix_audit_guild_id ON audit (guild, id);
CREATE INDEX ix_pods_confirm_by ON pods (confirm_by) WHERE confirm_by IS NOT NULL;
CREATE INDEX ix_pods_open ON pods (at, guild) WHERE state NOT IN ('finished', 'closed');
CREATE INDEX ix_results_guild_player ON results (guild, player);
CREATE INDEX ix_results_guild_at ON results (guild, at);
CREATE UNIQUE INDEX ix_seasons_running ON seasons (guild) WHERE "end" IS NULL;
CREATE INDEX ix_standings_best ON standings (guild, variant, "table", span, number, points, player) WHERE span IN ('ever', 'season');
CREATE INDEX ix_standings_no_games ON standings (games) WHERE games = 0;
COMMIT;
