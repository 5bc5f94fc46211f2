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
INSERT INTO "audit" VALUES(1456074443980800031,1456074443980800017,1767225600000,'LgUFhVMbel7R','season','{"did":"start","title":"Spring"}');
INSERT INTO "audit" VALUES(1456074443980800051,1456074443980800017,1767225600000,'LgUFhVMbel7R','season','{"did":"end","title":"Spring"}');
INSERT INTO "audit" VALUES(1456074443980800054,1456074443980800017,1767225600000,'LgUFhVMbel7R','season','{"did":"start","title":"Summer"}');
INSERT INTO "audit" VALUES(1456074443980800075,1456074443980800017,1767225600000,'LgUFhVMbel7R','setting','{"setting":"language","before":null,"after":"fr"}');
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
INSERT INTO "defeats" VALUES(1456074443980800028,1,'Y_BnEeWobhJS','k0EbVN41XuZC',1456074443980800017,1,1767225600000);
INSERT INTO "defeats" VALUES(1456074443980800028,1,'Y_BnEeWobhJS','wHZh1TNxgdRn',1456074443980800017,1,1767225600000);
INSERT INTO "defeats" VALUES(1456074443980800028,1,'Y_BnEeWobhJS','pqOkWPdA1q09',1456074443980800017,1,1767225600000);
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
INSERT INTO "events" VALUES(1456074443980800028,1,1,1456074443980800017,'opened',2,'{"type":"opened","setup":{},"host":"Y_BnEeWobhJS","players":["Y_BnEeWobhJS"],"secret":"2d81dfad40419c0e2f37e7593e6ad4aa79aad79d877f686f3cd1b394ea30df27"}','Y_BnEeWobhJS',1456074443980800033,1767225600000);
INSERT INTO "events" VALUES(1456074443980800028,2,1,1456074443980800017,'joined',1,'{"type":"joined","player":"k0EbVN41XuZC"}','k0EbVN41XuZC',1456074443980800036,1767225600000);
INSERT INTO "events" VALUES(1456074443980800028,3,1,1456074443980800017,'joined',1,'{"type":"joined","player":"wHZh1TNxgdRn"}','wHZh1TNxgdRn',1456074443980800038,1767225600000);
INSERT INTO "events" VALUES(1456074443980800028,4,1,1456074443980800017,'joined',1,'{"type":"joined","player":"pqOkWPdA1q09"}','pqOkWPdA1q09',1456074443980800040,1767225600000);
INSERT INTO "events" VALUES(1456074443980800028,5,1,1456074443980800017,'started',1,'{"type":"started","seats":["pqOkWPdA1q09","k0EbVN41XuZC","wHZh1TNxgdRn","Y_BnEeWobhJS"],"first":"pqOkWPdA1q09"}','Y_BnEeWobhJS',1456074443980800042,1767225600000);
INSERT INTO "events" VALUES(1456074443980800028,6,1,1456074443980800017,'defeated',2,'{"type":"defeated","reports":[{"loser":"k0EbVN41XuZC","cause":"life","sources":[{"controller":"Y_BnEeWobhJS"}]}],"outcome":{"moves":[{"player":"k0EbVN41XuZC","status":"servant","master":"Y_BnEeWobhJS","served":[[0,"k0EbVN41XuZC"]]}],"verdicts":[{"loser":"k0EbVN41XuZC","responsible":"Y_BnEeWobhJS","becomes":"servant","rule":"ESC-21","answer":"controller","controller":"Y_BnEeWobhJS","owner":"Y_BnEeWobhJS"}]}}','Y_BnEeWobhJS',1456074443980800045,1767225600000);
INSERT INTO "events" VALUES(1456074443980800028,7,1,1456074443980800017,'defeated',2,'{"type":"defeated","reports":[{"loser":"wHZh1TNxgdRn","cause":"life","sources":[{"controller":"Y_BnEeWobhJS"}]}],"outcome":{"moves":[{"player":"wHZh1TNxgdRn","status":"servant","master":"Y_BnEeWobhJS","served":[[1,"wHZh1TNxgdRn"]]}],"verdicts":[{"loser":"wHZh1TNxgdRn","responsible":"Y_BnEeWobhJS","becomes":"servant","rule":"ESC-21","answer":"controller","controller":"Y_BnEeWobhJS","owner":"Y_BnEeWobhJS"}]}}','Y_BnEeWobhJS',1456074443980800047,1767225600000);
INSERT INTO "events" VALUES(1456074443980800028,8,1,1456074443980800017,'defeated',2,'{"type":"defeated","reports":[{"loser":"pqOkWPdA1q09","cause":"life","sources":[{"controller":"Y_BnEeWobhJS"}]}],"outcome":{"verdicts":[{"loser":"pqOkWPdA1q09","responsible":"Y_BnEeWobhJS","becomes":"beaten","rule":"ESC-9","answer":"controller","found":"last","controller":"Y_BnEeWobhJS","owner":"Y_BnEeWobhJS"}],"result":{"winners":["Y_BnEeWobhJS","k0EbVN41XuZC","wHZh1TNxgdRn"],"draw":false,"points":{"pqOkWPdA1q09":0,"k0EbVN41XuZC":1,"wHZh1TNxgdRn":1,"Y_BnEeWobhJS":3}}}}','Y_BnEeWobhJS',1456074443980800049,1767225600000);
INSERT INTO "events" VALUES(1456074443980800029,1,1,1456074443980800017,'opened',2,'{"type":"opened","setup":{},"host":"Y_BnEeWobhJS","players":["Y_BnEeWobhJS"],"secret":"6df435a5f316788e78339ce3a9f588cc728ed8bbda15d4f2dd646cb142399c1a"}','Y_BnEeWobhJS',1456074443980800056,1767225600000);
INSERT INTO "events" VALUES(1456074443980800029,2,1,1456074443980800017,'joined',1,'{"type":"joined","player":"k0EbVN41XuZC"}','k0EbVN41XuZC',1456074443980800059,1767225600000);
INSERT INTO "events" VALUES(1456074443980800029,3,1,1456074443980800017,'joined',1,'{"type":"joined","player":"wHZh1TNxgdRn"}','wHZh1TNxgdRn',1456074443980800061,1767225600000);
INSERT INTO "events" VALUES(1456074443980800029,4,1,1456074443980800017,'joined',1,'{"type":"joined","player":"pqOkWPdA1q09"}','pqOkWPdA1q09',1456074443980800063,1767225600000);
INSERT INTO "events" VALUES(1456074443980800029,5,1,1456074443980800017,'started',1,'{"type":"started","seats":["Y_BnEeWobhJS","wHZh1TNxgdRn","k0EbVN41XuZC","pqOkWPdA1q09"],"first":"k0EbVN41XuZC"}','Y_BnEeWobhJS',1456074443980800065,1767225600000);
INSERT INTO "events" VALUES(1456074443980800029,6,1,1456074443980800017,'defeated',2,'{"type":"defeated","reports":[{"loser":"k0EbVN41XuZC","cause":"life","sources":[{"controller":"Y_BnEeWobhJS"}]}],"outcome":{"moves":[{"player":"k0EbVN41XuZC","status":"servant","master":"Y_BnEeWobhJS","served":[[0,"k0EbVN41XuZC"]]}],"verdicts":[{"loser":"k0EbVN41XuZC","responsible":"Y_BnEeWobhJS","becomes":"servant","rule":"ESC-21","answer":"controller","controller":"Y_BnEeWobhJS","owner":"Y_BnEeWobhJS"}],"turn":{"active":[],"number":1,"seat":"k0EbVN41XuZC"}}}','Y_BnEeWobhJS',1456074443980800068,1767225600000);
INSERT INTO "events" VALUES(1456074443980800030,1,1,1456074443980800017,'opened',2,'{"type":"opened","setup":{},"host":"k0EbVN41XuZC","players":["k0EbVN41XuZC"],"secret":"9f5b41b0430b1242dd725b6fc4207fd9ac0f2c5fa97fa169d088f2229acadac8"}','k0EbVN41XuZC',1456074443980800070,1767225600000);
INSERT INTO "events" VALUES(1456074443980800030,2,1,1456074443980800017,'joined',1,'{"type":"joined","player":"wHZh1TNxgdRn"}','wHZh1TNxgdRn',1456074443980800073,1767225600000);
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
INSERT INTO "people" VALUES('LgUFhVMbel7R',1456074443980800021,'Ana');
INSERT INTO "people" VALUES('Y_BnEeWobhJS',1456074443980800022,'Bo');
INSERT INTO "people" VALUES('k0EbVN41XuZC',1456074443980800023,'Cy');
INSERT INTO "people" VALUES('wHZh1TNxgdRn',1456074443980800024,'Di');
INSERT INTO "people" VALUES('pqOkWPdA1q09',1456074443980800025,'Eve');
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
	claim BIGINT, 
	tried BIGINT, 
	CONSTRAINT pk_posts PRIMARY KEY (guild, kind, number)
);
INSERT INTO "posts" VALUES(1456074443980800017,'season',1,1767225600000,1767225600000,0,'en',1456074443980800028,1456074443980800053,1,1,NULL,116627736254784796,NULL);
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
INSERT INTO "results" VALUES(1456074443980800028,1,'pqOkWPdA1q09',1456074443980800017,0,'master',0,1767225600000,'esclave','free-for-all',0,0,0,0,2.28259145880546725497e+01,8.17961798837266,0.25);
INSERT INTO "results" VALUES(1456074443980800028,1,'k0EbVN41XuZC',1456074443980800017,1,'servant',1,1767225600000,'esclave','free-for-all',0,1,0,1,2.48447081848610480388e+01,8.2564756608529972226e+00,0.25);
INSERT INTO "results" VALUES(1456074443980800028,1,'wHZh1TNxgdRn',1456074443980800017,1,'servant',1,1767225600000,'esclave','free-for-all',0,1,0,2,2.48447081848610480388e+01,8.2564756608529972226e+00,0.25);
INSERT INTO "results" VALUES(1456074443980800028,1,'Y_BnEeWobhJS',1456074443980800017,3,'master',1,1767225600000,'esclave','free-for-all',3,0,0,3,2.77952526725011352928e+01,8.2635717912594159884e+00,0.25);
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
INSERT INTO "rivalries" VALUES(1456074443980800017,0,'Y_BnEeWobhJS','k0EbVN41XuZC',1);
INSERT INTO "rivalries" VALUES(1456074443980800017,0,'Y_BnEeWobhJS','pqOkWPdA1q09',1);
INSERT INTO "rivalries" VALUES(1456074443980800017,0,'Y_BnEeWobhJS','wHZh1TNxgdRn',1);
INSERT INTO "rivalries" VALUES(1456074443980800017,2,'Y_BnEeWobhJS','k0EbVN41XuZC',1);
INSERT INTO "rivalries" VALUES(1456074443980800017,2,'Y_BnEeWobhJS','pqOkWPdA1q09',1);
INSERT INTO "rivalries" VALUES(1456074443980800017,2,'Y_BnEeWobhJS','wHZh1TNxgdRn',1);
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
INSERT INTO "standings" VALUES(1456074443980800017,'','','day',20454,'Y_BnEeWobhJS',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','','day',20454,'k0EbVN41XuZC',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','','day',20454,'pqOkWPdA1q09',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','','day',20454,'wHZh1TNxgdRn',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','','days_32',639,'Y_BnEeWobhJS',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','','days_32',639,'k0EbVN41XuZC',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','','days_32',639,'pqOkWPdA1q09',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','','days_32',639,'wHZh1TNxgdRn',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','','days_8',2556,'Y_BnEeWobhJS',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','','days_8',2556,'k0EbVN41XuZC',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','','days_8',2556,'pqOkWPdA1q09',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','','days_8',2556,'wHZh1TNxgdRn',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','','ever',0,'Y_BnEeWobhJS',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','','ever',0,'k0EbVN41XuZC',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','','ever',0,'pqOkWPdA1q09',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','','ever',0,'wHZh1TNxgdRn',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','','season',2,'Y_BnEeWobhJS',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','','season',2,'k0EbVN41XuZC',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','','season',2,'pqOkWPdA1q09',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','','season',2,'wHZh1TNxgdRn',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','day',20454,'Y_BnEeWobhJS',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','day',20454,'k0EbVN41XuZC',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','day',20454,'pqOkWPdA1q09',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','day',20454,'wHZh1TNxgdRn',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','days_32',639,'Y_BnEeWobhJS',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','days_32',639,'k0EbVN41XuZC',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','days_32',639,'pqOkWPdA1q09',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','days_32',639,'wHZh1TNxgdRn',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','days_8',2556,'Y_BnEeWobhJS',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','days_8',2556,'k0EbVN41XuZC',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','days_8',2556,'pqOkWPdA1q09',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','days_8',2556,'wHZh1TNxgdRn',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','ever',0,'Y_BnEeWobhJS',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','ever',0,'k0EbVN41XuZC',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','ever',0,'pqOkWPdA1q09',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','ever',0,'wHZh1TNxgdRn',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','season',2,'Y_BnEeWobhJS',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','season',2,'k0EbVN41XuZC',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','season',2,'pqOkWPdA1q09',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'','free-for-all','season',2,'wHZh1TNxgdRn',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','day',20454,'Y_BnEeWobhJS',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','day',20454,'k0EbVN41XuZC',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','day',20454,'pqOkWPdA1q09',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','day',20454,'wHZh1TNxgdRn',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','days_32',639,'Y_BnEeWobhJS',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','days_32',639,'k0EbVN41XuZC',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','days_32',639,'pqOkWPdA1q09',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','days_32',639,'wHZh1TNxgdRn',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','days_8',2556,'Y_BnEeWobhJS',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','days_8',2556,'k0EbVN41XuZC',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','days_8',2556,'pqOkWPdA1q09',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','days_8',2556,'wHZh1TNxgdRn',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','ever',0,'Y_BnEeWobhJS',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','ever',0,'k0EbVN41XuZC',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','ever',0,'pqOkWPdA1q09',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','ever',0,'wHZh1TNxgdRn',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','season',2,'Y_BnEeWobhJS',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','season',2,'k0EbVN41XuZC',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','season',2,'pqOkWPdA1q09',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','','season',2,'wHZh1TNxgdRn',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','day',20454,'Y_BnEeWobhJS',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','day',20454,'k0EbVN41XuZC',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','day',20454,'pqOkWPdA1q09',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','day',20454,'wHZh1TNxgdRn',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','days_32',639,'Y_BnEeWobhJS',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','days_32',639,'k0EbVN41XuZC',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','days_32',639,'pqOkWPdA1q09',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','days_32',639,'wHZh1TNxgdRn',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','days_8',2556,'Y_BnEeWobhJS',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','days_8',2556,'k0EbVN41XuZC',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','days_8',2556,'pqOkWPdA1q09',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','days_8',2556,'wHZh1TNxgdRn',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','ever',0,'Y_BnEeWobhJS',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','ever',0,'k0EbVN41XuZC',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','ever',0,'pqOkWPdA1q09',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','ever',0,'wHZh1TNxgdRn',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','season',2,'Y_BnEeWobhJS',3,1,1,0,3,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','season',2,'k0EbVN41XuZC',1,1,0,1,0,1);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','season',2,'pqOkWPdA1q09',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800017,'esclave','free-for-all','season',2,'wHZh1TNxgdRn',1,1,0,1,0,1);
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
