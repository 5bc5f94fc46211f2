BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0005');
CREATE TABLE audit (
	id BIGINT NOT NULL, 
	guild BIGINT NOT NULL, 
	at BIGINT NOT NULL, 
	"by" TEXT NOT NULL, 
	what TEXT NOT NULL, 
	details TEXT NOT NULL, 
	CONSTRAINT pk_audit PRIMARY KEY (id)
);
INSERT INTO "audit" VALUES(1456074443980800067,1456074443980800016,1767225600000,'1C4IHmAdAonJ','setting','{"setting":"language","before":null,"after":"fr"}');
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
INSERT INTO "boards" VALUES(1456074443980800027,1,1456074443980800016,'en',8,8,1456074443980800032,1767225600000,NULL,NULL);
INSERT INTO "boards" VALUES(1456074443980800028,1,1456074443980800016,'en',6,6,1456074443980800050,1767225600000,NULL,NULL);
INSERT INTO "boards" VALUES(1456074443980800029,1,1456074443980800016,'en',2,2,1456074443980800064,1767225600000,NULL,NULL);
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
INSERT INTO "events" VALUES(1456074443980800027,1,1,1456074443980800016,'opened',2,'{"type":"opened","setup":{},"host":"vIxvavQNhZnu","players":["vIxvavQNhZnu"],"secret":"79a813ce99409b5303f22e66c3e42bedcec787432310c77741d4edff3c222cb6"}','vIxvavQNhZnu',1456074443980800030,1767225600000);
INSERT INTO "events" VALUES(1456074443980800027,2,1,1456074443980800016,'joined',1,'{"type":"joined","player":"SgwfOuQy2jBJ"}','SgwfOuQy2jBJ',1456074443980800033,1767225600000);
INSERT INTO "events" VALUES(1456074443980800027,3,1,1456074443980800016,'joined',1,'{"type":"joined","player":"XgdGSGTHNoOH"}','XgdGSGTHNoOH',1456074443980800035,1767225600000);
INSERT INTO "events" VALUES(1456074443980800027,4,1,1456074443980800016,'joined',1,'{"type":"joined","player":"f44MiVr6b6V_"}','f44MiVr6b6V_',1456074443980800037,1767225600000);
INSERT INTO "events" VALUES(1456074443980800027,5,1,1456074443980800016,'started',1,'{"type":"started","seats":["XgdGSGTHNoOH","vIxvavQNhZnu","SgwfOuQy2jBJ","f44MiVr6b6V_"],"first":"vIxvavQNhZnu"}','vIxvavQNhZnu',1456074443980800039,1767225600000);
INSERT INTO "events" VALUES(1456074443980800027,6,1,1456074443980800016,'defeated',2,'{"type":"defeated","reports":[{"loser":"SgwfOuQy2jBJ","cause":"life","sources":[{"controller":"vIxvavQNhZnu"}]}],"outcome":{"moves":[{"player":"SgwfOuQy2jBJ","status":"servant","master":"vIxvavQNhZnu","served":[[0,"SgwfOuQy2jBJ"]]}],"verdicts":[{"loser":"SgwfOuQy2jBJ","responsible":"vIxvavQNhZnu","becomes":"servant","rule":"ESC-21","answer":"controller","controller":"vIxvavQNhZnu","owner":"vIxvavQNhZnu"}]}}','vIxvavQNhZnu',1456074443980800042,1767225600000);
INSERT INTO "events" VALUES(1456074443980800027,7,1,1456074443980800016,'defeated',2,'{"type":"defeated","reports":[{"loser":"XgdGSGTHNoOH","cause":"life","sources":[{"controller":"vIxvavQNhZnu"}]}],"outcome":{"moves":[{"player":"XgdGSGTHNoOH","status":"servant","master":"vIxvavQNhZnu","served":[[1,"XgdGSGTHNoOH"]]}],"verdicts":[{"loser":"XgdGSGTHNoOH","responsible":"vIxvavQNhZnu","becomes":"servant","rule":"ESC-21","answer":"controller","controller":"vIxvavQNhZnu","owner":"vIxvavQNhZnu"}]}}','vIxvavQNhZnu',1456074443980800044,1767225600000);
INSERT INTO "events" VALUES(1456074443980800027,8,1,1456074443980800016,'defeated',2,'{"type":"defeated","reports":[{"loser":"f44MiVr6b6V_","cause":"life","sources":[{"controller":"vIxvavQNhZnu"}]}],"outcome":{"verdicts":[{"loser":"f44MiVr6b6V_","responsible":"vIxvavQNhZnu","becomes":"beaten","rule":"ESC-9","answer":"controller","found":"last","controller":"vIxvavQNhZnu","owner":"vIxvavQNhZnu"}],"result":{"winners":["vIxvavQNhZnu","SgwfOuQy2jBJ","XgdGSGTHNoOH"],"draw":false,"points":{"XgdGSGTHNoOH":1,"vIxvavQNhZnu":3,"SgwfOuQy2jBJ":1,"f44MiVr6b6V_":0}}}}','vIxvavQNhZnu',1456074443980800046,1767225600000);
INSERT INTO "events" VALUES(1456074443980800028,1,1,1456074443980800016,'opened',2,'{"type":"opened","setup":{},"host":"vIxvavQNhZnu","players":["vIxvavQNhZnu"],"secret":"6b7423088854df2a1e30e656fe534cbd512f89834ac4572e4e5b23db97696211"}','vIxvavQNhZnu',1456074443980800048,1767225600000);
INSERT INTO "events" VALUES(1456074443980800028,2,1,1456074443980800016,'joined',1,'{"type":"joined","player":"SgwfOuQy2jBJ"}','SgwfOuQy2jBJ',1456074443980800051,1767225600000);
INSERT INTO "events" VALUES(1456074443980800028,3,1,1456074443980800016,'joined',1,'{"type":"joined","player":"XgdGSGTHNoOH"}','XgdGSGTHNoOH',1456074443980800053,1767225600000);
INSERT INTO "events" VALUES(1456074443980800028,4,1,1456074443980800016,'joined',1,'{"type":"joined","player":"f44MiVr6b6V_"}','f44MiVr6b6V_',1456074443980800055,1767225600000);
INSERT INTO "events" VALUES(1456074443980800028,5,1,1456074443980800016,'started',1,'{"type":"started","seats":["f44MiVr6b6V_","XgdGSGTHNoOH","vIxvavQNhZnu","SgwfOuQy2jBJ"],"first":"XgdGSGTHNoOH"}','vIxvavQNhZnu',1456074443980800057,1767225600000);
INSERT INTO "events" VALUES(1456074443980800028,6,1,1456074443980800016,'defeated',2,'{"type":"defeated","reports":[{"loser":"SgwfOuQy2jBJ","cause":"life","sources":[{"controller":"vIxvavQNhZnu"}]}],"outcome":{"moves":[{"player":"SgwfOuQy2jBJ","status":"servant","master":"vIxvavQNhZnu","served":[[0,"SgwfOuQy2jBJ"]]}],"verdicts":[{"loser":"SgwfOuQy2jBJ","responsible":"vIxvavQNhZnu","becomes":"servant","rule":"ESC-21","answer":"controller","controller":"vIxvavQNhZnu","owner":"vIxvavQNhZnu"}]}}','vIxvavQNhZnu',1456074443980800060,1767225600000);
INSERT INTO "events" VALUES(1456074443980800029,1,1,1456074443980800016,'opened',2,'{"type":"opened","setup":{},"host":"SgwfOuQy2jBJ","players":["SgwfOuQy2jBJ"],"secret":"fbac9ba777b8ed1fa209ca5c28cf771b964f7ef02f17270910d2d076eb7fe633"}','SgwfOuQy2jBJ',1456074443980800062,1767225600000);
INSERT INTO "events" VALUES(1456074443980800029,2,1,1456074443980800016,'joined',1,'{"type":"joined","player":"XgdGSGTHNoOH"}','XgdGSGTHNoOH',1456074443980800065,1767225600000);
CREATE TABLE guilds (
	guild BIGINT NOT NULL, 
	settings TEXT NOT NULL, 
	left_at BIGINT, 
	CONSTRAINT pk_guilds PRIMARY KEY (guild)
);
INSERT INTO "guilds" VALUES(1456074443980800016,'{"language":"fr"}',NULL);
CREATE TABLE people (
	id TEXT NOT NULL, 
	discord_id BIGINT NOT NULL, 
	name TEXT NOT NULL, 
	CONSTRAINT pk_people PRIMARY KEY (id), 
	CONSTRAINT uq_people_discord_id UNIQUE (discord_id)
);
INSERT INTO "people" VALUES('vIxvavQNhZnu',1456074443980800021,'Bo');
INSERT INTO "people" VALUES('SgwfOuQy2jBJ',1456074443980800022,'Cy');
INSERT INTO "people" VALUES('XgdGSGTHNoOH',1456074443980800023,'Di');
INSERT INTO "people" VALUES('f44MiVr6b6V_',1456074443980800024,'Eve');
INSERT INTO "people" VALUES('1C4IHmAdAonJ',1456074443980800020,'Ana');
CREATE TABLE pods (
	channel BIGINT NOT NULL, 
	pod INTEGER NOT NULL, 
	guild BIGINT NOT NULL, 
	state TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	at BIGINT NOT NULL, confirm_by BIGINT, 
	CONSTRAINT pk_pods PRIMARY KEY (channel, pod)
);
INSERT INTO "pods" VALUES(1456074443980800027,1,1456074443980800016,'finished',8,1767225600000,NULL);
INSERT INTO "pods" VALUES(1456074443980800028,1,1456074443980800016,'running',6,1767225600000,NULL);
INSERT INTO "pods" VALUES(1456074443980800029,1,1456074443980800016,'lobby',2,1767225600000,NULL);
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
INSERT INTO "results" VALUES(1456074443980800027,1,'XgdGSGTHNoOH',1456074443980800016,1,'servant',1,1767225600000);
INSERT INTO "results" VALUES(1456074443980800027,1,'vIxvavQNhZnu',1456074443980800016,3,'master',1,1767225600000);
INSERT INTO "results" VALUES(1456074443980800027,1,'SgwfOuQy2jBJ',1456074443980800016,1,'servant',1,1767225600000);
INSERT INTO "results" VALUES(1456074443980800027,1,'f44MiVr6b6V_',1456074443980800016,0,'master',0,1767225600000);
CREATE INDEX ix_events_channel_pod_version ON events (channel, pod, version);
CREATE INDEX ix_pods_state_channel ON pods (state, channel);
CREATE INDEX ix_results_guild_player ON results (guild, player);
CREATE INDEX ix_boards_owed ON boards (channel, pod) WHERE shown < wanted OR former IS NOT NULL;
CREATE INDEX ix_audit_guild_id ON audit (guild, id);
CREATE INDEX ix_pods_confirm_by ON pods (confirm_by) WHERE confirm_by IS NOT NULL;
CREATE INDEX ix_pods_open ON pods (at, guild) WHERE state NOT IN ('finished', 'closed');
COMMIT;
