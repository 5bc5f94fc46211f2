BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0003');
CREATE TABLE audit (
	id BIGINT NOT NULL, 
	guild BIGINT NOT NULL, 
	at BIGINT NOT NULL, 
	"by" TEXT NOT NULL, 
	what TEXT NOT NULL, 
	details TEXT NOT NULL, 
	CONSTRAINT pk_audit PRIMARY KEY (id)
);
INSERT INTO "audit" VALUES(1456074443980800064,1456074443980800013,1767225600000,'Nb1IWpyXV1Q4','setting','{"setting":"language","before":null,"after":"fr"}');
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
INSERT INTO "boards" VALUES(1456074443980800024,1,1456074443980800013,'en',8,8,1456074443980800029,1767225600000,NULL,NULL);
INSERT INTO "boards" VALUES(1456074443980800025,1,1456074443980800013,'en',6,6,1456074443980800047,1767225600000,NULL,NULL);
INSERT INTO "boards" VALUES(1456074443980800026,1,1456074443980800013,'en',2,2,1456074443980800061,1767225600000,NULL,NULL);
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
INSERT INTO "events" VALUES(1456074443980800024,1,1,1456074443980800013,'opened',2,'{"type":"opened","setup":{},"host":"CVPY01ATsC-L","players":["CVPY01ATsC-L"],"secret":"295545dbd0ac07f345eaefef7999fae90ca39d098523063ff5211eab4038d283"}','CVPY01ATsC-L',1456074443980800027,1767225600000);
INSERT INTO "events" VALUES(1456074443980800024,2,1,1456074443980800013,'joined',1,'{"type":"joined","player":"mZz2sqVEriqV"}','mZz2sqVEriqV',1456074443980800030,1767225600000);
INSERT INTO "events" VALUES(1456074443980800024,3,1,1456074443980800013,'joined',1,'{"type":"joined","player":"oE9ZhH0nJvU9"}','oE9ZhH0nJvU9',1456074443980800032,1767225600000);
INSERT INTO "events" VALUES(1456074443980800024,4,1,1456074443980800013,'joined',1,'{"type":"joined","player":"jf9YUhWoltMC"}','jf9YUhWoltMC',1456074443980800034,1767225600000);
INSERT INTO "events" VALUES(1456074443980800024,5,1,1456074443980800013,'started',1,'{"type":"started","seats":["oE9ZhH0nJvU9","CVPY01ATsC-L","mZz2sqVEriqV","jf9YUhWoltMC"],"first":"CVPY01ATsC-L"}','CVPY01ATsC-L',1456074443980800036,1767225600000);
INSERT INTO "events" VALUES(1456074443980800024,6,1,1456074443980800013,'defeated',2,'{"type":"defeated","reports":[{"loser":"mZz2sqVEriqV","cause":"life","sources":[{"controller":"CVPY01ATsC-L"}]}],"outcome":{"moves":[{"player":"mZz2sqVEriqV","status":"servant","master":"CVPY01ATsC-L","served":[[0,"mZz2sqVEriqV"]]}],"verdicts":[{"loser":"mZz2sqVEriqV","responsible":"CVPY01ATsC-L","becomes":"servant","rule":"ESC-21","answer":"controller","controller":"CVPY01ATsC-L","owner":"CVPY01ATsC-L"}]}}','CVPY01ATsC-L',1456074443980800039,1767225600000);
INSERT INTO "events" VALUES(1456074443980800024,7,1,1456074443980800013,'defeated',2,'{"type":"defeated","reports":[{"loser":"oE9ZhH0nJvU9","cause":"life","sources":[{"controller":"CVPY01ATsC-L"}]}],"outcome":{"moves":[{"player":"oE9ZhH0nJvU9","status":"servant","master":"CVPY01ATsC-L","served":[[1,"oE9ZhH0nJvU9"]]}],"verdicts":[{"loser":"oE9ZhH0nJvU9","responsible":"CVPY01ATsC-L","becomes":"servant","rule":"ESC-21","answer":"controller","controller":"CVPY01ATsC-L","owner":"CVPY01ATsC-L"}]}}','CVPY01ATsC-L',1456074443980800041,1767225600000);
INSERT INTO "events" VALUES(1456074443980800024,8,1,1456074443980800013,'defeated',2,'{"type":"defeated","reports":[{"loser":"jf9YUhWoltMC","cause":"life","sources":[{"controller":"CVPY01ATsC-L"}]}],"outcome":{"verdicts":[{"loser":"jf9YUhWoltMC","responsible":"CVPY01ATsC-L","becomes":"beaten","rule":"ESC-9","answer":"controller","found":"last","controller":"CVPY01ATsC-L","owner":"CVPY01ATsC-L"}],"result":{"winners":["CVPY01ATsC-L","mZz2sqVEriqV","oE9ZhH0nJvU9"],"draw":false,"points":{"oE9ZhH0nJvU9":1,"CVPY01ATsC-L":3,"mZz2sqVEriqV":1,"jf9YUhWoltMC":0}}}}','CVPY01ATsC-L',1456074443980800043,1767225600000);
INSERT INTO "events" VALUES(1456074443980800025,1,1,1456074443980800013,'opened',2,'{"type":"opened","setup":{},"host":"CVPY01ATsC-L","players":["CVPY01ATsC-L"],"secret":"12f48a25b50cd815bad084d3f31b64e5be8996abe205381ac48d204323801703"}','CVPY01ATsC-L',1456074443980800045,1767225600000);
INSERT INTO "events" VALUES(1456074443980800025,2,1,1456074443980800013,'joined',1,'{"type":"joined","player":"mZz2sqVEriqV"}','mZz2sqVEriqV',1456074443980800048,1767225600000);
INSERT INTO "events" VALUES(1456074443980800025,3,1,1456074443980800013,'joined',1,'{"type":"joined","player":"oE9ZhH0nJvU9"}','oE9ZhH0nJvU9',1456074443980800050,1767225600000);
INSERT INTO "events" VALUES(1456074443980800025,4,1,1456074443980800013,'joined',1,'{"type":"joined","player":"jf9YUhWoltMC"}','jf9YUhWoltMC',1456074443980800052,1767225600000);
INSERT INTO "events" VALUES(1456074443980800025,5,1,1456074443980800013,'started',1,'{"type":"started","seats":["mZz2sqVEriqV","CVPY01ATsC-L","oE9ZhH0nJvU9","jf9YUhWoltMC"],"first":"jf9YUhWoltMC"}','CVPY01ATsC-L',1456074443980800054,1767225600000);
INSERT INTO "events" VALUES(1456074443980800025,6,1,1456074443980800013,'defeated',2,'{"type":"defeated","reports":[{"loser":"mZz2sqVEriqV","cause":"life","sources":[{"controller":"CVPY01ATsC-L"}]}],"outcome":{"moves":[{"player":"mZz2sqVEriqV","status":"servant","master":"CVPY01ATsC-L","served":[[0,"mZz2sqVEriqV"]]}],"verdicts":[{"loser":"mZz2sqVEriqV","responsible":"CVPY01ATsC-L","becomes":"servant","rule":"ESC-21","answer":"controller","controller":"CVPY01ATsC-L","owner":"CVPY01ATsC-L"}]}}','CVPY01ATsC-L',1456074443980800057,1767225600000);
INSERT INTO "events" VALUES(1456074443980800026,1,1,1456074443980800013,'opened',2,'{"type":"opened","setup":{},"host":"mZz2sqVEriqV","players":["mZz2sqVEriqV"],"secret":"915f839eecb85141295fbd64dc08d8084c9a4591db420635ed53052916eeebe5"}','mZz2sqVEriqV',1456074443980800059,1767225600000);
INSERT INTO "events" VALUES(1456074443980800026,2,1,1456074443980800013,'joined',1,'{"type":"joined","player":"oE9ZhH0nJvU9"}','oE9ZhH0nJvU9',1456074443980800062,1767225600000);
CREATE TABLE guilds (
	guild BIGINT NOT NULL, 
	settings TEXT NOT NULL, 
	left_at BIGINT, 
	CONSTRAINT pk_guilds PRIMARY KEY (guild)
);
INSERT INTO "guilds" VALUES(1456074443980800013,'{"language":"fr"}',NULL);
CREATE TABLE people (
	id TEXT NOT NULL, 
	discord_id BIGINT NOT NULL, 
	name TEXT NOT NULL, 
	CONSTRAINT pk_people PRIMARY KEY (id), 
	CONSTRAINT uq_people_discord_id UNIQUE (discord_id)
);
INSERT INTO "people" VALUES('CVPY01ATsC-L',1456074443980800018,'Bo');
INSERT INTO "people" VALUES('mZz2sqVEriqV',1456074443980800019,'Cy');
INSERT INTO "people" VALUES('oE9ZhH0nJvU9',1456074443980800020,'Di');
INSERT INTO "people" VALUES('jf9YUhWoltMC',1456074443980800021,'Eve');
INSERT INTO "people" VALUES('Nb1IWpyXV1Q4',1456074443980800017,'Ana');
CREATE TABLE pods (
	channel BIGINT NOT NULL, 
	pod INTEGER NOT NULL, 
	guild BIGINT NOT NULL, 
	state TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_pods PRIMARY KEY (channel, pod)
);
INSERT INTO "pods" VALUES(1456074443980800024,1,1456074443980800013,'finished',8,1767225600000);
INSERT INTO "pods" VALUES(1456074443980800025,1,1456074443980800013,'running',6,1767225600000);
INSERT INTO "pods" VALUES(1456074443980800026,1,1456074443980800013,'lobby',2,1767225600000);
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
INSERT INTO "results" VALUES(1456074443980800024,1,'oE9ZhH0nJvU9',1456074443980800013,1,'servant',1,1767225600000);
INSERT INTO "results" VALUES(1456074443980800024,1,'CVPY01ATsC-L',1456074443980800013,3,'master',1,1767225600000);
INSERT INTO "results" VALUES(1456074443980800024,1,'mZz2sqVEriqV',1456074443980800013,1,'servant',1,1767225600000);
INSERT INTO "results" VALUES(1456074443980800024,1,'jf9YUhWoltMC',1456074443980800013,0,'master',0,1767225600000);
CREATE INDEX ix_events_channel_pod_version ON events (channel, pod, version);
CREATE INDEX ix_pods_state_channel ON pods (state, channel);
CREATE INDEX ix_results_guild_player ON results (guild, player);
CREATE INDEX ix_boards_owed ON boards (channel, pod) WHERE shown < wanted OR former IS NOT NULL;
CREATE INDEX ix_audit_guild_id ON audit (guild, id);
COMMIT;
