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
INSERT INTO "audit" VALUES(1456074443980800035,1456074443980800021,1767225600000,'UpyOtAsdEqVI','season','{"did":"start","title":"Spring"}');
INSERT INTO "audit" VALUES(1456074443980800055,1456074443980800021,1767225600000,'UpyOtAsdEqVI','season','{"did":"end","title":"Spring"}');
INSERT INTO "audit" VALUES(1456074443980800058,1456074443980800021,1767225600000,'UpyOtAsdEqVI','season','{"did":"start","title":"Summer"}');
INSERT INTO "audit" VALUES(1456074443980800079,1456074443980800021,1767225600000,'UpyOtAsdEqVI','setting','{"setting":"language","before":null,"after":"fr"}');
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
INSERT INTO "boards" VALUES(1456074443980800032,1,1456074443980800021,'en',8,8,1456074443980800039,1767225600000,NULL,NULL);
INSERT INTO "boards" VALUES(1456074443980800033,1,1456074443980800021,'en',6,6,1456074443980800062,1767225600000,NULL,NULL);
INSERT INTO "boards" VALUES(1456074443980800034,1,1456074443980800021,'en',2,2,1456074443980800076,1767225600000,NULL,NULL);
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
INSERT INTO "defeats" VALUES(1456074443980800032,1,'5bmyqnNGCzeQ','iLluSC1fDmOo',1456074443980800021,1,1767225600000);
INSERT INTO "defeats" VALUES(1456074443980800032,1,'5bmyqnNGCzeQ','CN0WTzxaGuFb',1456074443980800021,1,1767225600000);
INSERT INTO "defeats" VALUES(1456074443980800032,1,'5bmyqnNGCzeQ','aV-g9I45M8YK',1456074443980800021,1,1767225600000);
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
INSERT INTO "events" VALUES(1456074443980800032,1,1,1456074443980800021,'opened',2,'{"type":"opened","setup":{},"host":"5bmyqnNGCzeQ","players":["5bmyqnNGCzeQ"],"secret":"a89148807ac2bc4803e99ff91bdf12337160d2c41a473123cff88ac5dd374141"}','5bmyqnNGCzeQ',1456074443980800037,1767225600000);
INSERT INTO "events" VALUES(1456074443980800032,2,1,1456074443980800021,'joined',1,'{"type":"joined","player":"iLluSC1fDmOo"}','iLluSC1fDmOo',1456074443980800040,1767225600000);
INSERT INTO "events" VALUES(1456074443980800032,3,1,1456074443980800021,'joined',1,'{"type":"joined","player":"CN0WTzxaGuFb"}','CN0WTzxaGuFb',1456074443980800042,1767225600000);
INSERT INTO "events" VALUES(1456074443980800032,4,1,1456074443980800021,'joined',1,'{"type":"joined","player":"aV-g9I45M8YK"}','aV-g9I45M8YK',1456074443980800044,1767225600000);
INSERT INTO "events" VALUES(1456074443980800032,5,1,1456074443980800021,'started',1,'{"type":"started","seats":["CN0WTzxaGuFb","5bmyqnNGCzeQ","aV-g9I45M8YK","iLluSC1fDmOo"],"first":"aV-g9I45M8YK"}','5bmyqnNGCzeQ',1456074443980800046,1767225600000);
INSERT INTO "events" VALUES(1456074443980800032,6,1,1456074443980800021,'defeated',3,'{"type":"defeated","reports":[{"loser":"iLluSC1fDmOo","cause":"life","sources":[{"controller":"5bmyqnNGCzeQ"}]}],"outcome":{"moves":[{"player":"iLluSC1fDmOo","status":"servant","master":"5bmyqnNGCzeQ","served":[[0,"iLluSC1fDmOo"]]}],"verdicts":[{"loser":"iLluSC1fDmOo","responsible":"5bmyqnNGCzeQ","becomes":"servant","rule":"ESC-21","answer":"controller","controller":"5bmyqnNGCzeQ","owner":"5bmyqnNGCzeQ"}]}}','5bmyqnNGCzeQ',1456074443980800049,1767225600000);
INSERT INTO "events" VALUES(1456074443980800032,7,1,1456074443980800021,'defeated',3,'{"type":"defeated","reports":[{"loser":"CN0WTzxaGuFb","cause":"life","sources":[{"controller":"5bmyqnNGCzeQ"}]}],"outcome":{"moves":[{"player":"CN0WTzxaGuFb","status":"servant","master":"5bmyqnNGCzeQ","served":[[1,"CN0WTzxaGuFb"]]}],"verdicts":[{"loser":"CN0WTzxaGuFb","responsible":"5bmyqnNGCzeQ","becomes":"servant","rule":"ESC-21","answer":"controller","controller":"5bmyqnNGCzeQ","owner":"5bmyqnNGCzeQ"}]}}','5bmyqnNGCzeQ',1456074443980800051,1767225600000);
INSERT INTO "events" VALUES(1456074443980800032,8,1,1456074443980800021,'defeated',3,'{"type":"defeated","reports":[{"loser":"aV-g9I45M8YK","cause":"life","sources":[{"controller":"5bmyqnNGCzeQ"}]}],"outcome":{"verdicts":[{"loser":"aV-g9I45M8YK","responsible":"5bmyqnNGCzeQ","becomes":"beaten","rule":"ESC-9","answer":"controller","found":"last","controller":"5bmyqnNGCzeQ","owner":"5bmyqnNGCzeQ","via":["ESC-21"]}],"result":{"winners":["5bmyqnNGCzeQ","iLluSC1fDmOo","CN0WTzxaGuFb"],"draw":false,"points":{"CN0WTzxaGuFb":1,"5bmyqnNGCzeQ":3,"aV-g9I45M8YK":0,"iLluSC1fDmOo":1}}}}','5bmyqnNGCzeQ',1456074443980800053,1767225600000);
INSERT INTO "events" VALUES(1456074443980800033,1,1,1456074443980800021,'opened',2,'{"type":"opened","setup":{},"host":"5bmyqnNGCzeQ","players":["5bmyqnNGCzeQ"],"secret":"db717c4cfebea3882fb40fc9f5851f22e51938aa36c8aedcca636bd297434787"}','5bmyqnNGCzeQ',1456074443980800060,1767225600000);
INSERT INTO "events" VALUES(1456074443980800033,2,1,1456074443980800021,'joined',1,'{"type":"joined","player":"iLluSC1fDmOo"}','iLluSC1fDmOo',1456074443980800063,1767225600000);
INSERT INTO "events" VALUES(1456074443980800033,3,1,1456074443980800021,'joined',1,'{"type":"joined","player":"CN0WTzxaGuFb"}','CN0WTzxaGuFb',1456074443980800065,1767225600000);
INSERT INTO "events" VALUES(1456074443980800033,4,1,1456074443980800021,'joined',1,'{"type":"joined","player":"aV-g9I45M8YK"}','aV-g9I45M8YK',1456074443980800067,1767225600000);
INSERT INTO "events" VALUES(1456074443980800033,5,1,1456074443980800021,'started',1,'{"type":"started","seats":["5bmyqnNGCzeQ","aV-g9I45M8YK","CN0WTzxaGuFb","iLluSC1fDmOo"],"first":"CN0WTzxaGuFb"}','5bmyqnNGCzeQ',1456074443980800069,1767225600000);
INSERT INTO "events" VALUES(1456074443980800033,6,1,1456074443980800021,'defeated',3,'{"type":"defeated","reports":[{"loser":"iLluSC1fDmOo","cause":"life","sources":[{"controller":"5bmyqnNGCzeQ"}]}],"outcome":{"moves":[{"player":"iLluSC1fDmOo","status":"servant","master":"5bmyqnNGCzeQ","served":[[0,"iLluSC1fDmOo"]]}],"verdicts":[{"loser":"iLluSC1fDmOo","responsible":"5bmyqnNGCzeQ","becomes":"servant","rule":"ESC-21","answer":"controller","controller":"5bmyqnNGCzeQ","owner":"5bmyqnNGCzeQ"}]}}','5bmyqnNGCzeQ',1456074443980800072,1767225600000);
INSERT INTO "events" VALUES(1456074443980800034,1,1,1456074443980800021,'opened',2,'{"type":"opened","setup":{},"host":"iLluSC1fDmOo","players":["iLluSC1fDmOo"],"secret":"ef5d04c8284748d3fe431d681bad9795a2db604526ddd3dc2d29dcd975dbca07"}','iLluSC1fDmOo',1456074443980800074,1767225600000);
INSERT INTO "events" VALUES(1456074443980800034,2,1,1456074443980800021,'joined',1,'{"type":"joined","player":"CN0WTzxaGuFb"}','CN0WTzxaGuFb',1456074443980800077,1767225600000);
CREATE TABLE guilds (
	guild BIGINT NOT NULL, 
	settings TEXT NOT NULL, 
	left_at BIGINT, due BIGINT, 
	CONSTRAINT pk_guilds PRIMARY KEY (guild)
);
INSERT INTO "guilds" VALUES(1456074443980800021,'{"language":"fr"}',NULL,NULL);
CREATE TABLE people (
	id TEXT NOT NULL, 
	discord_id BIGINT NOT NULL, 
	name TEXT NOT NULL, 
	CONSTRAINT pk_people PRIMARY KEY (id), 
	CONSTRAINT uq_people_discord_id UNIQUE (discord_id)
);
INSERT INTO "people" VALUES('UpyOtAsdEqVI',1456074443980800025,'Ana');
INSERT INTO "people" VALUES('5bmyqnNGCzeQ',1456074443980800026,'Bo');
INSERT INTO "people" VALUES('iLluSC1fDmOo',1456074443980800027,'Cy');
INSERT INTO "people" VALUES('CN0WTzxaGuFb',1456074443980800028,'Di');
INSERT INTO "people" VALUES('aV-g9I45M8YK',1456074443980800029,'Eve');
CREATE TABLE pods (
	channel BIGINT NOT NULL, 
	pod INTEGER NOT NULL, 
	guild BIGINT NOT NULL, 
	state TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	at BIGINT NOT NULL, confirm_by BIGINT, ended BIGINT, 
	CONSTRAINT pk_pods PRIMARY KEY (channel, pod)
);
INSERT INTO "pods" VALUES(1456074443980800032,1,1456074443980800021,'finished',8,1767225600000,NULL,1767225600000);
INSERT INTO "pods" VALUES(1456074443980800033,1,1456074443980800021,'running',6,1767225600000,NULL,NULL);
INSERT INTO "pods" VALUES(1456074443980800034,1,1456074443980800021,'lobby',2,1767225600000,NULL,NULL);
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
	claim BIGINT, 
	tried BIGINT, 
	CONSTRAINT pk_posts PRIMARY KEY (guild, kind, number)
);
INSERT INTO "posts" VALUES(1456074443980800021,'season',1,1767225600000,1767225600000,0,'en',1456074443980800032,1456074443980800057,1,1,NULL,271968972393759810,NULL);
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
INSERT INTO "results" VALUES(1456074443980800032,1,'CN0WTzxaGuFb',1456074443980800021,1,'servant',1,1767225600000,'esclave','free-for-all',0,1,0,0,2.48447081848610480388e+01,8.2564756608529972226e+00,0.25);
INSERT INTO "results" VALUES(1456074443980800032,1,'5bmyqnNGCzeQ',1456074443980800021,3,'master',1,1767225600000,'esclave','free-for-all',3,0,0,1,2.76205493804698143378e+01,8.2635717912594159884e+00,0.25);
INSERT INTO "results" VALUES(1456074443980800032,1,'aV-g9I45M8YK',1456074443980800021,0,'master',0,1767225600000,'esclave','free-for-all',0,0,0,2,2.26900342498080895845e+01,8.17961798837266,0.25);
INSERT INTO "results" VALUES(1456074443980800032,1,'iLluSC1fDmOo',1456074443980800021,1,'servant',1,1767225600000,'esclave','free-for-all',0,1,0,3,2.48447081848610480388e+01,8.2564756608529972226e+00,0.25);
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
INSERT INTO "rivalries" VALUES(1456074443980800021,0,'5bmyqnNGCzeQ','CN0WTzxaGuFb',1);
INSERT INTO "rivalries" VALUES(1456074443980800021,0,'5bmyqnNGCzeQ','aV-g9I45M8YK',1);
INSERT INTO "rivalries" VALUES(1456074443980800021,0,'5bmyqnNGCzeQ','iLluSC1fDmOo',1);
INSERT INTO "rivalries" VALUES(1456074443980800021,2,'5bmyqnNGCzeQ','CN0WTzxaGuFb',1);
INSERT INTO "rivalries" VALUES(1456074443980800021,2,'5bmyqnNGCzeQ','aV-g9I45M8YK',1);
INSERT INTO "rivalries" VALUES(1456074443980800021,2,'5bmyqnNGCzeQ','iLluSC1fDmOo',1);
CREATE TABLE seasons (
	guild BIGINT NOT NULL, 
	number INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	start BIGINT NOT NULL, 
	"end" BIGINT, 
	CONSTRAINT pk_seasons PRIMARY KEY (guild, number)
);
INSERT INTO "seasons" VALUES(1456074443980800021,1,'Spring',1767225600000,1767225600000);
INSERT INTO "seasons" VALUES(1456074443980800021,2,'Summer',1767225600000,NULL);
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
INSERT INTO "standings" VALUES(1456074443980800021,'','','day',20454,'5bmyqnNGCzeQ',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800021,'','','day',20454,'CN0WTzxaGuFb',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800021,'','','day',20454,'aV-g9I45M8YK',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800021,'','','day',20454,'iLluSC1fDmOo',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800021,'','','days_32',639,'5bmyqnNGCzeQ',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800021,'','','days_32',639,'CN0WTzxaGuFb',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800021,'','','days_32',639,'aV-g9I45M8YK',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800021,'','','days_32',639,'iLluSC1fDmOo',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800021,'','','days_8',2556,'5bmyqnNGCzeQ',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800021,'','','days_8',2556,'CN0WTzxaGuFb',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800021,'','','days_8',2556,'aV-g9I45M8YK',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800021,'','','days_8',2556,'iLluSC1fDmOo',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800021,'','','ever',0,'5bmyqnNGCzeQ',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800021,'','','ever',0,'CN0WTzxaGuFb',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800021,'','','ever',0,'aV-g9I45M8YK',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800021,'','','ever',0,'iLluSC1fDmOo',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800021,'','','season',2,'5bmyqnNGCzeQ',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800021,'','','season',2,'CN0WTzxaGuFb',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800021,'','','season',2,'aV-g9I45M8YK',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800021,'','','season',2,'iLluSC1fDmOo',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800021,'','free-for-all','day',20454,'5bmyqnNGCzeQ',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800021,'','free-for-all','day',20454,'CN0WTzxaGuFb',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800021,'','free-for-all','day',20454,'aV-g9I45M8YK',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800021,'','free-for-all','day',20454,'iLluSC1fDmOo',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800021,'','free-for-all','days_32',639,'5bmyqnNGCzeQ',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800021,'','free-for-all','days_32',639,'CN0WTzxaGuFb',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800021,'','free-for-all','days_32',639,'aV-g9I45M8YK',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800021,'','free-for-all','days_32',639,'iLluSC1fDmOo',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800021,'','free-for-all','days_8',2556,'5bmyqnNGCzeQ',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800021,'','free-for-all','days_8',2556,'CN0WTzxaGuFb',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800021,'','free-for-all','days_8',2556,'aV-g9I45M8YK',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800021,'','free-for-all','days_8',2556,'iLluSC1fDmOo',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800021,'','free-for-all','ever',0,'5bmyqnNGCzeQ',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800021,'','free-for-all','ever',0,'CN0WTzxaGuFb',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800021,'','free-for-all','ever',0,'aV-g9I45M8YK',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800021,'','free-for-all','ever',0,'iLluSC1fDmOo',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800021,'','free-for-all','season',2,'5bmyqnNGCzeQ',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800021,'','free-for-all','season',2,'CN0WTzxaGuFb',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800021,'','free-for-all','season',2,'aV-g9I45M8YK',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800021,'','free-for-all','season',2,'iLluSC1fDmOo',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800021,'esclave','','day',20454,'5bmyqnNGCzeQ',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800021,'esclave','','day',20454,'CN0WTzxaGuFb',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800021,'esclave','','day',20454,'aV-g9I45M8YK',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800021,'esclave','','day',20454,'iLluSC1fDmOo',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800021,'esclave','','days_32',639,'5bmyqnNGCzeQ',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800021,'esclave','','days_32',639,'CN0WTzxaGuFb',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800021,'esclave','','days_32',639,'aV-g9I45M8YK',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800021,'esclave','','days_32',639,'iLluSC1fDmOo',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800021,'esclave','','days_8',2556,'5bmyqnNGCzeQ',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800021,'esclave','','days_8',2556,'CN0WTzxaGuFb',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800021,'esclave','','days_8',2556,'aV-g9I45M8YK',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800021,'esclave','','days_8',2556,'iLluSC1fDmOo',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800021,'esclave','','ever',0,'5bmyqnNGCzeQ',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800021,'esclave','','ever',0,'CN0WTzxaGuFb',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800021,'esclave','','ever',0,'aV-g9I45M8YK',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800021,'esclave','','ever',0,'iLluSC1fDmOo',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800021,'esclave','','season',2,'5bmyqnNGCzeQ',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800021,'esclave','','season',2,'CN0WTzxaGuFb',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800021,'esclave','','season',2,'aV-g9I45M8YK',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800021,'esclave','','season',2,'iLluSC1fDmOo',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800021,'esclave','free-for-all','day',20454,'5bmyqnNGCzeQ',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800021,'esclave','free-for-all','day',20454,'CN0WTzxaGuFb',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800021,'esclave','free-for-all','day',20454,'aV-g9I45M8YK',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800021,'esclave','free-for-all','day',20454,'iLluSC1fDmOo',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800021,'esclave','free-for-all','days_32',639,'5bmyqnNGCzeQ',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800021,'esclave','free-for-all','days_32',639,'CN0WTzxaGuFb',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800021,'esclave','free-for-all','days_32',639,'aV-g9I45M8YK',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800021,'esclave','free-for-all','days_32',639,'iLluSC1fDmOo',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800021,'esclave','free-for-all','days_8',2556,'5bmyqnNGCzeQ',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800021,'esclave','free-for-all','days_8',2556,'CN0WTzxaGuFb',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800021,'esclave','free-for-all','days_8',2556,'aV-g9I45M8YK',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800021,'esclave','free-for-all','days_8',2556,'iLluSC1fDmOo',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800021,'esclave','free-for-all','ever',0,'5bmyqnNGCzeQ',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800021,'esclave','free-for-all','ever',0,'CN0WTzxaGuFb',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800021,'esclave','free-for-all','ever',0,'aV-g9I45M8YK',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800021,'esclave','free-for-all','ever',0,'iLluSC1fDmOo',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800021,'esclave','free-for-all','season',2,'5bmyqnNGCzeQ',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800021,'esclave','free-for-all','season',2,'CN0WTzxaGuFb',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800021,'esclave','free-for-all','season',2,'aV-g9I45M8YK',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800021,'esclave','free-for-all','season',2,'iLluSC1fDmOo',1,1,0,1,0,1);
CREATE TABLE uncrowned (
	guild BIGINT NOT NULL, 
	trouble TEXT NOT NULL, 
	told BIGINT NOT NULL, 
	CONSTRAINT pk_uncrowned PRIMARY KEY (guild)
);
CREATE TABLE unrated (
	guild BIGINT NOT NULL, 
	since BIGINT NOT NULL, 
	channel BIGINT NOT NULL, 
	version INTEGER NOT NULL, 
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
CREATE INDEX ix_pods_ended ON pods (guild, ended, channel, pod) WHERE ended IS NOT NULL;
CREATE UNIQUE INDEX ix_seasons_running ON seasons (guild) WHERE "end" IS NULL;
CREATE INDEX ix_standings_best ON standings (guild, variant, "table", span, number, points, player) WHERE span IN ('ever', 'season');
CREATE INDEX ix_standings_no_games ON standings (games) WHERE games = 0;
CREATE INDEX ix_defeats_guild_at ON defeats (guild, at);
CREATE INDEX ix_rivalries_guild_season_times ON rivalries (guild, season, times);
CREATE INDEX ix_rivalries_guild_season_loser ON rivalries (guild, season, loser);
CREATE INDEX ix_rivalries_no_times ON rivalries (times) WHERE times = 0;
CREATE INDEX ix_posts_guild_end ON posts (guild, "end");
CREATE INDEX ix_posts_owed ON posts (guild) WHERE channel IS NOT NULL AND (message IS NULL OR shown < wanted);
CREATE INDEX ix_guilds_due ON guilds (due) WHERE due IS NOT NULL AND left_at IS NULL;
CREATE INDEX ix_champions_discord_id ON champions (discord_id);
COMMIT;
