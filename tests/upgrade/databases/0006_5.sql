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
INSERT INTO "audit" VALUES(1456074443980800031,1456074443980800017,1767225600000,'skVZ145Fa2vb','season','{"did":"start","title":"Spring"}');
INSERT INTO "audit" VALUES(1456074443980800051,1456074443980800017,1767225600000,'skVZ145Fa2vb','season','{"did":"end","title":"Spring"}');
INSERT INTO "audit" VALUES(1456074443980800054,1456074443980800017,1767225600000,'skVZ145Fa2vb','season','{"did":"start","title":"Summer"}');
INSERT INTO "audit" VALUES(1456074443980800075,1456074443980800017,1767225600000,'skVZ145Fa2vb','setting','{"setting":"language","before":null,"after":"fr"}');
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
INSERT INTO "boards" VALUES(1456074443980800029,1,1456074443980800017,'en',6,6,1456074443980800058,1767225600000,NULL,NULL);
INSERT INTO "boards" VALUES(1456074443980800030,1,1456074443980800017,'en',2,2,1456074443980800072,1767225600000,NULL,NULL);
CREATE TABLE champions (
	guild BIGINT NOT NULL, 
	discord_id BIGINT NOT NULL, 
	role BIGINT NOT NULL, 
	given BOOLEAN NOT NULL, 
	CONSTRAINT pk_champions PRIMARY KEY (guild, discord_id, role)
);
CREATE TABLE defeats (
	channel BIGINT NOT NULL, 
	pod INTEGER NOT NULL, 
	responsible TEXT NOT NULL, 
	loser TEXT NOT NULL, 
	guild BIGINT NOT NULL, 
	times INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_defeats PRIMARY KEY (channel, pod, responsible, loser)
);
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
INSERT INTO "events" VALUES(1456074443980800028,1,1,1456074443980800017,'opened',2,'{"type":"opened","setup":{},"host":"77hvMOWzuTJ0","players":["77hvMOWzuTJ0"],"secret":"32bbb0d4866812f3aa37481037222d833bc49a5a0fc26bbb66e5a8efc9c6427e"}','77hvMOWzuTJ0',1456074443980800033,1767225600000);
INSERT INTO "events" VALUES(1456074443980800028,2,1,1456074443980800017,'joined',1,'{"type":"joined","player":"s1Se-THS76BI"}','s1Se-THS76BI',1456074443980800036,1767225600000);
INSERT INTO "events" VALUES(1456074443980800028,3,1,1456074443980800017,'joined',1,'{"type":"joined","player":"JTHL9RA8Xk6t"}','JTHL9RA8Xk6t',1456074443980800038,1767225600000);
INSERT INTO "events" VALUES(1456074443980800028,4,1,1456074443980800017,'joined',1,'{"type":"joined","player":"XtllV3Ez89Rp"}','XtllV3Ez89Rp',1456074443980800040,1767225600000);
INSERT INTO "events" VALUES(1456074443980800028,5,1,1456074443980800017,'started',1,'{"type":"started","seats":["77hvMOWzuTJ0","s1Se-THS76BI","JTHL9RA8Xk6t","XtllV3Ez89Rp"],"first":"s1Se-THS76BI"}','77hvMOWzuTJ0',1456074443980800042,1767225600000);
INSERT INTO "events" VALUES(1456074443980800028,6,1,1456074443980800017,'defeated',2,'{"type":"defeated","reports":[{"loser":"s1Se-THS76BI","cause":"life","sources":[{"controller":"77hvMOWzuTJ0"}]}],"outcome":{"moves":[{"player":"s1Se-THS76BI","status":"servant","master":"77hvMOWzuTJ0","served":[[0,"s1Se-THS76BI"]]}],"verdicts":[{"loser":"s1Se-THS76BI","responsible":"77hvMOWzuTJ0","becomes":"servant","rule":"ESC-21","answer":"controller","controller":"77hvMOWzuTJ0","owner":"77hvMOWzuTJ0"}],"turn":{"active":[],"number":1,"seat":"s1Se-THS76BI"}}}','77hvMOWzuTJ0',1456074443980800045,1767225600000);
INSERT INTO "events" VALUES(1456074443980800028,7,1,1456074443980800017,'defeated',2,'{"type":"defeated","reports":[{"loser":"JTHL9RA8Xk6t","cause":"life","sources":[{"controller":"77hvMOWzuTJ0"}]}],"outcome":{"moves":[{"player":"JTHL9RA8Xk6t","status":"servant","master":"77hvMOWzuTJ0","served":[[1,"JTHL9RA8Xk6t"]]}],"verdicts":[{"loser":"JTHL9RA8Xk6t","responsible":"77hvMOWzuTJ0","becomes":"servant","rule":"ESC-21","answer":"controller","controller":"77hvMOWzuTJ0","owner":"77hvMOWzuTJ0"}]}}','77hvMOWzuTJ0',1456074443980800047,1767225600000);
INSERT INTO "events" VALUES(1456074443980800028,8,1,1456074443980800017,'defeated',2,'{"type":"defeated","reports":[{"loser":"XtllV3Ez89Rp","cause":"life","sources":[{"controller":"77hvMOWzuTJ0"}]}],"outcome":{"verdicts":[{"loser":"XtllV3Ez89Rp","responsible":"77hvMOWzuTJ0","becomes":"beaten","rule":"ESC-9","answer":"controller","found":"last","controller":"77hvMOWzuTJ0","owner":"77hvMOWzuTJ0"}],"result":{"winners":["77hvMOWzuTJ0","s1Se-THS76BI","JTHL9RA8Xk6t"],"draw":false,"points":{"77hvMOWzuTJ0":3,"s1Se-THS76BI":1,"JTHL9RA8Xk6t":1,"XtllV3Ez89Rp":0}}}}','77hvMOWzuTJ0',1456074443980800049,1767225600000);
INSERT INTO "events" VALUES(1456074443980800029,1,1,1456074443980800017,'opened',2,'{"type":"opened","setup":{},"host":"77hvMOWzuTJ0","players":["77hvMOWzuTJ0"],"secret":"4f5e786e98d22ecd1c2ab4e650a03b6197a048c3fb65397e2e40c7246fd1233e"}','77hvMOWzuTJ0',1456074443980800056,1767225600000);
INSERT INTO "events" VALUES(1456074443980800029,2,1,1456074443980800017,'joined',1,'{"type":"joined","player":"s1Se-THS76BI"}','s1Se-THS76BI',1456074443980800059,1767225600000);
INSERT INTO "events" VALUES(1456074443980800029,3,1,1456074443980800017,'joined',1,'{"type":"joined","player":"JTHL9RA8Xk6t"}','JTHL9RA8Xk6t',1456074443980800061,1767225600000);
INSERT INTO "events" VALUES(1456074443980800029,4,1,1456074443980800017,'joined',1,'{"type":"joined","player":"XtllV3Ez89Rp"}','XtllV3Ez89Rp',1456074443980800063,1767225600000);
INSERT INTO "events" VALUES(1456074443980800029,5,1,1456074443980800017,'started',1,'{"type":"started","seats":["JTHL9RA8Xk6t","s1Se-THS76BI","77hvMOWzuTJ0","XtllV3Ez89Rp"],"first":"77hvMOWzuTJ0"}','77hvMOWzuTJ0',1456074443980800065,1767225600000);
INSERT INTO "events" VALUES(1456074443980800029,6,1,1456074443980800017,'defeated',2,'{"type":"defeated","reports":[{"loser":"s1Se-THS76BI","cause":"life","sources":[{"controller":"77hvMOWzuTJ0"}]}],"outcome":{"moves":[{"player":"s1Se-THS76BI","status":"servant","master":"77hvMOWzuTJ0","served":[[0,"s1Se-THS76BI"]]}],"verdicts":[{"loser":"s1Se-THS76BI","responsible":"77hvMOWzuTJ0","becomes":"servant","rule":"ESC-21","answer":"controller","controller":"77hvMOWzuTJ0","owner":"77hvMOWzuTJ0"}]}}','77hvMOWzuTJ0',1456074443980800068,1767225600000);
INSERT INTO "events" VALUES(1456074443980800030,1,1,1456074443980800017,'opened',2,'{"type":"opened","setup":{},"host":"s1Se-THS76BI","players":["s1Se-THS76BI"],"secret":"a5f40d50a70cdf6c4968642f48d1d34a3dd711964315c850c99fd617c14d3c23"}','s1Se-THS76BI',1456074443980800070,1767225600000);
INSERT INTO "events" VALUES(1456074443980800030,2,1,1456074443980800017,'joined',1,'{"type":"joined","player":"JTHL9RA8Xk6t"}','JTHL9RA8Xk6t',1456074443980800073,1767225600000);
CREATE TABLE guilds (
	guild BIGINT NOT NULL, 
	settings TEXT NOT NULL, 
	left_at BIGINT, due BIGINT, 
	CONSTRAINT pk_guilds PRIMARY KEY (guild)
);
INSERT INTO "guilds" VALUES(1456074443980800017,'{"language":"fr"}',NULL,NULL);
CREATE TABLE people (
	id TEXT NOT NULL, 
	discord_id BIGINT NOT NULL, 
	name TEXT NOT NULL, 
	CONSTRAINT pk_people PRIMARY KEY (id), 
	CONSTRAINT uq_people_discord_id UNIQUE (discord_id)
);
INSERT INTO "people" VALUES('skVZ145Fa2vb',1456074443980800021,'Ana');
INSERT INTO "people" VALUES('77hvMOWzuTJ0',1456074443980800022,'Bo');
INSERT INTO "people" VALUES('s1Se-THS76BI',1456074443980800023,'Cy');
INSERT INTO "people" VALUES('JTHL9RA8Xk6t',1456074443980800024,'Di');
INSERT INTO "people" VALUES('XtllV3Ez89Rp',1456074443980800025,'Eve');
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
CREATE TABLE posts (
	guild BIGINT NOT NULL, 
	kind TEXT NOT NULL, 
	number INTEGER NOT NULL, 
	start BIGINT NOT NULL, 
	"end" BIGINT NOT NULL, 
	late BOOLEAN NOT NULL, 
	language TEXT NOT NULL, 
	channel BIGINT, 
	message BIGINT, 
	wanted INTEGER NOT NULL, 
	shown INTEGER NOT NULL, 
	claimed BIGINT, 
	tried BIGINT, 
	CONSTRAINT pk_posts PRIMARY KEY (guild, kind, number)
);
INSERT INTO "posts" VALUES(1456074443980800017,'season',1,1767225600000,1767225600000,0,'en',1456074443980800028,1456074443980800053,1,1,NULL,NULL);
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
	reign BIGINT NOT NULL, 
	team INTEGER NOT NULL, 
	mu DOUBLE, 
	sigma DOUBLE, 
	chance DOUBLE, 
	CONSTRAINT pk_results PRIMARY KEY (channel, pod, player)
);
INSERT INTO "results" VALUES(1456074443980800028,1,'77hvMOWzuTJ0',1456074443980800017,3,'master',1,1767225600000,'esclave','free-for-all',3,0,0,0,NULL,NULL,NULL);
INSERT INTO "results" VALUES(1456074443980800028,1,'s1Se-THS76BI',1456074443980800017,1,'servant',1,1767225600000,'esclave','free-for-all',0,1,0,0,NULL,NULL,NULL);
INSERT INTO "results" VALUES(1456074443980800028,1,'JTHL9RA8Xk6t',1456074443980800017,1,'servant',1,1767225600000,'esclave','free-for-all',0,1,0,0,NULL,NULL,NULL);
INSERT INTO "results" VALUES(1456074443980800028,1,'XtllV3Ez89Rp',1456074443980800017,0,'master',0,1767225600000,'esclave','free-for-all',0,0,0,0,NULL,NULL,NULL);
CREATE TABLE rivalries (
	guild BIGINT NOT NULL, 
	season INTEGER NOT NULL, 
	responsible TEXT NOT NULL, 
	loser TEXT NOT NULL, 
	times INTEGER NOT NULL, 
	CONSTRAINT pk_rivalries PRIMARY KEY (guild, season, responsible, loser)
)
 WITHOUT ROWID

;
CREATE TABLE seasons (
	guild BIGINT NOT NULL, 
	number INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	start BIGINT NOT NULL, 
	"end" BIGINT, 
	CONSTRAINT pk_seasons PRIMARY KEY (guild, number)
);
INSERT INTO "seasons" VALUES(1456074443980800017,1,'Spring',1767225600000,1767225600000);
INSERT INTO "seasons" VALUES(1456074443980800017,2,'Summer',1767225600000,NULL);
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
INSERT INTO "standings" VALUES(1456074443980800017,'','','day',20454,'77hvMOWzuTJ0',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','','day',20454,'JTHL9RA8Xk6t',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','','day',20454,'XtllV3Ez89Rp',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','','day',20454,'s1Se-THS76BI',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','','days_32',639,'77hvMOWzuTJ0',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','','days_32',639,'JTHL9RA8Xk6t',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','','days_32',639,'XtllV3Ez89Rp',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','','days_32',639,'s1Se-THS76BI',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','','days_8',2556,'77hvMOWzuTJ0',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','','days_8',2556,'JTHL9RA8Xk6t',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','','days_8',2556,'XtllV3Ez89Rp',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','','days_8',2556,'s1Se-THS76BI',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','','ever',0,'77hvMOWzuTJ0',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','','ever',0,'JTHL9RA8Xk6t',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','','ever',0,'XtllV3Ez89Rp',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','','ever',0,'s1Se-THS76BI',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','','season',2,'77hvMOWzuTJ0',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','','season',2,'JTHL9RA8Xk6t',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','','season',2,'XtllV3Ez89Rp',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','','season',2,'s1Se-THS76BI',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','day',20454,'77hvMOWzuTJ0',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','day',20454,'JTHL9RA8Xk6t',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','day',20454,'XtllV3Ez89Rp',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','day',20454,'s1Se-THS76BI',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','days_32',639,'77hvMOWzuTJ0',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','days_32',639,'JTHL9RA8Xk6t',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','days_32',639,'XtllV3Ez89Rp',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','days_32',639,'s1Se-THS76BI',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','days_8',2556,'77hvMOWzuTJ0',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','days_8',2556,'JTHL9RA8Xk6t',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','days_8',2556,'XtllV3Ez89Rp',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','days_8',2556,'s1Se-THS76BI',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','ever',0,'77hvMOWzuTJ0',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','ever',0,'JTHL9RA8Xk6t',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','ever',0,'XtllV3Ez89Rp',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','ever',0,'s1Se-THS76BI',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','season',2,'77hvMOWzuTJ0',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','season',2,'JTHL9RA8Xk6t',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','season',2,'XtllV3Ez89Rp',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','season',2,'s1Se-THS76BI',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','day',20454,'77hvMOWzuTJ0',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','day',20454,'JTHL9RA8Xk6t',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','day',20454,'XtllV3Ez89Rp',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','day',20454,'s1Se-THS76BI',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','days_32',639,'77hvMOWzuTJ0',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','days_32',639,'JTHL9RA8Xk6t',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','days_32',639,'XtllV3Ez89Rp',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','days_32',639,'s1Se-THS76BI',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','days_8',2556,'77hvMOWzuTJ0',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','days_8',2556,'JTHL9RA8Xk6t',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','days_8',2556,'XtllV3Ez89Rp',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','days_8',2556,'s1Se-THS76BI',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','ever',0,'77hvMOWzuTJ0',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','ever',0,'JTHL9RA8Xk6t',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','ever',0,'XtllV3Ez89Rp',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','ever',0,'s1Se-THS76BI',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','season',2,'77hvMOWzuTJ0',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','season',2,'JTHL9RA8Xk6t',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','season',2,'XtllV3Ez89Rp',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','season',2,'s1Se-THS76BI',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','day',20454,'77hvMOWzuTJ0',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','day',20454,'JTHL9RA8Xk6t',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','day',20454,'XtllV3Ez89Rp',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','day',20454,'s1Se-THS76BI',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','days_32',639,'77hvMOWzuTJ0',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','days_32',639,'JTHL9RA8Xk6t',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','days_32',639,'XtllV3Ez89Rp',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','days_32',639,'s1Se-THS76BI',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','days_8',2556,'77hvMOWzuTJ0',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','days_8',2556,'JTHL9RA8Xk6t',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','days_8',2556,'XtllV3Ez89Rp',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','days_8',2556,'s1Se-THS76BI',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','ever',0,'77hvMOWzuTJ0',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','ever',0,'JTHL9RA8Xk6t',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','ever',0,'XtllV3Ez89Rp',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','ever',0,'s1Se-THS76BI',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','season',2,'77hvMOWzuTJ0',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','season',2,'JTHL9RA8Xk6t',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','season',2,'XtllV3Ez89Rp',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','season',2,'s1Se-THS76BI',1,1,0,1,0,1);
CREATE TABLE uncrowned (
	guild BIGINT NOT NULL, 
	trouble TEXT NOT NULL, 
	told BIGINT NOT NULL, 
	CONSTRAINT pk_uncrowned PRIMARY KEY (guild)
);
CREATE TABLE unrated (
	guild BIGINT NOT NULL, 
	since BIGINT NOT NULL, 
	CONSTRAINT pk_unrated PRIMARY KEY (guild)
);
CREATE INDEX ix_events_channel_pod_version ON events (channel, pod, version);
CREATE INDEX ix_pods_state_channel ON pods (state, channel);
CREATE INDEX ix_boards_owed ON boards (channel, pod) WHERE shown < wanted OR former IS NOT NULL;
CREATE INDEX ix_audit_guild_id ON audit (guild, id);
CREATE INDEX ix_pods_confirm_by ON pods (confirm_by) WHERE confirm_by IS NOT NULL;
CREATE INDEX ix_pods_open ON pods (at, guild) WHERE state NOT IN ('finished', 'closed');
CREATE INDEX ix_results_guild_player_at ON results (guild, player, at);
CREATE INDEX ix_results_guild_at ON results (guild, at);
CREATE UNIQUE INDEX ix_seasons_running ON seasons (guild) WHERE "end" IS NULL;
CREATE INDEX ix_standings_best ON standings (guild, variant, "table", span, number, points, player) WHERE span IN ('ever', 'season');
CREATE INDEX ix_standings_no_games ON standings (games) WHERE games = 0;
CREATE INDEX ix_defeats_guild_at ON defeats (guild, at);
CREATE INDEX ix_rivalries_guild_season_times ON rivalries (guild, season, times);
CREATE INDEX ix_rivalries_guild_season_loser ON rivalries (guild, season, loser);
CREATE INDEX ix_posts_guild_end ON posts (guild, "end");
CREATE INDEX ix_posts_owed ON posts (guild) WHERE channel IS NOT NULL AND (message IS NULL OR shown < wanted);
CREATE INDEX ix_guilds_due ON guilds (due) WHERE due IS NOT NULL AND left_at IS NULL;
CREATE INDEX ix_champions_discord_id ON champions (discord_id);
COMMIT;
