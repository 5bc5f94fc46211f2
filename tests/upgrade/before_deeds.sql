BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0031');
CREATE TABLE audit (
	id BIGINT NOT NULL, 
	guild BIGINT NOT NULL, 
	at BIGINT NOT NULL, 
	"by" TEXT NOT NULL, 
	what TEXT NOT NULL, 
	details TEXT NOT NULL, 
	CONSTRAINT pk_audit PRIMARY KEY (id)
);
CREATE TABLE avoidances (
	guild BIGINT NOT NULL, 
	player TEXT NOT NULL, 
	avoided TEXT NOT NULL, 
	CONSTRAINT pk_avoidances PRIMARY KEY (guild, player, avoided)
);
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
	former BIGINT, told TEXT, picture TEXT, calls TEXT, tried BIGINT, 
	CONSTRAINT pk_boards PRIMARY KEY (channel, pod)
);
INSERT INTO "boards" VALUES(1,1,900,'fr',5,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1767268860000);
INSERT INTO "boards" VALUES(1,6,900,'fr',10,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1767269160000);
INSERT INTO "boards" VALUES(2,1,900,'fr',5,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1767268860000);
INSERT INTO "boards" VALUES(3,1,900,'fr',7,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1767268860000);
INSERT INTO "boards" VALUES(4,1,900,'fr',6,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1767268860000);
INSERT INTO "boards" VALUES(5,1,900,'fr',6,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1767268860000);
CREATE TABLE champions (
	guild BIGINT NOT NULL, 
	discord_id BIGINT NOT NULL, 
	role BIGINT NOT NULL, 
	given BOOLEAN NOT NULL, 
	CONSTRAINT pk_champions PRIMARY KEY (guild, discord_id, role)
);
CREATE TABLE decks (
	player TEXT NOT NULL, 
	deck TEXT NOT NULL, 
	CONSTRAINT pk_decks PRIMARY KEY (player)
);
CREATE TABLE defeats (
	channel BIGINT NOT NULL, 
	pod INTEGER NOT NULL, 
	responsible TEXT NOT NULL, 
	loser TEXT NOT NULL, 
	guild BIGINT NOT NULL, 
	times INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	game TEXT NOT NULL, 
	CONSTRAINT pk_defeats PRIMARY KEY (channel, pod, responsible, loser)
);
INSERT INTO "defeats" VALUES(1,1,'ana','bo',900,1,1767269100000,'pod');
INSERT INTO "defeats" VALUES(1,1,'ana','cy',900,1,1767269100000,'pod');
INSERT INTO "defeats" VALUES(1,1,'ana','di',900,1,1767269100000,'pod');
INSERT INTO "defeats" VALUES(1,6,'bo','ana',900,1,1767269400000,'pod');
INSERT INTO "defeats" VALUES(1,6,'bo','cy',900,1,1767269400000,'pod');
INSERT INTO "defeats" VALUES(1,6,'bo','di',900,1,1767269400000,'pod');
INSERT INTO "defeats" VALUES(2,1,'ana','bo',900,1,1767269100000,'pod');
INSERT INTO "defeats" VALUES(2,1,'ana','cy',900,1,1767269100000,'pod');
INSERT INTO "defeats" VALUES(2,1,'ana','di',900,1,1767269100000,'pod');
INSERT INTO "defeats" VALUES(3,1,'ana','bo',900,2,1767269220000,'pod');
INSERT INTO "defeats" VALUES(3,1,'bo','ana',900,1,1767269220000,'pod');
INSERT INTO "defeats" VALUES(3,1,'cy','di',900,1,1767269220000,'pod');
INSERT INTO "defeats" VALUES(4,1,'ana','bo',900,1,1767269160000,'pod');
INSERT INTO "defeats" VALUES(4,1,'ana','cy',900,1,1767269160000,'pod');
INSERT INTO "defeats" VALUES(4,1,'di','ana',900,1,1767269160000,'pod');
INSERT INTO "defeats" VALUES(5,1,'cy','bo',900,1,1767269100000,'pod');
INSERT INTO "defeats" VALUES(5,1,'ana','cy',900,1,1767269100000,'pod');
INSERT INTO "defeats" VALUES(5,1,'ana','di',900,1,1767269100000,'pod');
CREATE TABLE dismissals (
	channel BIGINT NOT NULL, 
	pod INTEGER NOT NULL, 
	guild BIGINT NOT NULL, 
	CONSTRAINT pk_dismissals PRIMARY KEY (channel, pod)
);
CREATE TABLE draw_numbers (
	guild BIGINT NOT NULL, 
	number INTEGER NOT NULL, 
	CONSTRAINT pk_draw_numbers PRIMARY KEY (guild, number)
);
CREATE TABLE draws (
	channel BIGINT NOT NULL, 
	pod INTEGER NOT NULL, 
	guild BIGINT NOT NULL, 
	number INTEGER NOT NULL, 
	home BIGINT NOT NULL, 
	source INTEGER, 
	commitment TEXT NOT NULL, 
	used BOOLEAN NOT NULL, 
	CONSTRAINT pk_draws PRIMARY KEY (channel, pod)
);
CREATE TABLE entry_calls (
	player TEXT NOT NULL, 
	channel BIGINT NOT NULL, 
	pod INTEGER NOT NULL, 
	guild BIGINT NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_entry_calls PRIMARY KEY (player)
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
INSERT INTO "events" VALUES(1,1,1,900,'opened',5,'{"type":"opened","setup":{},"host":"ana","players":["ana","bo","cy","di"]}','ana',NULL,1767268860000);
INSERT INTO "events" VALUES(1,2,1,900,'started',2,'{"type":"started","seats":["ana","bo","cy","di"],"first":"ana"}','ana',NULL,1767268920000);
INSERT INTO "events" VALUES(1,3,1,900,'defeated',4,'{"type":"defeated","reports":[{"loser":"bo","cause":"life","sources":[{"controller":"ana","object":"Lightning Bolt"}]}],"outcome":{"moves":[{"player":"bo","status":"servant","master":"ana","served":[[0,"bo"]]}],"verdicts":[{"loser":"bo","responsible":"ana","becomes":"servant","rule":"ESC-21","answer":"controller","source":"Lightning Bolt","controller":"ana","owner":"ana"}]}}','ana',NULL,1767268980000);
INSERT INTO "events" VALUES(1,4,1,900,'defeated',4,'{"type":"defeated","reports":[{"loser":"cy","cause":"life","sources":[{"controller":"ana","object":"Lightning Bolt"}]}],"outcome":{"moves":[{"player":"cy","status":"servant","master":"ana","served":[[1,"cy"]]}],"verdicts":[{"loser":"cy","responsible":"ana","becomes":"servant","rule":"ESC-21","answer":"controller","source":"Lightning Bolt","controller":"ana","owner":"ana"}]}}','ana',NULL,1767269040000);
INSERT INTO "events" VALUES(1,5,1,900,'defeated',4,'{"type":"defeated","reports":[{"loser":"di","cause":"life","sources":[{"controller":"ana","object":"Lightning Bolt"}]}],"outcome":{"verdicts":[{"loser":"di","responsible":"ana","becomes":"beaten","rule":"ESC-9","answer":"controller","found":"last","source":"Lightning Bolt","controller":"ana","owner":"ana","via":["ESC-21"]}],"result":{"winners":["ana","bo","cy"],"draw":false,"points":{"ana":3,"bo":1,"cy":1,"di":0}}}}','ana',NULL,1767269100000);
INSERT INTO "events" VALUES(1,6,6,900,'opened',5,'{"type":"opened","setup":{"scoring":"lotus"},"host":"ana","players":["ana","bo","cy","di"]}','ana',NULL,1767269160000);
INSERT INTO "events" VALUES(1,7,6,900,'started',2,'{"type":"started","seats":["ana","bo","cy","di"],"first":"ana"}','ana',NULL,1767269220000);
INSERT INTO "events" VALUES(1,8,6,900,'defeated',4,'{"type":"defeated","reports":[{"loser":"ana","cause":"life","sources":[{"controller":"bo","object":"Lightning Bolt"}]}],"outcome":{"moves":[{"player":"ana","status":"servant","master":"bo","served":[[0,"ana"]]}],"verdicts":[{"loser":"ana","responsible":"bo","becomes":"servant","rule":"ESC-21","answer":"controller","source":"Lightning Bolt","controller":"bo","owner":"bo"}],"turn":{"active":[],"number":1,"seat":"ana"}}}','ana',NULL,1767269280000);
INSERT INTO "events" VALUES(1,9,6,900,'defeated',4,'{"type":"defeated","reports":[{"loser":"cy","cause":"life","sources":[{"controller":"bo","object":"Lightning Bolt"}]}],"outcome":{"moves":[{"player":"cy","status":"servant","master":"bo","served":[[1,"cy"]]}],"verdicts":[{"loser":"cy","responsible":"bo","becomes":"servant","rule":"ESC-21","answer":"controller","source":"Lightning Bolt","controller":"bo","owner":"bo"}]}}','ana',NULL,1767269340000);
INSERT INTO "events" VALUES(1,10,6,900,'defeated',4,'{"type":"defeated","reports":[{"loser":"di","cause":"life","sources":[{"controller":"bo","object":"Lightning Bolt"}]}],"outcome":{"verdicts":[{"loser":"di","responsible":"bo","becomes":"beaten","rule":"ESC-9","answer":"controller","found":"last","source":"Lightning Bolt","controller":"bo","owner":"bo","via":["ESC-21"]}],"result":{"winners":["bo","ana","cy"],"draw":false,"points":{"ana":1,"bo":3,"cy":1,"di":0}}}}','ana',NULL,1767269400000);
INSERT INTO "events" VALUES(2,1,1,900,'opened',5,'{"type":"opened","setup":{"variant":"Long night","house":{"loser_becomes":"servant","nobody_responsible":"masterless","servants_of_loser":"stay","life_after":30,"solo_turns":3,"min_players":3,"points":{"won_as_master":5,"won_as_servant":1,"lost_as_servant":-2,"combo_win":4,"draw":1}}},"host":"ana","players":["ana","bo","cy","di"]}','ana',NULL,1767268860000);
INSERT INTO "events" VALUES(2,2,1,900,'started',2,'{"type":"started","seats":["ana","bo","cy","di"],"first":"ana"}','ana',NULL,1767268920000);
INSERT INTO "events" VALUES(2,3,1,900,'defeated',4,'{"type":"defeated","reports":[{"loser":"bo","cause":"life","sources":[{"controller":"ana","object":"Lightning Bolt"}]}],"outcome":{"moves":[{"player":"bo","status":"servant","master":"ana","served":[[0,"bo"]],"phased":true}],"verdicts":[{"loser":"bo","responsible":"ana","becomes":"servant","rule":"NEC-2","answer":"controller","source":"Lightning Bolt","controller":"ana","owner":"ana","via":["NEC-D1"]}]}}','ana',NULL,1767268980000);
INSERT INTO "events" VALUES(2,4,1,900,'defeated',4,'{"type":"defeated","reports":[{"loser":"cy","cause":"life","sources":[{"controller":"ana","object":"Lightning Bolt"}]}],"outcome":{"moves":[{"player":"cy","status":"servant","master":"ana","served":[[1,"cy"]],"phased":true}],"verdicts":[{"loser":"cy","responsible":"ana","becomes":"servant","rule":"NEC-2","answer":"controller","source":"Lightning Bolt","controller":"ana","owner":"ana","via":["NEC-D1"]}]}}','ana',NULL,1767269040000);
INSERT INTO "events" VALUES(2,5,1,900,'defeated',4,'{"type":"defeated","reports":[{"loser":"di","cause":"life","sources":[{"controller":"ana","object":"Lightning Bolt"}]}],"outcome":{"verdicts":[{"loser":"di","responsible":"ana","becomes":"beaten","rule":"NEC-13","answer":"controller","found":"last","source":"Lightning Bolt","controller":"ana","owner":"ana","via":["NEC-D1"]}],"result":{"winners":["ana"],"draw":false,"points":{"ana":5,"bo":-2,"cy":-2,"di":0}}}}','ana',NULL,1767269100000);
INSERT INTO "events" VALUES(3,1,1,900,'opened',5,'{"type":"opened","setup":{"variant":"respawn","scoring":"respawn"},"host":"ana","players":["ana","bo","cy","di"]}','ana',NULL,1767268860000);
INSERT INTO "events" VALUES(3,2,1,900,'started',2,'{"type":"started","seats":["ana","bo","cy","di"],"first":"ana"}','ana',NULL,1767268920000);
INSERT INTO "events" VALUES(3,3,1,900,'defeated',4,'{"type":"defeated","reports":[{"loser":"bo","cause":"life","sources":[{"controller":"ana","object":"Lightning Bolt"}]}],"outcome":{"moves":[{"player":"bo","score":-1,"phased":true},{"player":"ana","score":1}],"verdicts":[{"loser":"bo","responsible":"ana","becomes":"rejoins","rule":"NEC-D1","answer":"controller","source":"Lightning Bolt","controller":"ana","owner":"ana"}]}}','ana',NULL,1767268980000);
INSERT INTO "events" VALUES(3,4,1,900,'defeated',4,'{"type":"defeated","reports":[{"loser":"bo","cause":"life","sources":[{"controller":"ana","object":"Lightning Bolt"}]}],"outcome":{"moves":[{"player":"bo","score":-2,"phased":true},{"player":"ana","score":2}],"verdicts":[{"loser":"bo","responsible":"ana","becomes":"rejoins","rule":"NEC-D1","answer":"controller","source":"Lightning Bolt","controller":"ana","owner":"ana"}]}}','ana',NULL,1767269040000);
INSERT INTO "events" VALUES(3,5,1,900,'defeated',4,'{"type":"defeated","reports":[{"loser":"ana","cause":"life","sources":[{"controller":"bo","object":"Lightning Bolt"}]}],"outcome":{"moves":[{"player":"ana","score":1,"phased":true},{"player":"bo","score":-1,"phased":true}],"verdicts":[{"loser":"ana","responsible":"bo","becomes":"rejoins","rule":"NEC-D1","answer":"controller","source":"Lightning Bolt","controller":"bo","owner":"bo"}]}}','ana',NULL,1767269100000);
INSERT INTO "events" VALUES(3,6,1,900,'defeated',4,'{"type":"defeated","reports":[{"loser":"di","cause":"life","sources":[{"controller":"cy","object":"Lightning Bolt"}]}],"outcome":{"moves":[{"player":"di","score":-1,"phased":true},{"player":"cy","score":1}],"verdicts":[{"loser":"di","responsible":"cy","becomes":"rejoins","rule":"NEC-D1","answer":"controller","source":"Lightning Bolt","controller":"cy","owner":"cy"}]}}','ana',NULL,1767269160000);
INSERT INTO "events" VALUES(3,7,1,900,'closed',3,'{"type":"closed","outcome":{"result":{"winners":["ana","cy"],"draw":false,"points":{"ana":1,"bo":-1,"cy":1,"di":-1}}}}','ana',NULL,1767269220000);
INSERT INTO "events" VALUES(4,1,1,900,'opened',5,'{"type":"opened","setup":{"variant":"elimination","scoring":"elimination"},"host":"ana","players":["ana","bo","cy","di"]}','ana',NULL,1767268860000);
INSERT INTO "events" VALUES(4,2,1,900,'started',2,'{"type":"started","seats":["ana","bo","cy","di"],"first":"ana"}','ana',NULL,1767268920000);
INSERT INTO "events" VALUES(4,3,1,900,'defeated',4,'{"type":"defeated","reports":[{"loser":"bo","cause":"poison","sources":[{"controller":"ana","object":"Toxin"}]},{"loser":"cy","cause":"poison","sources":[{"controller":"ana","object":"Toxin"}]}],"outcome":{"moves":[{"player":"bo","status":"out","out_as":"master"},{"player":"cy","status":"out","out_as":"master"}],"verdicts":[{"loser":"bo","responsible":"ana","becomes":"out","rule":"NEC-D1","answer":"controller","source":"Toxin","controller":"ana","owner":"ana"},{"loser":"cy","responsible":"ana","becomes":"out","rule":"NEC-D1","answer":"controller","source":"Toxin","controller":"ana","owner":"ana"}]}}','ana',NULL,1767268980000);
INSERT INTO "events" VALUES(4,4,1,900,'defeated',4,'{"type":"defeated","reports":[{"loser":"di","cause":"life","sources":[{"controller":"ana","object":"Lightning Bolt"}]}],"outcome":{"moves":[{"player":"di","status":"out","out_as":"master"}],"verdicts":[{"loser":"di","responsible":"ana","becomes":"beaten","rule":"TAB-20","answer":"controller","found":"last","source":"Lightning Bolt","controller":"ana","owner":"ana","via":["NEC-D1"]}],"result":{"winners":["ana"],"draw":false,"points":{"ana":3,"bo":0,"cy":0,"di":0}}}}','ana',NULL,1767269040000);
INSERT INTO "events" VALUES(4,5,1,900,'undone',4,'{"type":"undone"}','ana',NULL,1767269100000);
INSERT INTO "events" VALUES(4,6,1,900,'defeated',4,'{"type":"defeated","reports":[{"loser":"ana","cause":"life","sources":[{"controller":"di","object":"Lightning Bolt"}]}],"outcome":{"moves":[{"player":"ana","status":"out","out_as":"master"}],"verdicts":[{"loser":"ana","responsible":"di","becomes":"beaten","rule":"TAB-20","answer":"controller","found":"last","source":"Lightning Bolt","controller":"di","owner":"di","via":["NEC-D1"]}],"turn":{"active":[],"number":1,"seat":"ana"},"result":{"winners":["di"],"draw":false,"points":{"ana":0,"bo":0,"cy":0,"di":3}}}}','ana',NULL,1767269160000);
INSERT INTO "events" VALUES(5,1,1,900,'opened',5,'{"type":"opened","setup":{},"host":"ana","players":["ana","bo","cy","di"]}','ana',NULL,1767268860000);
INSERT INTO "events" VALUES(5,2,1,900,'started',2,'{"type":"started","seats":["ana","bo","cy","di"],"first":"ana"}','ana',NULL,1767268920000);
INSERT INTO "events" VALUES(5,3,1,900,'defeated',4,'{"type":"defeated","reports":[{"loser":"bo","cause":"life","sources":[{"controller":"ana","object":"Lightning Bolt"}]}],"outcome":{"moves":[{"player":"bo","status":"servant","master":"ana","served":[[0,"bo"]]}],"verdicts":[{"loser":"bo","responsible":"ana","becomes":"servant","rule":"ESC-21","answer":"controller","source":"Lightning Bolt","controller":"ana","owner":"ana"}]}}','ana',NULL,1767268980000);
INSERT INTO "events" VALUES(5,4,1,900,'defeated',4,'{"type":"defeated","reports":[{"loser":"cy","cause":"life","sources":[{"controller":"ana","object":"Lightning Bolt"}]}],"outcome":{"moves":[{"player":"cy","status":"servant","master":"ana","served":[[1,"cy"]]}],"verdicts":[{"loser":"cy","responsible":"ana","becomes":"servant","rule":"ESC-21","answer":"controller","source":"Lightning Bolt","controller":"ana","owner":"ana"}]}}','ana',NULL,1767269040000);
INSERT INTO "events" VALUES(5,5,1,900,'defeated',4,'{"type":"defeated","reports":[{"loser":"di","cause":"life","sources":[{"controller":"ana","object":"Lightning Bolt"}]}],"outcome":{"verdicts":[{"loser":"di","responsible":"ana","becomes":"beaten","rule":"ESC-9","answer":"controller","found":"last","source":"Lightning Bolt","controller":"ana","owner":"ana","via":["ESC-21"]}],"result":{"winners":["ana","bo","cy"],"draw":false,"points":{"ana":3,"bo":1,"cy":1,"di":0}}}}','ana',NULL,1767269100000);
INSERT INTO "events" VALUES(5,6,1,900,'corrected',7,'{"type":"corrected","story":[{"type":"opened","setup":{},"host":"ana","players":["ana","bo","cy","di"]},{"type":"started","seats":["ana","bo","cy","di"],"first":"ana"},{"type":"defeated","reports":[{"loser":"bo","cause":"life","sources":[{"controller":"cy","object":"Lightning Bolt"}]}],"outcome":{"moves":[{"player":"bo","status":"servant","master":"cy","served":[[0,"bo"]]}],"verdicts":[{"loser":"bo","responsible":"cy","becomes":"servant","rule":"ESC-21","answer":"controller","source":"Lightning Bolt","controller":"cy","owner":"cy"}]}},{"type":"defeated","reports":[{"loser":"cy","cause":"life","sources":[{"controller":"ana","object":"Lightning Bolt"}]}],"outcome":{"moves":[{"player":"cy","status":"servant","master":"ana","served":[[1,"cy"]]},{"player":"bo","status":"servant","master":"ana","served":[[1,"cy"],[0,"bo"]]}],"verdicts":[{"loser":"cy","responsible":"ana","becomes":"servant","rule":"ESC-21","answer":"controller","source":"Lightning Bolt","controller":"ana","owner":"ana"}]}},{"type":"defeated","reports":[{"loser":"di","cause":"life","sources":[{"controller":"ana","object":"Lightning Bolt"}]}],"outcome":{"verdicts":[{"loser":"di","responsible":"ana","becomes":"beaten","rule":"ESC-9","answer":"controller","found":"last","source":"Lightning Bolt","controller":"ana","owner":"ana","via":["ESC-21"]}],"result":{"winners":["ana","cy","bo"],"draw":false,"points":{"ana":3,"bo":1,"cy":1,"di":0}}}}],"steps":[2],"reason":"it was Cy","by":"ana","was":[{"type":"defeated","reports":[{"loser":"bo","cause":"life","sources":[{"controller":"ana","object":"Lightning Bolt"}]}],"outcome":{"moves":[{"player":"bo","status":"servant","master":"ana","served":[[0,"bo"]]}],"verdicts":[{"loser":"bo","responsible":"ana","becomes":"servant","rule":"ESC-21","answer":"controller","source":"Lightning Bolt","controller":"ana","owner":"ana"}]}}]}','ana',NULL,1767269160000);
CREATE TABLE exclusions (
	guild BIGINT NOT NULL, 
	season INTEGER NOT NULL, 
	player TEXT NOT NULL, 
	reason TEXT NOT NULL, 
	at BIGINT NOT NULL, 
	"by" TEXT NOT NULL, 
	CONSTRAINT pk_exclusions PRIMARY KEY (guild, season, player)
);
CREATE TABLE former_ids (
	guild BIGINT NOT NULL, 
	season INTEGER NOT NULL, 
	player TEXT NOT NULL, 
	tag TEXT NOT NULL, 
	"key" TEXT NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_former_ids PRIMARY KEY (guild, season, player)
);
CREATE TABLE guests (
	player TEXT NOT NULL, 
	guild BIGINT NOT NULL, 
	asked_by TEXT, 
	asked BIGINT, 
	claimed_by TEXT, 
	CONSTRAINT pk_guests PRIMARY KEY (player)
);
CREATE TABLE guilds (
	guild BIGINT NOT NULL, 
	settings TEXT NOT NULL, 
	left_at BIGINT, due BIGINT, commands TEXT, 
	CONSTRAINT pk_guilds PRIMARY KEY (guild)
);
CREATE TABLE nicknames (
	guild BIGINT NOT NULL, 
	player TEXT NOT NULL, 
	name TEXT NOT NULL, 
	CONSTRAINT pk_nicknames PRIMARY KEY (guild, player)
);
CREATE TABLE people (
	id TEXT NOT NULL, 
	discord_id BIGINT NOT NULL, 
	name TEXT NOT NULL, username TEXT DEFAULT '' NOT NULL, 
	CONSTRAINT pk_people PRIMARY KEY (id), 
	CONSTRAINT uq_people_discord_id UNIQUE (discord_id)
);
CREATE TABLE plans (
	channel BIGINT NOT NULL, 
	pod INTEGER NOT NULL, 
	guild BIGINT NOT NULL, 
	state TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	due BIGINT, 
	CONSTRAINT pk_plans PRIMARY KEY (channel, pod)
);
CREATE TABLE pods (
	channel BIGINT NOT NULL, 
	pod INTEGER NOT NULL, 
	guild BIGINT NOT NULL, 
	state TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	at BIGINT NOT NULL, confirm_by BIGINT, ended BIGINT, unsettled BIGINT, roster TEXT, signs TEXT, people TEXT, 
	CONSTRAINT pk_pods PRIMARY KEY (channel, pod)
);
INSERT INTO "pods" VALUES(1,1,900,'finished',5,1767269100000,NULL,1767269100000,NULL,'ana bo cy di',NULL,'ana bo cy di');
INSERT INTO "pods" VALUES(1,6,900,'finished',10,1767269400000,NULL,1767269400000,NULL,'ana bo cy di',NULL,'ana bo cy di');
INSERT INTO "pods" VALUES(2,1,900,'finished',5,1767269100000,NULL,1767269100000,NULL,'ana bo cy di',NULL,'ana bo cy di');
INSERT INTO "pods" VALUES(3,1,900,'finished',7,1767269220000,NULL,1767269220000,NULL,'ana bo cy di',NULL,'ana bo cy di');
INSERT INTO "pods" VALUES(4,1,900,'finished',6,1767269160000,NULL,1767269160000,NULL,'ana bo cy di',NULL,'ana bo cy di');
INSERT INTO "pods" VALUES(5,1,900,'finished',6,1767269160000,NULL,1767269100000,NULL,'ana bo cy di',NULL,'ana bo cy di');
CREATE TABLE posts (
	guild BIGINT NOT NULL, 
	kind TEXT NOT NULL, 
	number INTEGER NOT NULL, 
	start BIGINT NOT NULL, 
	"end" BIGINT NOT NULL, 
	late BOOLEAN NOT NULL, 
	language TEXT NOT NULL, 
	CONSTRAINT pk_posts PRIMARY KEY (guild, kind, number)
);
CREATE TABLE publications (
	surface TEXT NOT NULL, 
	guild BIGINT NOT NULL, 
	"key" TEXT NOT NULL, 
	channel BIGINT, 
	wanted INTEGER NOT NULL, 
	shown INTEGER NOT NULL, 
	message BIGINT, 
	former BIGINT, 
	tried BIGINT, 
	mark TEXT, 
	lease BIGINT, 
	lease_until BIGINT, 
	digest TEXT, 
	CONSTRAINT pk_publications PRIMARY KEY (surface, guild, "key")
);
CREATE TABLE result_changes (
	guild BIGINT NOT NULL, 
	times INTEGER NOT NULL, 
	CONSTRAINT pk_result_changes PRIMARY KEY (guild)
);
INSERT INTO "result_changes" VALUES(900,9);
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
	game TEXT NOT NULL, guest BOOLEAN DEFAULT false NOT NULL, recorded BIGINT DEFAULT 0 NOT NULL, brought_by TEXT, 
	CONSTRAINT pk_results PRIMARY KEY (channel, pod, player)
);
INSERT INTO "results" VALUES(1,1,'ana',900,3,'master',1,1767269100000,'esclave','free-for-all',3,0,120000,0,2.67568209223157680307e+01,8.15575928862041443778e+00,0.25,'pod',0,1767269100000,NULL);
INSERT INTO "results" VALUES(1,1,'bo',900,1,'servant',1,1767269100000,'esclave','free-for-all',0,1,0,1,25.0,8.20051329439503717821e+00,0.25,'pod',0,1767269100000,NULL);
INSERT INTO "results" VALUES(1,1,'cy',900,1,'servant',1,1767269100000,'esclave','free-for-all',0,1,0,2,25.0,8.20051329439503717821e+00,0.25,'pod',0,1767269100000,NULL);
INSERT INTO "results" VALUES(1,1,'di',900,0,'master',0,1767269100000,'esclave','free-for-all',0,0,0,3,2.32431790776842319692e+01,8.15575928862041443778e+00,0.25,'pod',0,1767269100000,NULL);
INSERT INTO "results" VALUES(1,6,'ana',900,1,'servant',1,1767269400000,'esclave','free-for-all',0,1,0,0,2.9383298005914582518e+01,7.38852749356319549178e+00,3.47568343524771117269e-01,'pod',0,1767269400000,NULL);
INSERT INTO "results" VALUES(1,6,'bo',900,3,'master',1,1767269400000,'esclave','free-for-all',3,0,120000,1,2.37276364060744278101e+01,7.43325222501743088088e+00,1.86208914573354755717e-01,'pod',0,1767269400000,NULL);
INSERT INTO "results" VALUES(1,6,'cy',900,1,'servant',1,1767269400000,'esclave','free-for-all',0,1,0,2,25.1193718721475,7.46825633520449816415e+00,2.53146489875613667219e-01,'pod',0,1767269400000,NULL);
INSERT INTO "results" VALUES(1,6,'di',900,0,'master',0,1767269400000,'esclave','free-for-all',0,0,0,3,2.18194900144549386311e+01,7.27069789696851742633e+00,2.13076252026260487548e-01,'pod',0,1767269400000,NULL);
INSERT INTO "results" VALUES(2,1,'ana',900,5,'master',1,1767269100000,'house','free-for-all',3,0,120000,0,2.82937236940785972203e+01,7.9867957187993958712e+00,2.85762334537245032972e-01,'pod',0,1767269100000,NULL);
INSERT INTO "results" VALUES(2,1,'bo',900,-2,'servant',0,1767269100000,'house','free-for-all',0,1,0,1,2.41365293894438508463e+01,8.0709227219956964916e+00,0.25,'pod',0,1767269100000,NULL);
INSERT INTO "results" VALUES(2,1,'cy',900,-2,'servant',0,1767269100000,'house','free-for-all',0,1,0,2,2.41365293894438508463e+01,8.0709227219956964916e+00,0.25,'pod',0,1767269100000,NULL);
INSERT INTO "results" VALUES(2,1,'di',900,0,'master',0,1767269100000,'house','free-for-all',0,0,0,3,2.34144195231429463888e+01,7.9867957187993958712e+00,0.214237665462755,'pod',0,1767269100000,NULL);
INSERT INTO "results" VALUES(3,1,'ana',900,1,'master',1,1767269220000,'respawn','free-for-all',2,0,0,0,29.6694211604577,7.49201251500098663882e+00,3.22377491863827358997e-01,'pod',0,1767269220000,NULL);
INSERT INTO "results" VALUES(3,1,'bo',900,-1,'master',0,1767269220000,'respawn','free-for-all',1,0,0,1,2.19384425142127774681e+01,7.58321912166225864382e+00,2.16234396560000569076e-01,'pod',0,1767269220000,NULL);
INSERT INTO "results" VALUES(3,1,'cy',900,1,'master',1,1767269220000,'respawn','free-for-all',1,0,0,2,2.51246556762308443917e+01,7.58117664511326783127e+00,2.16234396560000569076e-01,'pod',0,1767269220000,NULL);
INSERT INTO "results" VALUES(3,1,'di',900,-1,'master',0,1767269220000,'respawn','free-for-all',0,0,0,3,2.32431285700919225693e+01,7.41049792523499384344e+00,2.45153715016171447338e-01,'pod',0,1767269220000,NULL);
INSERT INTO "results" VALUES(4,1,'ana',900,0,'master',0,1767269160000,'elimination','free-for-all',2,0,0,0,2.84366682709039686471e+01,7.67925235393846,3.44522124100449744776e-01,'pod',0,1767269040000,NULL);
INSERT INTO "results" VALUES(4,1,'bo',900,0,'master',0,1767269160000,'elimination','free-for-all',0,0,0,1,2.33732750358460421584e+01,7.78102138940933496513e+00,0.233887765867866,'pod',0,1767269040000,NULL);
INSERT INTO "results" VALUES(4,1,'cy',900,0,'master',0,1767269160000,'elimination','free-for-all',0,0,0,2,2.33732750358460421584e+01,7.78102138940933496513e+00,0.233887765867866,'pod',0,1767269040000,NULL);
INSERT INTO "results" VALUES(4,1,'di',900,3,'master',1,1767269160000,'elimination','free-for-all',1,0,0,3,2.47506327351649169088e+01,7.59514972339146776647e+00,1.87702344163818174438e-01,'pod',0,1767269040000,NULL);
INSERT INTO "results" VALUES(5,1,'ana',900,3,'master',1,1767269100000,'esclave','free-for-all',2,0,60000,0,2.9667560637921646105e+01,7.82725630201603372881e+00,3.17322508063426322877e-01,'pod',0,1767269100000,NULL);
INSERT INTO "results" VALUES(5,1,'bo',900,1,'servant',1,1767269100000,'esclave','free-for-all',0,1,0,1,2.41929031804153673581e+01,7.94490934106790813729e+00,2.32518301859911763473e-01,'pod',0,1767269100000,NULL);
INSERT INTO "results" VALUES(5,1,'cy',900,1,'servant',1,1767269100000,'esclave','free-for-all',1,1,60000,2,2.41929031804153673581e+01,7.94490934106790813729e+00,2.32518301859911763473e-01,'pod',0,1767269100000,NULL);
INSERT INTO "results" VALUES(5,1,'di',900,0,'master',0,1767269100000,'esclave','free-for-all',0,0,0,3,2.19301731890630371415e+01,7.82517799086832699373e+00,2.17640888216750122419e-01,'pod',0,1767269100000,NULL);
CREATE TABLE rivalries (
	guild BIGINT NOT NULL, 
	game TEXT NOT NULL, 
	season INTEGER NOT NULL, 
	responsible TEXT NOT NULL, 
	loser TEXT NOT NULL, 
	times INTEGER NOT NULL, 
	CONSTRAINT pk_rivalries PRIMARY KEY (guild, game, season, responsible, loser)
)
 WITHOUT ROWID

;
INSERT INTO "rivalries" VALUES(900,'pod',0,'bo','cy',1);
INSERT INTO "rivalries" VALUES(900,'pod',0,'bo','di',1);
INSERT INTO "rivalries" VALUES(900,'pod',0,'cy','bo',1);
INSERT INTO "rivalries" VALUES(900,'pod',0,'cy','di',1);
INSERT INTO "rivalries" VALUES(900,'pod',0,'di','ana',1);
INSERT INTO "rivalries" VALUES(900,'pod',0,'bo','ana',2);
INSERT INTO "rivalries" VALUES(900,'pod',0,'ana','di',3);
INSERT INTO "rivalries" VALUES(900,'pod',0,'ana','cy',4);
INSERT INTO "rivalries" VALUES(900,'pod',0,'ana','bo',5);
INSERT INTO "rivalries" VALUES(900,'pod',1,'bo','cy',1);
INSERT INTO "rivalries" VALUES(900,'pod',1,'bo','di',1);
INSERT INTO "rivalries" VALUES(900,'pod',1,'cy','bo',1);
INSERT INTO "rivalries" VALUES(900,'pod',1,'cy','di',1);
INSERT INTO "rivalries" VALUES(900,'pod',1,'di','ana',1);
INSERT INTO "rivalries" VALUES(900,'pod',1,'bo','ana',2);
INSERT INTO "rivalries" VALUES(900,'pod',1,'ana','di',3);
INSERT INTO "rivalries" VALUES(900,'pod',1,'ana','cy',4);
INSERT INTO "rivalries" VALUES(900,'pod',1,'ana','bo',5);
CREATE TABLE seasons (
	guild BIGINT NOT NULL, 
	number INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	start BIGINT NOT NULL, 
	"end" BIGINT, rules TEXT, 
	CONSTRAINT pk_seasons PRIMARY KEY (guild, number)
);
INSERT INTO "seasons" VALUES(900,1,'Spring',1767268800000,NULL,'{"needed":1,"best":3,"cap":12,"order":"log"}');
CREATE TABLE settled_lines (
	guild BIGINT NOT NULL, 
	season INTEGER NOT NULL, 
	game TEXT NOT NULL, 
	player TEXT NOT NULL, 
	eligible INTEGER NOT NULL, 
	held INTEGER NOT NULL, 
	within INTEGER NOT NULL, 
	middle INTEGER NOT NULL, 
	CONSTRAINT pk_settled_lines PRIMARY KEY (guild, season, game, player)
);
CREATE TABLE standings (
	guild BIGINT NOT NULL, 
	game TEXT NOT NULL, 
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
	CONSTRAINT pk_standings PRIMARY KEY (guild, game, variant, "table", span, number, player)
)
 WITHOUT ROWID

;
INSERT INTO "standings" VALUES(900,'pod','','','day',20454,'ana',13,6,4,1,12,1);
INSERT INTO "standings" VALUES(900,'pod','','','day',20454,'bo',2,6,1,2,4,3);
INSERT INTO "standings" VALUES(900,'pod','','','day',20454,'cy',2,6,1,3,2,4);
INSERT INTO "standings" VALUES(900,'pod','','','day',20454,'di',2,6,1,0,1,0);
INSERT INTO "standings" VALUES(900,'pod','','','days_32',639,'ana',13,6,4,1,12,1);
INSERT INTO "standings" VALUES(900,'pod','','','days_32',639,'bo',2,6,1,2,4,3);
INSERT INTO "standings" VALUES(900,'pod','','','days_32',639,'cy',2,6,1,3,2,4);
INSERT INTO "standings" VALUES(900,'pod','','','days_32',639,'di',2,6,1,0,1,0);
INSERT INTO "standings" VALUES(900,'pod','','','days_8',2556,'ana',13,6,4,1,12,1);
INSERT INTO "standings" VALUES(900,'pod','','','days_8',2556,'bo',2,6,1,2,4,3);
INSERT INTO "standings" VALUES(900,'pod','','','days_8',2556,'cy',2,6,1,3,2,4);
INSERT INTO "standings" VALUES(900,'pod','','','days_8',2556,'di',2,6,1,0,1,0);
INSERT INTO "standings" VALUES(900,'pod','','','ever',0,'ana',13,6,4,1,12,1);
INSERT INTO "standings" VALUES(900,'pod','','','ever',0,'bo',2,6,1,2,4,3);
INSERT INTO "standings" VALUES(900,'pod','','','ever',0,'cy',2,6,1,3,2,4);
INSERT INTO "standings" VALUES(900,'pod','','','ever',0,'di',2,6,1,0,1,0);
INSERT INTO "standings" VALUES(900,'pod','','','season',1,'ana',13,6,4,1,12,1);
INSERT INTO "standings" VALUES(900,'pod','','','season',1,'bo',2,6,1,2,4,3);
INSERT INTO "standings" VALUES(900,'pod','','','season',1,'cy',2,6,1,3,2,4);
INSERT INTO "standings" VALUES(900,'pod','','','season',1,'di',2,6,1,0,1,0);
INSERT INTO "standings" VALUES(900,'pod','','free-for-all','day',20454,'ana',13,6,4,1,12,1);
INSERT INTO "standings" VALUES(900,'pod','','free-for-all','day',20454,'bo',2,6,1,2,4,3);
INSERT INTO "standings" VALUES(900,'pod','','free-for-all','day',20454,'cy',2,6,1,3,2,4);
INSERT INTO "standings" VALUES(900,'pod','','free-for-all','day',20454,'di',2,6,1,0,1,0);
INSERT INTO "standings" VALUES(900,'pod','','free-for-all','days_32',639,'ana',13,6,4,1,12,1);
INSERT INTO "standings" VALUES(900,'pod','','free-for-all','days_32',639,'bo',2,6,1,2,4,3);
INSERT INTO "standings" VALUES(900,'pod','','free-for-all','days_32',639,'cy',2,6,1,3,2,4);
INSERT INTO "standings" VALUES(900,'pod','','free-for-all','days_32',639,'di',2,6,1,0,1,0);
INSERT INTO "standings" VALUES(900,'pod','','free-for-all','days_8',2556,'ana',13,6,4,1,12,1);
INSERT INTO "standings" VALUES(900,'pod','','free-for-all','days_8',2556,'bo',2,6,1,2,4,3);
INSERT INTO "standings" VALUES(900,'pod','','free-for-all','days_8',2556,'cy',2,6,1,3,2,4);
INSERT INTO "standings" VALUES(900,'pod','','free-for-all','days_8',2556,'di',2,6,1,0,1,0);
INSERT INTO "standings" VALUES(900,'pod','','free-for-all','ever',0,'ana',13,6,4,1,12,1);
INSERT INTO "standings" VALUES(900,'pod','','free-for-all','ever',0,'bo',2,6,1,2,4,3);
INSERT INTO "standings" VALUES(900,'pod','','free-for-all','ever',0,'cy',2,6,1,3,2,4);
INSERT INTO "standings" VALUES(900,'pod','','free-for-all','ever',0,'di',2,6,1,0,1,0);
INSERT INTO "standings" VALUES(900,'pod','','free-for-all','season',1,'ana',13,6,4,1,12,1);
INSERT INTO "standings" VALUES(900,'pod','','free-for-all','season',1,'bo',2,6,1,2,4,3);
INSERT INTO "standings" VALUES(900,'pod','','free-for-all','season',1,'cy',2,6,1,3,2,4);
INSERT INTO "standings" VALUES(900,'pod','','free-for-all','season',1,'di',2,6,1,0,1,0);
INSERT INTO "standings" VALUES(900,'pod','elimination','','day',20454,'ana',0,1,0,0,2,0);
INSERT INTO "standings" VALUES(900,'pod','elimination','','day',20454,'bo',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(900,'pod','elimination','','day',20454,'cy',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(900,'pod','elimination','','day',20454,'di',3,1,1,0,1,0);
INSERT INTO "standings" VALUES(900,'pod','elimination','','days_32',639,'ana',0,1,0,0,2,0);
INSERT INTO "standings" VALUES(900,'pod','elimination','','days_32',639,'bo',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(900,'pod','elimination','','days_32',639,'cy',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(900,'pod','elimination','','days_32',639,'di',3,1,1,0,1,0);
INSERT INTO "standings" VALUES(900,'pod','elimination','','days_8',2556,'ana',0,1,0,0,2,0);
INSERT INTO "standings" VALUES(900,'pod','elimination','','days_8',2556,'bo',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(900,'pod','elimination','','days_8',2556,'cy',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(900,'pod','elimination','','days_8',2556,'di',3,1,1,0,1,0);
INSERT INTO "standings" VALUES(900,'pod','elimination','','ever',0,'ana',0,1,0,0,2,0);
INSERT INTO "standings" VALUES(900,'pod','elimination','','ever',0,'bo',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(900,'pod','elimination','','ever',0,'cy',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(900,'pod','elimination','','ever',0,'di',3,1,1,0,1,0);
INSERT INTO "standings" VALUES(900,'pod','elimination','','season',1,'ana',0,1,0,0,2,0);
INSERT INTO "standings" VALUES(900,'pod','elimination','','season',1,'bo',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(900,'pod','elimination','','season',1,'cy',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(900,'pod','elimination','','season',1,'di',3,1,1,0,1,0);
INSERT INTO "standings" VALUES(900,'pod','elimination','free-for-all','day',20454,'ana',0,1,0,0,2,0);
INSERT INTO "standings" VALUES(900,'pod','elimination','free-for-all','day',20454,'bo',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(900,'pod','elimination','free-for-all','day',20454,'cy',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(900,'pod','elimination','free-for-all','day',20454,'di',3,1,1,0,1,0);
INSERT INTO "standings" VALUES(900,'pod','elimination','free-for-all','days_32',639,'ana',0,1,0,0,2,0);
INSERT INTO "standings" VALUES(900,'pod','elimination','free-for-all','days_32',639,'bo',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(900,'pod','elimination','free-for-all','days_32',639,'cy',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(900,'pod','elimination','free-for-all','days_32',639,'di',3,1,1,0,1,0);
INSERT INTO "standings" VALUES(900,'pod','elimination','free-for-all','days_8',2556,'ana',0,1,0,0,2,0);
INSERT INTO "standings" VALUES(900,'pod','elimination','free-for-all','days_8',2556,'bo',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(900,'pod','elimination','free-for-all','days_8',2556,'cy',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(900,'pod','elimination','free-for-all','days_8',2556,'di',3,1,1,0,1,0);
INSERT INTO "standings" VALUES(900,'pod','elimination','free-for-all','ever',0,'ana',0,1,0,0,2,0);
INSERT INTO "standings" VALUES(900,'pod','elimination','free-for-all','ever',0,'bo',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(900,'pod','elimination','free-for-all','ever',0,'cy',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(900,'pod','elimination','free-for-all','ever',0,'di',3,1,1,0,1,0);
INSERT INTO "standings" VALUES(900,'pod','elimination','free-for-all','season',1,'ana',0,1,0,0,2,0);
INSERT INTO "standings" VALUES(900,'pod','elimination','free-for-all','season',1,'bo',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(900,'pod','elimination','free-for-all','season',1,'cy',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(900,'pod','elimination','free-for-all','season',1,'di',3,1,1,0,1,0);
INSERT INTO "standings" VALUES(900,'pod','esclave','','day',20454,'ana',7,3,2,1,5,1);
INSERT INTO "standings" VALUES(900,'pod','esclave','','day',20454,'bo',5,3,1,2,3,2);
INSERT INTO "standings" VALUES(900,'pod','esclave','','day',20454,'cy',3,3,0,3,1,3);
INSERT INTO "standings" VALUES(900,'pod','esclave','','day',20454,'di',0,3,0,0,0,0);
INSERT INTO "standings" VALUES(900,'pod','esclave','','days_32',639,'ana',7,3,2,1,5,1);
INSERT INTO "standings" VALUES(900,'pod','esclave','','days_32',639,'bo',5,3,1,2,3,2);
INSERT INTO "standings" VALUES(900,'pod','esclave','','days_32',639,'cy',3,3,0,3,1,3);
INSERT INTO "standings" VALUES(900,'pod','esclave','','days_32',639,'di',0,3,0,0,0,0);
INSERT INTO "standings" VALUES(900,'pod','esclave','','days_8',2556,'ana',7,3,2,1,5,1);
INSERT INTO "standings" VALUES(900,'pod','esclave','','days_8',2556,'bo',5,3,1,2,3,2);
INSERT INTO "standings" VALUES(900,'pod','esclave','','days_8',2556,'cy',3,3,0,3,1,3);
INSERT INTO "standings" VALUES(900,'pod','esclave','','days_8',2556,'di',0,3,0,0,0,0);
INSERT INTO "standings" VALUES(900,'pod','esclave','','ever',0,'ana',7,3,2,1,5,1);
INSERT INTO "standings" VALUES(900,'pod','esclave','','ever',0,'bo',5,3,1,2,3,2);
INSERT INTO "standings" VALUES(900,'pod','esclave','','ever',0,'cy',3,3,0,3,1,3);
INSERT INTO "standings" VALUES(900,'pod','esclave','','ever',0,'di',0,3,0,0,0,0);
INSERT INTO "standings" VALUES(900,'pod','esclave','','season',1,'ana',7,3,2,1,5,1);
INSERT INTO "standings" VALUES(900,'pod','esclave','','season',1,'bo',5,3,1,2,3,2);
INSERT INTO "standings" VALUES(900,'pod','esclave','','season',1,'cy',3,3,0,3,1,3);
INSERT INTO "standings" VALUES(900,'pod','esclave','','season',1,'di',0,3,0,0,0,0);
INSERT INTO "standings" VALUES(900,'pod','esclave','free-for-all','day',20454,'ana',7,3,2,1,5,1);
INSERT INTO "standings" VALUES(900,'pod','esclave','free-for-all','day',20454,'bo',5,3,1,2,3,2);
INSERT INTO "standings" VALUES(900,'pod','esclave','free-for-all','day',20454,'cy',3,3,0,3,1,3);
INSERT INTO "standings" VALUES(900,'pod','esclave','free-for-all','day',20454,'di',0,3,0,0,0,0);
INSERT INTO "standings" VALUES(900,'pod','esclave','free-for-all','days_32',639,'ana',7,3,2,1,5,1);
INSERT INTO "standings" VALUES(900,'pod','esclave','free-for-all','days_32',639,'bo',5,3,1,2,3,2);
INSERT INTO "standings" VALUES(900,'pod','esclave','free-for-all','days_32',639,'cy',3,3,0,3,1,3);
INSERT INTO "standings" VALUES(900,'pod','esclave','free-for-all','days_32',639,'di',0,3,0,0,0,0);
INSERT INTO "standings" VALUES(900,'pod','esclave','free-for-all','days_8',2556,'ana',7,3,2,1,5,1);
INSERT INTO "standings" VALUES(900,'pod','esclave','free-for-all','days_8',2556,'bo',5,3,1,2,3,2);
INSERT INTO "standings" VALUES(900,'pod','esclave','free-for-all','days_8',2556,'cy',3,3,0,3,1,3);
INSERT INTO "standings" VALUES(900,'pod','esclave','free-for-all','days_8',2556,'di',0,3,0,0,0,0);
INSERT INTO "standings" VALUES(900,'pod','esclave','free-for-all','ever',0,'ana',7,3,2,1,5,1);
INSERT INTO "standings" VALUES(900,'pod','esclave','free-for-all','ever',0,'bo',5,3,1,2,3,2);
INSERT INTO "standings" VALUES(900,'pod','esclave','free-for-all','ever',0,'cy',3,3,0,3,1,3);
INSERT INTO "standings" VALUES(900,'pod','esclave','free-for-all','ever',0,'di',0,3,0,0,0,0);
INSERT INTO "standings" VALUES(900,'pod','esclave','free-for-all','season',1,'ana',7,3,2,1,5,1);
INSERT INTO "standings" VALUES(900,'pod','esclave','free-for-all','season',1,'bo',5,3,1,2,3,2);
INSERT INTO "standings" VALUES(900,'pod','esclave','free-for-all','season',1,'cy',3,3,0,3,1,3);
INSERT INTO "standings" VALUES(900,'pod','esclave','free-for-all','season',1,'di',0,3,0,0,0,0);
INSERT INTO "standings" VALUES(900,'pod','house','','day',20454,'ana',5,1,1,0,3,0);
INSERT INTO "standings" VALUES(900,'pod','house','','day',20454,'bo',-2,1,0,0,0,1);
INSERT INTO "standings" VALUES(900,'pod','house','','day',20454,'cy',-2,1,0,0,0,1);
INSERT INTO "standings" VALUES(900,'pod','house','','day',20454,'di',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(900,'pod','house','','days_32',639,'ana',5,1,1,0,3,0);
INSERT INTO "standings" VALUES(900,'pod','house','','days_32',639,'bo',-2,1,0,0,0,1);
INSERT INTO "standings" VALUES(900,'pod','house','','days_32',639,'cy',-2,1,0,0,0,1);
INSERT INTO "standings" VALUES(900,'pod','house','','days_32',639,'di',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(900,'pod','house','','days_8',2556,'ana',5,1,1,0,3,0);
INSERT INTO "standings" VALUES(900,'pod','house','','days_8',2556,'bo',-2,1,0,0,0,1);
INSERT INTO "standings" VALUES(900,'pod','house','','days_8',2556,'cy',-2,1,0,0,0,1);
INSERT INTO "standings" VALUES(900,'pod','house','','days_8',2556,'di',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(900,'pod','house','','ever',0,'ana',5,1,1,0,3,0);
INSERT INTO "standings" VALUES(900,'pod','house','','ever',0,'bo',-2,1,0,0,0,1);
INSERT INTO "standings" VALUES(900,'pod','house','','ever',0,'cy',-2,1,0,0,0,1);
INSERT INTO "standings" VALUES(900,'pod','house','','ever',0,'di',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(900,'pod','house','','season',1,'ana',5,1,1,0,3,0);
INSERT INTO "standings" VALUES(900,'pod','house','','season',1,'bo',-2,1,0,0,0,1);
INSERT INTO "standings" VALUES(900,'pod','house','','season',1,'cy',-2,1,0,0,0,1);
INSERT INTO "standings" VALUES(900,'pod','house','','season',1,'di',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(900,'pod','house','free-for-all','day',20454,'ana',5,1,1,0,3,0);
INSERT INTO "standings" VALUES(900,'pod','house','free-for-all','day',20454,'bo',-2,1,0,0,0,1);
INSERT INTO "standings" VALUES(900,'pod','house','free-for-all','day',20454,'cy',-2,1,0,0,0,1);
INSERT INTO "standings" VALUES(900,'pod','house','free-for-all','day',20454,'di',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(900,'pod','house','free-for-all','days_32',639,'ana',5,1,1,0,3,0);
INSERT INTO "standings" VALUES(900,'pod','house','free-for-all','days_32',639,'bo',-2,1,0,0,0,1);
INSERT INTO "standings" VALUES(900,'pod','house','free-for-all','days_32',639,'cy',-2,1,0,0,0,1);
INSERT INTO "standings" VALUES(900,'pod','house','free-for-all','days_32',639,'di',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(900,'pod','house','free-for-all','days_8',2556,'ana',5,1,1,0,3,0);
INSERT INTO "standings" VALUES(900,'pod','house','free-for-all','days_8',2556,'bo',-2,1,0,0,0,1);
INSERT INTO "standings" VALUES(900,'pod','house','free-for-all','days_8',2556,'cy',-2,1,0,0,0,1);
INSERT INTO "standings" VALUES(900,'pod','house','free-for-all','days_8',2556,'di',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(900,'pod','house','free-for-all','ever',0,'ana',5,1,1,0,3,0);
INSERT INTO "standings" VALUES(900,'pod','house','free-for-all','ever',0,'bo',-2,1,0,0,0,1);
INSERT INTO "standings" VALUES(900,'pod','house','free-for-all','ever',0,'cy',-2,1,0,0,0,1);
INSERT INTO "standings" VALUES(900,'pod','house','free-for-all','ever',0,'di',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(900,'pod','house','free-for-all','season',1,'ana',5,1,1,0,3,0);
INSERT INTO "standings" VALUES(900,'pod','house','free-for-all','season',1,'bo',-2,1,0,0,0,1);
INSERT INTO "standings" VALUES(900,'pod','house','free-for-all','season',1,'cy',-2,1,0,0,0,1);
INSERT INTO "standings" VALUES(900,'pod','house','free-for-all','season',1,'di',0,1,0,0,0,0);
INSERT INTO "standings" VALUES(900,'pod','respawn','','day',20454,'ana',1,1,1,0,2,0);
INSERT INTO "standings" VALUES(900,'pod','respawn','','day',20454,'bo',-1,1,0,0,1,0);
INSERT INTO "standings" VALUES(900,'pod','respawn','','day',20454,'cy',1,1,1,0,1,0);
INSERT INTO "standings" VALUES(900,'pod','respawn','','day',20454,'di',-1,1,0,0,0,0);
INSERT INTO "standings" VALUES(900,'pod','respawn','','days_32',639,'ana',1,1,1,0,2,0);
INSERT INTO "standings" VALUES(900,'pod','respawn','','days_32',639,'bo',-1,1,0,0,1,0);
INSERT INTO "standings" VALUES(900,'pod','respawn','','days_32',639,'cy',1,1,1,0,1,0);
INSERT INTO "standings" VALUES(900,'pod','respawn','','days_32',639,'di',-1,1,0,0,0,0);
INSERT INTO "standings" VALUES(900,'pod','respawn','','days_8',2556,'ana',1,1,1,0,2,0);
INSERT INTO "standings" VALUES(900,'pod','respawn','','days_8',2556,'bo',-1,1,0,0,1,0);
INSERT INTO "standings" VALUES(900,'pod','respawn','','days_8',2556,'cy',1,1,1,0,1,0);
INSERT INTO "standings" VALUES(900,'pod','respawn','','days_8',2556,'di',-1,1,0,0,0,0);
INSERT INTO "standings" VALUES(900,'pod','respawn','','ever',0,'ana',1,1,1,0,2,0);
INSERT INTO "standings" VALUES(900,'pod','respawn','','ever',0,'bo',-1,1,0,0,1,0);
INSERT INTO "standings" VALUES(900,'pod','respawn','','ever',0,'cy',1,1,1,0,1,0);
INSERT INTO "standings" VALUES(900,'pod','respawn','','ever',0,'di',-1,1,0,0,0,0);
INSERT INTO "standings" VALUES(900,'pod','respawn','','season',1,'ana',1,1,1,0,2,0);
INSERT INTO "standings" VALUES(900,'pod','respawn','','season',1,'bo',-1,1,0,0,1,0);
INSERT INTO "standings" VALUES(900,'pod','respawn','','season',1,'cy',1,1,1,0,1,0);
INSERT INTO "standings" VALUES(900,'pod','respawn','','season',1,'di',-1,1,0,0,0,0);
INSERT INTO "standings" VALUES(900,'pod','respawn','free-for-all','day',20454,'ana',1,1,1,0,2,0);
INSERT INTO "standings" VALUES(900,'pod','respawn','free-for-all','day',20454,'bo',-1,1,0,0,1,0);
INSERT INTO "standings" VALUES(900,'pod','respawn','free-for-all','day',20454,'cy',1,1,1,0,1,0);
INSERT INTO "standings" VALUES(900,'pod','respawn','free-for-all','day',20454,'di',-1,1,0,0,0,0);
INSERT INTO "standings" VALUES(900,'pod','respawn','free-for-all','days_32',639,'ana',1,1,1,0,2,0);
INSERT INTO "standings" VALUES(900,'pod','respawn','free-for-all','days_32',639,'bo',-1,1,0,0,1,0);
INSERT INTO "standings" VALUES(900,'pod','respawn','free-for-all','days_32',639,'cy',1,1,1,0,1,0);
INSERT INTO "standings" VALUES(900,'pod','respawn','free-for-all','days_32',639,'di',-1,1,0,0,0,0);
INSERT INTO "standings" VALUES(900,'pod','respawn','free-for-all','days_8',2556,'ana',1,1,1,0,2,0);
INSERT INTO "standings" VALUES(900,'pod','respawn','free-for-all','days_8',2556,'bo',-1,1,0,0,1,0);
INSERT INTO "standings" VALUES(900,'pod','respawn','free-for-all','days_8',2556,'cy',1,1,1,0,1,0);
INSERT INTO "standings" VALUES(900,'pod','respawn','free-for-all','days_8',2556,'di',-1,1,0,0,0,0);
INSERT INTO "standings" VALUES(900,'pod','respawn','free-for-all','ever',0,'ana',1,1,1,0,2,0);
INSERT INTO "standings" VALUES(900,'pod','respawn','free-for-all','ever',0,'bo',-1,1,0,0,1,0);
INSERT INTO "standings" VALUES(900,'pod','respawn','free-for-all','ever',0,'cy',1,1,1,0,1,0);
INSERT INTO "standings" VALUES(900,'pod','respawn','free-for-all','ever',0,'di',-1,1,0,0,0,0);
INSERT INTO "standings" VALUES(900,'pod','respawn','free-for-all','season',1,'ana',1,1,1,0,2,0);
INSERT INTO "standings" VALUES(900,'pod','respawn','free-for-all','season',1,'bo',-1,1,0,0,1,0);
INSERT INTO "standings" VALUES(900,'pod','respawn','free-for-all','season',1,'cy',1,1,1,0,1,0);
INSERT INTO "standings" VALUES(900,'pod','respawn','free-for-all','season',1,'di',-1,1,0,0,0,0);
CREATE TABLE strikes (
	guild BIGINT NOT NULL, 
	id BIGINT NOT NULL, 
	text TEXT NOT NULL, 
	CONSTRAINT pk_strikes PRIMARY KEY (guild, id)
);
CREATE TABLE uncrowned (
	guild BIGINT NOT NULL, 
	trouble TEXT NOT NULL, 
	told BIGINT NOT NULL, 
	CONSTRAINT pk_uncrowned PRIMARY KEY (guild)
);
CREATE TABLE unrated (
	guild BIGINT NOT NULL, 
	game TEXT NOT NULL, 
	since BIGINT NOT NULL, 
	channel BIGINT NOT NULL, 
	version INTEGER NOT NULL, 
	CONSTRAINT pk_unrated PRIMARY KEY (guild, game)
);
CREATE INDEX ix_events_channel_pod_version ON events (channel, pod, version);
CREATE INDEX ix_pods_state_channel ON pods (state, channel);
CREATE INDEX ix_boards_owed ON boards (channel, pod) WHERE shown < wanted OR former IS NOT NULL;
CREATE INDEX ix_audit_guild_id ON audit (guild, id);
CREATE INDEX ix_pods_confirm_by ON pods (confirm_by) WHERE confirm_by IS NOT NULL;
CREATE INDEX ix_pods_open ON pods (at, guild) WHERE state NOT IN ('finished', 'closed');
CREATE INDEX ix_pods_ended ON pods (guild, ended, channel, pod) WHERE ended IS NOT NULL;
CREATE UNIQUE INDEX ix_seasons_running ON seasons (guild) WHERE "end" IS NULL;
CREATE INDEX ix_posts_guild_end ON posts (guild, "end");
CREATE INDEX ix_guilds_due ON guilds (due) WHERE due IS NOT NULL AND left_at IS NULL;
CREATE INDEX ix_champions_discord_id ON champions (discord_id);
CREATE INDEX ix_results_guild_player_at ON results (guild, player, at);
CREATE INDEX ix_results_guild_at ON results (guild, at);
CREATE INDEX ix_defeats_guild_at ON defeats (guild, at);
CREATE INDEX ix_standings_best ON standings (guild, game, variant, "table", span, number, points, player) WHERE span IN ('ever', 'season');
CREATE INDEX ix_standings_no_games ON standings (games) WHERE games = 0;
CREATE INDEX ix_rivalries_guild_game_season_times ON rivalries (guild, game, season, times);
CREATE INDEX ix_rivalries_guild_game_season_loser ON rivalries (guild, game, season, loser);
CREATE INDEX ix_rivalries_no_times ON rivalries (times) WHERE times = 0;
CREATE INDEX ix_pods_unsettled ON pods (guild, unsettled) WHERE unsettled IS NOT NULL;
CREATE INDEX ix_dismissals_guild ON dismissals (guild);
CREATE INDEX ix_draws_guild_number ON draws (guild, number);
CREATE INDEX ix_draws_guild_home_number ON draws (guild, home, number);
CREATE INDEX ix_draws_guild_source ON draws (guild, source);
CREATE INDEX ix_plans_due ON plans (due, guild) WHERE due IS NOT NULL;
CREATE INDEX ix_pods_lobbies ON pods (guild) WHERE state = 'lobby';
CREATE INDEX ix_plans_open ON plans (guild, at) WHERE due IS NOT NULL;
CREATE INDEX ix_guests_guild ON guests (guild);
CREATE INDEX ix_publications_guild ON publications (guild);
CREATE INDEX ix_publications_owed ON publications (surface, guild) WHERE channel IS NOT NULL AND (message IS NULL OR shown < wanted OR former IS NOT NULL);
CREATE INDEX ix_nicknames_player ON nicknames (player);
CREATE INDEX ix_avoidances_player ON avoidances (player);
CREATE INDEX ix_avoidances_avoided ON avoidances (avoided);
COMMIT;
