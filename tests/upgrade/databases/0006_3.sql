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
INSERT INTO "audit" VALUES(1456074443980800031,1456074443980800017,1767225600000,'DrA_a3G6Gkc_','season','{"did":"start","title":"Spring"}');
INSERT INTO "audit" VALUES(1456074443980800051,1456074443980800017,1767225600000,'DrA_a3G6Gkc_','season','{"did":"end","title":"Spring"}');
INSERT INTO "audit" VALUES(1456074443980800054,1456074443980800017,1767225600000,'DrA_a3G6Gkc_','season','{"did":"start","title":"Summer"}');
INSERT INTO "audit" VALUES(1456074443980800075,1456074443980800017,1767225600000,'DrA_a3G6Gkc_','setting','{"setting":"language","before":null,"after":"fr"}');
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
INSERT INTO "events" VALUES(1456074443980800028,1,1,1456074443980800017,'opened',2,'{"type":"opened","setup":{},"host":"ielQb8sklcJo","players":["ielQb8sklcJo"],"secret":"b08cb66fe4ae00371401747d24bc681861a274d1c59758a25d956d3219cc9460"}','ielQb8sklcJo',1456074443980800033,1767225600000);
INSERT INTO "events" VALUES(1456074443980800028,2,1,1456074443980800017,'joined',1,'{"type":"joined","player":"4RGxIxLoN6QK"}','4RGxIxLoN6QK',1456074443980800036,1767225600000);
INSERT INTO "events" VALUES(1456074443980800028,3,1,1456074443980800017,'joined',1,'{"type":"joined","player":"BW0V6lLnJPrF"}','BW0V6lLnJPrF',1456074443980800038,1767225600000);
INSERT INTO "events" VALUES(1456074443980800028,4,1,1456074443980800017,'joined',1,'{"type":"joined","player":"z3WgiyPGLgiZ"}','z3WgiyPGLgiZ',1456074443980800040,1767225600000);
INSERT INTO "events" VALUES(1456074443980800028,5,1,1456074443980800017,'started',1,'{"type":"started","seats":["z3WgiyPGLgiZ","4RGxIxLoN6QK","BW0V6lLnJPrF","ielQb8sklcJo"],"first":"z3WgiyPGLgiZ"}','ielQb8sklcJo',1456074443980800042,1767225600000);
INSERT INTO "events" VALUES(1456074443980800028,6,1,1456074443980800017,'defeated',2,'{"type":"defeated","reports":[{"loser":"4RGxIxLoN6QK","cause":"life","sources":[{"controller":"ielQb8sklcJo"}]}],"outcome":{"moves":[{"player":"4RGxIxLoN6QK","status":"servant","master":"ielQb8sklcJo","served":[[0,"4RGxIxLoN6QK"]]}],"verdicts":[{"loser":"4RGxIxLoN6QK","responsible":"ielQb8sklcJo","becomes":"servant","rule":"ESC-21","answer":"controller","controller":"ielQb8sklcJo","owner":"ielQb8sklcJo"}]}}','ielQb8sklcJo',1456074443980800045,1767225600000);
INSERT INTO "events" VALUES(1456074443980800028,7,1,1456074443980800017,'defeated',2,'{"type":"defeated","reports":[{"loser":"BW0V6lLnJPrF","cause":"life","sources":[{"controller":"ielQb8sklcJo"}]}],"outcome":{"moves":[{"player":"BW0V6lLnJPrF","status":"servant","master":"ielQb8sklcJo","served":[[1,"BW0V6lLnJPrF"]]}],"verdicts":[{"loser":"BW0V6lLnJPrF","responsible":"ielQb8sklcJo","becomes":"servant","rule":"ESC-21","answer":"controller","controller":"ielQb8sklcJo","owner":"ielQb8sklcJo"}]}}','ielQb8sklcJo',1456074443980800047,1767225600000);
INSERT INTO "events" VALUES(1456074443980800028,8,1,1456074443980800017,'defeated',2,'{"type":"defeated","reports":[{"loser":"z3WgiyPGLgiZ","cause":"life","sources":[{"controller":"ielQb8sklcJo"}]}],"outcome":{"verdicts":[{"loser":"z3WgiyPGLgiZ","responsible":"ielQb8sklcJo","becomes":"beaten","rule":"ESC-9","answer":"controller","found":"last","controller":"ielQb8sklcJo","owner":"ielQb8sklcJo"}],"result":{"winners":["ielQb8sklcJo","4RGxIxLoN6QK","BW0V6lLnJPrF"],"draw":false,"points":{"z3WgiyPGLgiZ":0,"4RGxIxLoN6QK":1,"BW0V6lLnJPrF":1,"ielQb8sklcJo":3}}}}','ielQb8sklcJo',1456074443980800049,1767225600000);
INSERT INTO "events" VALUES(1456074443980800029,1,1,1456074443980800017,'opened',2,'{"type":"opened","setup":{},"host":"ielQb8sklcJo","players":["ielQb8sklcJo"],"secret":"34e97d53922de8751fef1f883861720403e693b42a5d9220dd066593b20dd99b"}','ielQb8sklcJo',1456074443980800056,1767225600000);
INSERT INTO "events" VALUES(1456074443980800029,2,1,1456074443980800017,'joined',1,'{"type":"joined","player":"4RGxIxLoN6QK"}','4RGxIxLoN6QK',1456074443980800059,1767225600000);
INSERT INTO "events" VALUES(1456074443980800029,3,1,1456074443980800017,'joined',1,'{"type":"joined","player":"BW0V6lLnJPrF"}','BW0V6lLnJPrF',1456074443980800061,1767225600000);
INSERT INTO "events" VALUES(1456074443980800029,4,1,1456074443980800017,'joined',1,'{"type":"joined","player":"z3WgiyPGLgiZ"}','z3WgiyPGLgiZ',1456074443980800063,1767225600000);
INSERT INTO "events" VALUES(1456074443980800029,5,1,1456074443980800017,'started',1,'{"type":"started","seats":["z3WgiyPGLgiZ","BW0V6lLnJPrF","ielQb8sklcJo","4RGxIxLoN6QK"],"first":"ielQb8sklcJo"}','ielQb8sklcJo',1456074443980800065,1767225600000);
INSERT INTO "events" VALUES(1456074443980800029,6,1,1456074443980800017,'defeated',2,'{"type":"defeated","reports":[{"loser":"4RGxIxLoN6QK","cause":"life","sources":[{"controller":"ielQb8sklcJo"}]}],"outcome":{"moves":[{"player":"4RGxIxLoN6QK","status":"servant","master":"ielQb8sklcJo","served":[[0,"4RGxIxLoN6QK"]]}],"verdicts":[{"loser":"4RGxIxLoN6QK","responsible":"ielQb8sklcJo","becomes":"servant","rule":"ESC-21","answer":"controller","controller":"ielQb8sklcJo","owner":"ielQb8sklcJo"}]}}','ielQb8sklcJo',1456074443980800068,1767225600000);
INSERT INTO "events" VALUES(1456074443980800030,1,1,1456074443980800017,'opened',2,'{"type":"opened","setup":{},"host":"4RGxIxLoN6QK","players":["4RGxIxLoN6QK"],"secret":"ec5f7cb14b32bc2f09917eb441a37434b62d4ec12175aae3b37e4cbedf19a0be"}','4RGxIxLoN6QK',1456074443980800070,1767225600000);
INSERT INTO "events" VALUES(1456074443980800030,2,1,1456074443980800017,'joined',1,'{"type":"joined","player":"BW0V6lLnJPrF"}','BW0V6lLnJPrF',1456074443980800073,1767225600000);
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
INSERT INTO "people" VALUES('DrA_a3G6Gkc_',1456074443980800021,'Ana');
INSERT INTO "people" VALUES('ielQb8sklcJo',1456074443980800022,'Bo');
INSERT INTO "people" VALUES('4RGxIxLoN6QK',1456074443980800023,'Cy');
INSERT INTO "people" VALUES('BW0V6lLnJPrF',1456074443980800024,'Di');
INSERT INTO "people" VALUES('z3WgiyPGLgiZ',1456074443980800025,'Eve');
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
	CONSTRAINT pk_posts PRIMARY KEY (guild, kind, number)
);
INSERT INTO "posts" VALUES(1456074443980800017,'season',1,1767225600000,1767225600000,0,'en',1456074443980800028,1456074443980800053,1,1,NULL);
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
INSERT INTO "results" VALUES(1456074443980800028,1,'z3WgiyPGLgiZ',1456074443980800017,0,'master',0,1767225600000,'esclave','free-for-all',0,0,0,0,NULL,NULL,NULL);
INSERT INTO "results" VALUES(1456074443980800028,1,'4RGxIxLoN6QK',1456074443980800017,1,'servant',1,1767225600000,'esclave','free-for-all',0,1,0,0,NULL,NULL,NULL);
INSERT INTO "results" VALUES(1456074443980800028,1,'BW0V6lLnJPrF',1456074443980800017,1,'servant',1,1767225600000,'esclave','free-for-all',0,1,0,0,NULL,NULL,NULL);
INSERT INTO "results" VALUES(1456074443980800028,1,'ielQb8sklcJo',1456074443980800017,3,'master',1,1767225600000,'esclave','free-for-all',3,0,0,0,NULL,NULL,NULL);
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
INSERT INTO "standings" VALUES(1456074443980800017,'','','day',20454,'4RGxIxLoN6QK',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','','day',20454,'BW0V6lLnJPrF',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','','day',20454,'ielQb8sklcJo',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','','day',20454,'z3WgiyPGLgiZ',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','','days_32',639,'4RGxIxLoN6QK',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','','days_32',639,'BW0V6lLnJPrF',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','','days_32',639,'ielQb8sklcJo',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','','days_32',639,'z3WgiyPGLgiZ',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','','days_8',2556,'4RGxIxLoN6QK',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','','days_8',2556,'BW0V6lLnJPrF',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','','days_8',2556,'ielQb8sklcJo',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','','days_8',2556,'z3WgiyPGLgiZ',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','','ever',0,'4RGxIxLoN6QK',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','','ever',0,'BW0V6lLnJPrF',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','','ever',0,'ielQb8sklcJo',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','','ever',0,'z3WgiyPGLgiZ',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','','season',2,'4RGxIxLoN6QK',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','','season',2,'BW0V6lLnJPrF',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','','season',2,'ielQb8sklcJo',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','','season',2,'z3WgiyPGLgiZ',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','day',20454,'4RGxIxLoN6QK',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','day',20454,'BW0V6lLnJPrF',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','day',20454,'ielQb8sklcJo',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','day',20454,'z3WgiyPGLgiZ',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','days_32',639,'4RGxIxLoN6QK',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','days_32',639,'BW0V6lLnJPrF',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','days_32',639,'ielQb8sklcJo',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','days_32',639,'z3WgiyPGLgiZ',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','days_8',2556,'4RGxIxLoN6QK',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','days_8',2556,'BW0V6lLnJPrF',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','days_8',2556,'ielQb8sklcJo',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','days_8',2556,'z3WgiyPGLgiZ',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','ever',0,'4RGxIxLoN6QK',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','ever',0,'BW0V6lLnJPrF',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','ever',0,'ielQb8sklcJo',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','ever',0,'z3WgiyPGLgiZ',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','season',2,'4RGxIxLoN6QK',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','season',2,'BW0V6lLnJPrF',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','season',2,'ielQb8sklcJo',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','season',2,'z3WgiyPGLgiZ',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','day',20454,'4RGxIxLoN6QK',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','day',20454,'BW0V6lLnJPrF',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','day',20454,'ielQb8sklcJo',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','day',20454,'z3WgiyPGLgiZ',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','days_32',639,'4RGxIxLoN6QK',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','days_32',639,'BW0V6lLnJPrF',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','days_32',639,'ielQb8sklcJo',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','days_32',639,'z3WgiyPGLgiZ',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','days_8',2556,'4RGxIxLoN6QK',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','days_8',2556,'BW0V6lLnJPrF',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','days_8',2556,'ielQb8sklcJo',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','days_8',2556,'z3WgiyPGLgiZ',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','ever',0,'4RGxIxLoN6QK',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','ever',0,'BW0V6lLnJPrF',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','ever',0,'ielQb8sklcJo',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','ever',0,'z3WgiyPGLgiZ',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','season',2,'4RGxIxLoN6QK',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','season',2,'BW0V6lLnJPrF',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','season',2,'ielQb8sklcJo',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','season',2,'z3WgiyPGLgiZ',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','day',20454,'4RGxIxLoN6QK',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','day',20454,'BW0V6lLnJPrF',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','day',20454,'ielQb8sklcJo',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','day',20454,'z3WgiyPGLgiZ',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','days_32',639,'4RGxIxLoN6QK',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','days_32',639,'BW0V6lLnJPrF',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','days_32',639,'ielQb8sklcJo',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','days_32',639,'z3WgiyPGLgiZ',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','days_8',2556,'4RGxIxLoN6QK',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','days_8',2556,'BW0V6lLnJPrF',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','days_8',2556,'ielQb8sklcJo',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','days_8',2556,'z3WgiyPGLgiZ',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','ever',0,'4RGxIxLoN6QK',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','ever',0,'BW0V6lLnJPrF',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','ever',0,'ielQb8sklcJo',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','ever',0,'z3WgiyPGLgiZ',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','season',2,'4RGxIxLoN6QK',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','season',2,'BW0V6lLnJPrF',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','season',2,'ielQb8sklcJo',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','season',2,'z3WgiyPGLgiZ',0,1,0,0,0,0);
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
COMMIT;
