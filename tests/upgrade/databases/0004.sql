BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0004');
CREATE TABLE audit (
	id BIGINT NOT NULL, 
	guild BIGINT NOT NULL, 
	at BIGINT NOT NULL, 
	"by" TEXT NOT NULL, 
	what TEXT NOT NULL, 
	details TEXT NOT NULL, 
	CONSTRAINT pk_audit PRIMARY KEY (id)
);
INSERT INTO "audit" VALUES(1456074443980800065,1456074443980800014,1767225600000,'8VJUaeKHwptK','setting','{"setting":"language","before":null,"after":"fr"}');
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
INSERT INTO "boards" VALUES(1456074443980800025,1,1456074443980800014,'en',8,8,1456074443980800030,1767225600000,NULL,NULL);
INSERT INTO "boards" VALUES(1456074443980800026,1,1456074443980800014,'en',6,6,1456074443980800048,1767225600000,NULL,NULL);
INSERT INTO "boards" VALUES(1456074443980800027,1,1456074443980800014,'en',2,2,1456074443980800062,1767225600000,NULL,NULL);
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
INSERT INTO "events" VALUES(1456074443980800025,1,1,1456074443980800014,'opened',2,'{"type":"opened","setup":{},"host":"vR-fymPkxntn","players":["vR-fymPkxntn"],"secret":"a11af3bddf1c128d70231abc1f02394e67a62f69e77a5a7130babee6e37db76d"}','vR-fymPkxntn',1456074443980800028,1767225600000);
INSERT INTO "events" VALUES(1456074443980800025,2,1,1456074443980800014,'joined',1,'{"type":"joined","player":"gLiTmxJHiKOY"}','gLiTmxJHiKOY',1456074443980800031,1767225600000);
INSERT INTO "events" VALUES(1456074443980800025,3,1,1456074443980800014,'joined',1,'{"type":"joined","player":"JwoO4mV3G3F2"}','JwoO4mV3G3F2',1456074443980800033,1767225600000);
INSERT INTO "events" VALUES(1456074443980800025,4,1,1456074443980800014,'joined',1,'{"type":"joined","player":"b2b9Eg28XijX"}','b2b9Eg28XijX',1456074443980800035,1767225600000);
INSERT INTO "events" VALUES(1456074443980800025,5,1,1456074443980800014,'started',1,'{"type":"started","seats":["b2b9Eg28XijX","JwoO4mV3G3F2","gLiTmxJHiKOY","vR-fymPkxntn"],"first":"b2b9Eg28XijX"}','vR-fymPkxntn',1456074443980800037,1767225600000);
INSERT INTO "events" VALUES(1456074443980800025,6,1,1456074443980800014,'defeated',2,'{"type":"defeated","reports":[{"loser":"gLiTmxJHiKOY","cause":"life","sources":[{"controller":"vR-fymPkxntn"}]}],"outcome":{"moves":[{"player":"gLiTmxJHiKOY","status":"servant","master":"vR-fymPkxntn","served":[[0,"gLiTmxJHiKOY"]]}],"verdicts":[{"loser":"gLiTmxJHiKOY","responsible":"vR-fymPkxntn","becomes":"servant","rule":"ESC-21","answer":"controller","controller":"vR-fymPkxntn","owner":"vR-fymPkxntn"}]}}','vR-fymPkxntn',1456074443980800040,1767225600000);
INSERT INTO "events" VALUES(1456074443980800025,7,1,1456074443980800014,'defeated',2,'{"type":"defeated","reports":[{"loser":"JwoO4mV3G3F2","cause":"life","sources":[{"controller":"vR-fymPkxntn"}]}],"outcome":{"moves":[{"player":"JwoO4mV3G3F2","status":"servant","master":"vR-fymPkxntn","served":[[1,"JwoO4mV3G3F2"]]}],"verdicts":[{"loser":"JwoO4mV3G3F2","responsible":"vR-fymPkxntn","becomes":"servant","rule":"ESC-21","answer":"controller","controller":"vR-fymPkxntn","owner":"vR-fymPkxntn"}]}}','vR-fymPkxntn',1456074443980800042,1767225600000);
INSERT INTO "events" VALUES(1456074443980800025,8,1,1456074443980800014,'defeated',2,'{"type":"defeated","reports":[{"loser":"b2b9Eg28XijX","cause":"life","sources":[{"controller":"vR-fymPkxntn"}]}],"outcome":{"verdicts":[{"loser":"b2b9Eg28XijX","responsible":"vR-fymPkxntn","becomes":"beaten","rule":"ESC-9","answer":"controller","found":"last","controller":"vR-fymPkxntn","owner":"vR-fymPkxntn"}],"result":{"winners":["vR-fymPkxntn","gLiTmxJHiKOY","JwoO4mV3G3F2"],"draw":false,"points":{"b2b9Eg28XijX":0,"JwoO4mV3G3F2":1,"gLiTmxJHiKOY":1,"vR-fymPkxntn":3}}}}','vR-fymPkxntn',1456074443980800044,1767225600000);
INSERT INTO "events" VALUES(1456074443980800026,1,1,1456074443980800014,'opened',2,'{"type":"opened","setup":{},"host":"vR-fymPkxntn","players":["vR-fymPkxntn"],"secret":"f4d503187073630dafb82dd9dd911aeb86d653a2693f733b23981abff5e25f7b"}','vR-fymPkxntn',1456074443980800046,1767225600000);
INSERT INTO "events" VALUES(1456074443980800026,2,1,1456074443980800014,'joined',1,'{"type":"joined","player":"gLiTmxJHiKOY"}','gLiTmxJHiKOY',1456074443980800049,1767225600000);
INSERT INTO "events" VALUES(1456074443980800026,3,1,1456074443980800014,'joined',1,'{"type":"joined","player":"JwoO4mV3G3F2"}','JwoO4mV3G3F2',1456074443980800051,1767225600000);
INSERT INTO "events" VALUES(1456074443980800026,4,1,1456074443980800014,'joined',1,'{"type":"joined","player":"b2b9Eg28XijX"}','b2b9Eg28XijX',1456074443980800053,1767225600000);
INSERT INTO "events" VALUES(1456074443980800026,5,1,1456074443980800014,'started',1,'{"type":"started","seats":["JwoO4mV3G3F2","vR-fymPkxntn","b2b9Eg28XijX","gLiTmxJHiKOY"],"first":"vR-fymPkxntn"}','vR-fymPkxntn',1456074443980800055,1767225600000);
INSERT INTO "events" VALUES(1456074443980800026,6,1,1456074443980800014,'defeated',2,'{"type":"defeated","reports":[{"loser":"gLiTmxJHiKOY","cause":"life","sources":[{"controller":"vR-fymPkxntn"}]}],"outcome":{"moves":[{"player":"gLiTmxJHiKOY","status":"servant","master":"vR-fymPkxntn","served":[[0,"gLiTmxJHiKOY"]]}],"verdicts":[{"loser":"gLiTmxJHiKOY","responsible":"vR-fymPkxntn","becomes":"servant","rule":"ESC-21","answer":"controller","controller":"vR-fymPkxntn","owner":"vR-fymPkxntn"}]}}','vR-fymPkxntn',1456074443980800058,1767225600000);
INSERT INTO "events" VALUES(1456074443980800027,1,1,1456074443980800014,'opened',2,'{"type":"opened","setup":{},"host":"gLiTmxJHiKOY","players":["gLiTmxJHiKOY"],"secret":"980506c1741217495da66bd74c81484b3924dd54891246d14dc09ac26165e399"}','gLiTmxJHiKOY',1456074443980800060,1767225600000);
INSERT INTO "events" VALUES(1456074443980800027,2,1,1456074443980800014,'joined',1,'{"type":"joined","player":"JwoO4mV3G3F2"}','JwoO4mV3G3F2',1456074443980800063,1767225600000);
CREATE TABLE guilds (
	guild BIGINT NOT NULL, 
	settings TEXT NOT NULL, 
	left_at BIGINT, 
	CONSTRAINT pk_guilds PRIMARY KEY (guild)
);
INSERT INTO "guilds" VALUES(1456074443980800014,'{"language":"fr"}',NULL);
CREATE TABLE people (
	id TEXT NOT NULL, 
	discord_id BIGINT NOT NULL, 
	name TEXT NOT NULL, 
	CONSTRAINT pk_people PRIMARY KEY (id), 
	CONSTRAINT uq_people_discord_id UNIQUE (discord_id)
);
INSERT INTO "people" VALUES('vR-fymPkxntn',1456074443980800019,'Bo');
INSERT INTO "people" VALUES('gLiTmxJHiKOY',1456074443980800020,'Cy');
INSERT INTO "people" VALUES('JwoO4mV3G3F2',1456074443980800021,'Di');
INSERT INTO "people" VALUES('b2b9Eg28XijX',1456074443980800022,'Eve');
INSERT INTO "people" VALUES('8VJUaeKHwptK',1456074443980800018,'Ana');
CREATE TABLE pods (
	channel BIGINT NOT NULL, 
	pod INTEGER NOT NULL, 
	guild BIGINT NOT NULL, 
	state TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	at BIGINT NOT NULL, confirm_by BIGINT, 
	CONSTRAINT pk_pods PRIMARY KEY (channel, pod)
);
INSERT INTO "pods" VALUES(1456074443980800025,1,1456074443980800014,'finished',8,1767225600000,NULL);
INSERT INTO "pods" VALUES(1456074443980800026,1,1456074443980800014,'running',6,1767225600000,NULL);
INSERT INTO "pods" VALUES(1456074443980800027,1,1456074443980800014,'lobby',2,1767225600000,NULL);
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
INSERT INTO "results" VALUES(1456074443980800025,1,'b2b9Eg28XijX',1456074443980800014,0,'master',0,1767225600000);
INSERT INTO "results" VALUES(1456074443980800025,1,'JwoO4mV3G3F2',1456074443980800014,1,'servant',1,1767225600000);
INSERT INTO "results" VALUES(1456074443980800025,1,'gLiTmxJHiKOY',1456074443980800014,1,'servant',1,1767225600000);
INSERT INTO "results" VALUES(1456074443980800025,1,'vR-fymPkxntn',1456074443980800014,3,'master',1,1767225600000);
CREATE INDEX ix_events_channel_pod_version ON events (channel, pod, version);
CREATE INDEX ix_pods_state_channel ON pods (state, channel);
CREATE INDEX ix_results_guild_player ON results (guild, player);
CREATE INDEX ix_boards_owed ON boards (channel, pod) WHERE shown < wanted OR former IS NOT NULL;
CREATE INDEX ix_audit_guild_id ON audit (guild, id);
CREATE INDEX ix_pods_confirm_by ON pods (confirm_by) WHERE confirm_by IS NOT NULL;
COMMIT;
