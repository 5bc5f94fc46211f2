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
INSERT INTO "audit" VALUES(1456074443980800044,1456074443980800002,1767225600000,'9hm8-q36oWuV','season','{"did":"start","title":"Spring"}');
INSERT INTO "audit" VALUES(1456078973829120005,1456074443980800002,1767226680000,'9hm8-q36oWuV','override','{"override":"correct","channel":1456074443980800021,"reason":"It was Eve."}');
INSERT INTO "audit" VALUES(1456079225487360009,1456074443980800002,1767226740000,'9hm8-q36oWuV','setting','{"setting":"confirmation","before":"off","after":"loser"}');
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
INSERT INTO "boards" VALUES(1456074443980800014,1,1456074443980800002,'en',8,8,1456074695639040002,1767225660000,NULL,NULL);
INSERT INTO "boards" VALUES(1456074443980800015,1,1456074443980800002,'en',3,3,1456075702272000002,1767225900000,NULL,NULL);
INSERT INTO "boards" VALUES(1456074443980800016,1,1456074443980800002,'en',5,5,1456075953930240002,1767225960000,NULL,NULL);
INSERT INTO "boards" VALUES(1456074443980800017,1,1456074443980800002,'en',7,7,1456076205588480002,1767226020000,NULL,NULL);
INSERT INTO "boards" VALUES(1456074443980800018,1,1456074443980800002,'en',6,6,1456076960563200015,1767226200000,'new-master:aaeNiORB3n7K',NULL);
INSERT INTO "boards" VALUES(1456074443980800019,1,1456074443980800002,'en',8,8,1456077212221440002,1767226260000,NULL,NULL);
INSERT INTO "boards" VALUES(1456074443980800020,1,1456074443980800002,'en',6,6,1456078218854400002,1767226500000,NULL,NULL);
INSERT INTO "boards" VALUES(1456074443980800021,1,1456074443980800002,'en',9,9,1456078470512640002,1767226560000,NULL,NULL);
INSERT INTO "boards" VALUES(1456074443980800024,1,1456074443980800002,'en',3,3,1456079225487360002,1767226740000,NULL,NULL);
INSERT INTO "boards" VALUES(1456074443980800022,1,1456074443980800002,'en',6,6,1456079477145600002,1767226800000,NULL,NULL);
INSERT INTO "boards" VALUES(1456074443980800023,1,1456074443980800002,'en',7,7,1456080232120320002,1767226980000,'dispute:6',NULL);
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
INSERT INTO "defeats" VALUES(1456074443980800014,1,'cSaPJKYnpSCS','Dk1K2uct5tb8',1456074443980800002,1,1767225840000);
INSERT INTO "defeats" VALUES(1456074443980800014,1,'cSaPJKYnpSCS','q14GpgCpk8_8',1456074443980800002,1,1767225840000);
INSERT INTO "defeats" VALUES(1456074443980800014,1,'cSaPJKYnpSCS','aaeNiORB3n7K',1456074443980800002,1,1767225840000);
INSERT INTO "defeats" VALUES(1456074443980800019,1,'cSaPJKYnpSCS','Dk1K2uct5tb8',1456074443980800002,1,1767226440000);
INSERT INTO "defeats" VALUES(1456074443980800019,1,'cSaPJKYnpSCS','q14GpgCpk8_8',1456074443980800002,1,1767226440000);
INSERT INTO "defeats" VALUES(1456074443980800019,1,'cSaPJKYnpSCS','aaeNiORB3n7K',1456074443980800002,1,1767226440000);
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
INSERT INTO "events" VALUES(1456074443980800014,1,1,1456074443980800002,'opened',2,'{"type":"opened","setup":{},"host":"cSaPJKYnpSCS","players":["cSaPJKYnpSCS"],"secret":"cf8d5069ee521e71a1bde751599bad1ffd1439663248f11a03bddc0da0c0b7cb"}','cSaPJKYnpSCS',1456074695639040000,1767225660000);
INSERT INTO "events" VALUES(1456074443980800014,2,1,1456074443980800002,'joined',1,'{"type":"joined","player":"Dk1K2uct5tb8"}','Dk1K2uct5tb8',1456074695639040003,1767225660000);
INSERT INTO "events" VALUES(1456074443980800014,3,1,1456074443980800002,'joined',1,'{"type":"joined","player":"q14GpgCpk8_8"}','q14GpgCpk8_8',1456074695639040005,1767225660000);
INSERT INTO "events" VALUES(1456074443980800014,4,1,1456074443980800002,'joined',1,'{"type":"joined","player":"aaeNiORB3n7K"}','aaeNiORB3n7K',1456074695639040007,1767225660000);
INSERT INTO "events" VALUES(1456074443980800014,5,1,1456074443980800002,'started',1,'{"type":"started","seats":["aaeNiORB3n7K","Dk1K2uct5tb8","cSaPJKYnpSCS","q14GpgCpk8_8"],"first":"Dk1K2uct5tb8"}','cSaPJKYnpSCS',1456074695639040009,1767225660000);
INSERT INTO "events" VALUES(1456074443980800014,6,1,1456074443980800002,'defeated',2,'{"type":"defeated","reports":[{"loser":"Dk1K2uct5tb8","cause":"life","sources":[{"controller":"cSaPJKYnpSCS"}]}],"outcome":{"moves":[{"player":"Dk1K2uct5tb8","status":"servant","master":"cSaPJKYnpSCS","served":[[0,"Dk1K2uct5tb8"]]}],"verdicts":[{"loser":"Dk1K2uct5tb8","responsible":"cSaPJKYnpSCS","becomes":"servant","rule":"ESC-21","answer":"controller","controller":"cSaPJKYnpSCS","owner":"cSaPJKYnpSCS"}],"turn":{"active":[],"number":1,"seat":"Dk1K2uct5tb8"}}}','cSaPJKYnpSCS',1456074947297280000,1767225720000);
INSERT INTO "events" VALUES(1456074443980800014,7,1,1456074443980800002,'defeated',2,'{"type":"defeated","reports":[{"loser":"q14GpgCpk8_8","cause":"life","sources":[{"controller":"cSaPJKYnpSCS"}]}],"outcome":{"moves":[{"player":"q14GpgCpk8_8","status":"servant","master":"cSaPJKYnpSCS","served":[[1,"q14GpgCpk8_8"]]}],"verdicts":[{"loser":"q14GpgCpk8_8","responsible":"cSaPJKYnpSCS","becomes":"servant","rule":"ESC-21","answer":"controller","controller":"cSaPJKYnpSCS","owner":"cSaPJKYnpSCS"}]}}','cSaPJKYnpSCS',1456075198955520000,1767225780000);
INSERT INTO "events" VALUES(1456074443980800014,8,1,1456074443980800002,'defeated',2,'{"type":"defeated","reports":[{"loser":"aaeNiORB3n7K","cause":"life","sources":[{"controller":"cSaPJKYnpSCS"}]}],"outcome":{"verdicts":[{"loser":"aaeNiORB3n7K","responsible":"cSaPJKYnpSCS","becomes":"beaten","rule":"ESC-9","answer":"controller","found":"last","controller":"cSaPJKYnpSCS","owner":"cSaPJKYnpSCS"}],"result":{"winners":["cSaPJKYnpSCS","Dk1K2uct5tb8","q14GpgCpk8_8"],"draw":false,"points":{"aaeNiORB3n7K":0,"Dk1K2uct5tb8":1,"cSaPJKYnpSCS":3,"q14GpgCpk8_8":1}}}}','cSaPJKYnpSCS',1456075450613760000,1767225840000);
INSERT INTO "events" VALUES(1456074443980800015,1,1,1456074443980800002,'opened',2,'{"type":"opened","setup":{},"host":"cSaPJKYnpSCS","players":["cSaPJKYnpSCS"],"secret":"856b35ff151c04f741165473520c533c517790bae6d09078bc9e64105cd02be0"}','cSaPJKYnpSCS',1456075702272000000,1767225900000);
INSERT INTO "events" VALUES(1456074443980800015,2,1,1456074443980800002,'joined',1,'{"type":"joined","player":"Dk1K2uct5tb8"}','Dk1K2uct5tb8',1456075702272000003,1767225900000);
INSERT INTO "events" VALUES(1456074443980800015,3,1,1456074443980800002,'joined',1,'{"type":"joined","player":"q14GpgCpk8_8"}','q14GpgCpk8_8',1456075702272000005,1767225900000);
INSERT INTO "events" VALUES(1456074443980800016,1,1,1456074443980800002,'opened',2,'{"type":"opened","setup":{"table":"two-headed-giant","variant":"elimination","scoring":"elimination"},"host":"cSaPJKYnpSCS","players":["cSaPJKYnpSCS"],"secret":"50116884c0c61405b6d39af333b4d67806ec9fd86c777c5d6ebafbe433cd1ae0"}','cSaPJKYnpSCS',1456075953930240000,1767225960000);
INSERT INTO "events" VALUES(1456074443980800016,2,1,1456074443980800002,'joined',1,'{"type":"joined","player":"Dk1K2uct5tb8"}','Dk1K2uct5tb8',1456075953930240003,1767225960000);
INSERT INTO "events" VALUES(1456074443980800016,3,1,1456074443980800002,'joined',1,'{"type":"joined","player":"q14GpgCpk8_8"}','q14GpgCpk8_8',1456075953930240005,1767225960000);
INSERT INTO "events" VALUES(1456074443980800016,4,1,1456074443980800002,'joined',1,'{"type":"joined","player":"aaeNiORB3n7K"}','aaeNiORB3n7K',1456075953930240007,1767225960000);
INSERT INTO "events" VALUES(1456074443980800016,5,1,1456074443980800002,'sided',1,'{"type":"sided","player":"cSaPJKYnpSCS","team":0}','cSaPJKYnpSCS',1456075953930240009,1767225960000);
INSERT INTO "events" VALUES(1456074443980800017,1,1,1456074443980800002,'opened',2,'{"type":"opened","setup":{},"host":"cSaPJKYnpSCS","players":["cSaPJKYnpSCS"],"secret":"e51fd3884b35996410ac9773c472ac83190027dd0de9c60776e4c299ce4c1207"}','cSaPJKYnpSCS',1456076205588480000,1767226020000);
INSERT INTO "events" VALUES(1456074443980800017,2,1,1456074443980800002,'joined',1,'{"type":"joined","player":"Dk1K2uct5tb8"}','Dk1K2uct5tb8',1456076205588480003,1767226020000);
INSERT INTO "events" VALUES(1456074443980800017,3,1,1456074443980800002,'joined',1,'{"type":"joined","player":"q14GpgCpk8_8"}','q14GpgCpk8_8',1456076205588480005,1767226020000);
INSERT INTO "events" VALUES(1456074443980800017,4,1,1456074443980800002,'joined',1,'{"type":"joined","player":"aaeNiORB3n7K"}','aaeNiORB3n7K',1456076205588480007,1767226020000);
INSERT INTO "events" VALUES(1456074443980800017,5,1,1456074443980800002,'started',1,'{"type":"started","seats":["Dk1K2uct5tb8","cSaPJKYnpSCS","aaeNiORB3n7K","q14GpgCpk8_8"],"first":"aaeNiORB3n7K"}','cSaPJKYnpSCS',1456076205588480009,1767226020000);
INSERT INTO "events" VALUES(1456074443980800017,6,1,1456074443980800002,'defeated',2,'{"type":"defeated","reports":[{"loser":"q14GpgCpk8_8","cause":"life","sources":[{"controller":"cSaPJKYnpSCS"}]}],"outcome":{"moves":[{"player":"q14GpgCpk8_8","status":"servant","master":"cSaPJKYnpSCS","served":[[0,"q14GpgCpk8_8"]]}],"verdicts":[{"loser":"q14GpgCpk8_8","responsible":"cSaPJKYnpSCS","becomes":"servant","rule":"ESC-21","answer":"controller","controller":"cSaPJKYnpSCS","owner":"cSaPJKYnpSCS"}]}}','aaeNiORB3n7K',1456076457246720000,1767226080000);
INSERT INTO "events" VALUES(1456074443980800017,7,1,1456074443980800002,'turn-began',1,'{"type":"turn-began","outcome":{"turn":{"active":["Dk1K2uct5tb8"],"number":2,"seat":"Dk1K2uct5tb8"}}}','cSaPJKYnpSCS',1456076708904960000,1767226140000);
INSERT INTO "events" VALUES(1456074443980800018,1,1,1456074443980800002,'opened',2,'{"type":"opened","setup":{"choose_master":true},"host":"cSaPJKYnpSCS","players":["cSaPJKYnpSCS"],"secret":"f937e4bbb6768e71346ff0cc5de0b81eae272020ceb297c9f78fb4cffcd48d40"}','cSaPJKYnpSCS',1456076960563200000,1767226200000);
INSERT INTO "events" VALUES(1456074443980800018,2,1,1456074443980800002,'joined',1,'{"type":"joined","player":"Dk1K2uct5tb8"}','Dk1K2uct5tb8',1456076960563200003,1767226200000);
INSERT INTO "events" VALUES(1456074443980800018,3,1,1456074443980800002,'joined',1,'{"type":"joined","player":"q14GpgCpk8_8"}','q14GpgCpk8_8',1456076960563200005,1767226200000);
INSERT INTO "events" VALUES(1456074443980800018,4,1,1456074443980800002,'joined',1,'{"type":"joined","player":"aaeNiORB3n7K"}','aaeNiORB3n7K',1456076960563200007,1767226200000);
INSERT INTO "events" VALUES(1456074443980800018,5,1,1456074443980800002,'started',1,'{"type":"started","seats":["q14GpgCpk8_8","aaeNiORB3n7K","cSaPJKYnpSCS","Dk1K2uct5tb8"],"first":"Dk1K2uct5tb8"}','cSaPJKYnpSCS',1456076960563200009,1767226200000);
INSERT INTO "events" VALUES(1456074443980800018,6,1,1456074443980800002,'defeated',2,'{"type":"defeated","reports":[{"loser":"aaeNiORB3n7K","cause":"life","sources":[{"controller":"aaeNiORB3n7K"}]}],"outcome":{"pending":{"reports":[{"loser":"aaeNiORB3n7K","cause":"life","sources":[{"controller":"aaeNiORB3n7K"}]}],"question":{"kind":"new-master","by":"aaeNiORB3n7K","options":["q14GpgCpk8_8","cSaPJKYnpSCS","Dk1K2uct5tb8"],"may_decline":true}}}}','aaeNiORB3n7K',1456076960563200014,1767226200000);
INSERT INTO "events" VALUES(1456074443980800019,1,1,1456074443980800002,'opened',2,'{"type":"opened","setup":{"series":{"target":10}},"host":"cSaPJKYnpSCS","players":["cSaPJKYnpSCS"],"secret":"dc46c08263ae11274ceb014e4d9c6000d42d1600f455f6504e7d60ab01152082"}','cSaPJKYnpSCS',1456077212221440000,1767226260000);
INSERT INTO "events" VALUES(1456074443980800019,2,1,1456074443980800002,'joined',1,'{"type":"joined","player":"Dk1K2uct5tb8"}','Dk1K2uct5tb8',1456077212221440003,1767226260000);
INSERT INTO "events" VALUES(1456074443980800019,3,1,1456074443980800002,'joined',1,'{"type":"joined","player":"q14GpgCpk8_8"}','q14GpgCpk8_8',1456077212221440005,1767226260000);
INSERT INTO "events" VALUES(1456074443980800019,4,1,1456074443980800002,'joined',1,'{"type":"joined","player":"aaeNiORB3n7K"}','aaeNiORB3n7K',1456077212221440007,1767226260000);
INSERT INTO "events" VALUES(1456074443980800019,5,1,1456074443980800002,'started',1,'{"type":"started","seats":["Dk1K2uct5tb8","q14GpgCpk8_8","cSaPJKYnpSCS","aaeNiORB3n7K"],"first":"q14GpgCpk8_8"}','cSaPJKYnpSCS',1456077212221440009,1767226260000);
INSERT INTO "events" VALUES(1456074443980800019,6,1,1456074443980800002,'defeated',2,'{"type":"defeated","reports":[{"loser":"Dk1K2uct5tb8","cause":"life","sources":[{"controller":"cSaPJKYnpSCS"}]}],"outcome":{"moves":[{"player":"Dk1K2uct5tb8","status":"servant","master":"cSaPJKYnpSCS","served":[[0,"Dk1K2uct5tb8"]]}],"verdicts":[{"loser":"Dk1K2uct5tb8","responsible":"cSaPJKYnpSCS","becomes":"servant","rule":"ESC-21","answer":"controller","controller":"cSaPJKYnpSCS","owner":"cSaPJKYnpSCS"}]}}','cSaPJKYnpSCS',1456077463879680000,1767226320000);
INSERT INTO "events" VALUES(1456074443980800019,7,1,1456074443980800002,'defeated',2,'{"type":"defeated","reports":[{"loser":"q14GpgCpk8_8","cause":"life","sources":[{"controller":"cSaPJKYnpSCS"}]}],"outcome":{"moves":[{"player":"q14GpgCpk8_8","status":"servant","master":"cSaPJKYnpSCS","served":[[1,"q14GpgCpk8_8"]]}],"verdicts":[{"loser":"q14GpgCpk8_8","responsible":"cSaPJKYnpSCS","becomes":"servant","rule":"ESC-21","answer":"controller","controller":"cSaPJKYnpSCS","owner":"cSaPJKYnpSCS"}],"turn":{"active":[],"number":1,"seat":"q14GpgCpk8_8"}}}','cSaPJKYnpSCS',1456077715537920000,1767226380000);
INSERT INTO "events" VALUES(1456074443980800019,8,1,1456074443980800002,'defeated',2,'{"type":"defeated","reports":[{"loser":"aaeNiORB3n7K","cause":"life","sources":[{"controller":"cSaPJKYnpSCS"}]}],"outcome":{"verdicts":[{"loser":"aaeNiORB3n7K","responsible":"cSaPJKYnpSCS","becomes":"beaten","rule":"ESC-9","answer":"controller","found":"last","controller":"cSaPJKYnpSCS","owner":"cSaPJKYnpSCS"}],"result":{"winners":["cSaPJKYnpSCS","Dk1K2uct5tb8","q14GpgCpk8_8"],"draw":false,"points":{"Dk1K2uct5tb8":1,"q14GpgCpk8_8":1,"cSaPJKYnpSCS":3,"aaeNiORB3n7K":0}}}}','cSaPJKYnpSCS',1456077967196160000,1767226440000);
INSERT INTO "events" VALUES(1456074443980800020,1,1,1456074443980800002,'opened',2,'{"type":"opened","setup":{"counting":true},"host":"cSaPJKYnpSCS","players":["cSaPJKYnpSCS"],"secret":"52225a910b1d2f72ac3bcbb85321c398e25cfa8dd91bdcff9122536a5ba7b76a"}','cSaPJKYnpSCS',1456078218854400000,1767226500000);
INSERT INTO "events" VALUES(1456074443980800020,2,1,1456074443980800002,'joined',1,'{"type":"joined","player":"Dk1K2uct5tb8"}','Dk1K2uct5tb8',1456078218854400003,1767226500000);
INSERT INTO "events" VALUES(1456074443980800020,3,1,1456074443980800002,'joined',1,'{"type":"joined","player":"q14GpgCpk8_8"}','q14GpgCpk8_8',1456078218854400005,1767226500000);
INSERT INTO "events" VALUES(1456074443980800020,4,1,1456074443980800002,'joined',1,'{"type":"joined","player":"aaeNiORB3n7K"}','aaeNiORB3n7K',1456078218854400007,1767226500000);
INSERT INTO "events" VALUES(1456074443980800020,5,1,1456074443980800002,'started',1,'{"type":"started","seats":["aaeNiORB3n7K","cSaPJKYnpSCS","Dk1K2uct5tb8","q14GpgCpk8_8"],"first":"aaeNiORB3n7K"}','cSaPJKYnpSCS',1456078218854400009,1767226500000);
INSERT INTO "events" VALUES(1456074443980800020,6,1,1456074443980800002,'counted',1,'{"type":"counted","changes":[{"player":"cSaPJKYnpSCS","kind":"life","amount":-3}]}','cSaPJKYnpSCS',1456078218854400012,1767226500000);
INSERT INTO "events" VALUES(1456074443980800021,1,1,1456074443980800002,'opened',2,'{"type":"opened","setup":{},"host":"cSaPJKYnpSCS","players":["cSaPJKYnpSCS"],"secret":"1d96acdec5cc312af6be3f494e8afb7ca48e87333c6c649bb7879c8de0324287"}','cSaPJKYnpSCS',1456078470512640000,1767226560000);
INSERT INTO "events" VALUES(1456074443980800021,2,1,1456074443980800002,'joined',1,'{"type":"joined","player":"Dk1K2uct5tb8"}','Dk1K2uct5tb8',1456078470512640003,1767226560000);
INSERT INTO "events" VALUES(1456074443980800021,3,1,1456074443980800002,'joined',1,'{"type":"joined","player":"q14GpgCpk8_8"}','q14GpgCpk8_8',1456078470512640005,1767226560000);
INSERT INTO "events" VALUES(1456074443980800021,4,1,1456074443980800002,'joined',1,'{"type":"joined","player":"aaeNiORB3n7K"}','aaeNiORB3n7K',1456078470512640007,1767226560000);
INSERT INTO "events" VALUES(1456074443980800021,5,1,1456074443980800002,'started',1,'{"type":"started","seats":["cSaPJKYnpSCS","q14GpgCpk8_8","aaeNiORB3n7K","Dk1K2uct5tb8"],"first":"Dk1K2uct5tb8"}','cSaPJKYnpSCS',1456078470512640009,1767226560000);
INSERT INTO "events" VALUES(1456074443980800021,6,1,1456074443980800002,'defeated',2,'{"type":"defeated","reports":[{"loser":"q14GpgCpk8_8","cause":"life","sources":[{"controller":"cSaPJKYnpSCS"}]}],"outcome":{"moves":[{"player":"q14GpgCpk8_8","status":"servant","master":"cSaPJKYnpSCS","served":[[0,"q14GpgCpk8_8"]]}],"verdicts":[{"loser":"q14GpgCpk8_8","responsible":"cSaPJKYnpSCS","becomes":"servant","rule":"ESC-21","answer":"controller","controller":"cSaPJKYnpSCS","owner":"cSaPJKYnpSCS"}]}}','aaeNiORB3n7K',1456078722170880000,1767226620000);
INSERT INTO "events" VALUES(1456074443980800021,7,1,1456074443980800002,'defeated',2,'{"type":"defeated","reports":[{"loser":"Dk1K2uct5tb8","cause":"life","sources":[{"controller":"cSaPJKYnpSCS"}]}],"outcome":{"moves":[{"player":"Dk1K2uct5tb8","status":"servant","master":"cSaPJKYnpSCS","served":[[1,"Dk1K2uct5tb8"]]}],"verdicts":[{"loser":"Dk1K2uct5tb8","responsible":"cSaPJKYnpSCS","becomes":"servant","rule":"ESC-21","answer":"controller","controller":"cSaPJKYnpSCS","owner":"cSaPJKYnpSCS"}],"turn":{"active":[],"number":1,"seat":"Dk1K2uct5tb8"}}}','aaeNiORB3n7K',1456078973829120000,1767226680000);
INSERT INTO "events" VALUES(1456074443980800021,8,1,1456074443980800002,'corrected',1,'{"type":"corrected","story":[{"type":"opened","setup":{},"host":"cSaPJKYnpSCS","players":["cSaPJKYnpSCS"],"secret":"1d96acdec5cc312af6be3f494e8afb7ca48e87333c6c649bb7879c8de0324287"},{"type":"joined","player":"Dk1K2uct5tb8"},{"type":"joined","player":"q14GpgCpk8_8"},{"type":"joined","player":"aaeNiORB3n7K"},{"type":"started","seats":["cSaPJKYnpSCS","q14GpgCpk8_8","aaeNiORB3n7K","Dk1K2uct5tb8"],"first":"Dk1K2uct5tb8"},{"type":"defeated","reports":[{"loser":"Dk1K2uct5tb8","cause":"life","sources":[{"controller":"cSaPJKYnpSCS"}]}],"outcome":{"moves":[{"player":"Dk1K2uct5tb8","status":"servant","master":"cSaPJKYnpSCS","served":[[0,"Dk1K2uct5tb8"]]}],"verdicts":[{"loser":"Dk1K2uct5tb8","responsible":"cSaPJKYnpSCS","becomes":"servant","rule":"ESC-21","answer":"controller","controller":"cSaPJKYnpSCS","owner":"cSaPJKYnpSCS"}],"turn":{"active":[],"number":1,"seat":"Dk1K2uct5tb8"}}}],"steps":[5],"reason":"It was Eve."}','9hm8-q36oWuV',1456078973829120005,1767226680000);
INSERT INTO "events" VALUES(1456074443980800024,1,1,1456074443980800002,'opened',2,'{"type":"opened","setup":{},"host":"cSaPJKYnpSCS","players":["cSaPJKYnpSCS"],"secret":"0d06bbe79297b9f521e58b4f1e80fbe23c7272f663450b5fd54058fb8f128b8b"}','cSaPJKYnpSCS',1456079225487360000,1767226740000);
INSERT INTO "events" VALUES(1456074443980800024,2,1,1456074443980800002,'joined',1,'{"type":"joined","player":"Dk1K2uct5tb8"}','Dk1K2uct5tb8',1456079225487360003,1767226740000);
INSERT INTO "events" VALUES(1456074443980800024,3,1,1456074443980800002,'closed',1,'{"type":"closed"}','cSaPJKYnpSCS',1456079225487360005,1767226740000);
INSERT INTO "events" VALUES(1456074443980800022,1,1,1456074443980800002,'opened',2,'{"type":"opened","setup":{"confirmation":"loser"},"host":"cSaPJKYnpSCS","players":["cSaPJKYnpSCS"],"secret":"2b080efaa714985d200552f5a89a11e9f3c50399f82e6082a091568b16b92e74"}','cSaPJKYnpSCS',1456079477145600000,1767226800000);
INSERT INTO "events" VALUES(1456074443980800022,2,1,1456074443980800002,'joined',1,'{"type":"joined","player":"Dk1K2uct5tb8"}','Dk1K2uct5tb8',1456079477145600003,1767226800000);
INSERT INTO "events" VALUES(1456074443980800022,3,1,1456074443980800002,'joined',1,'{"type":"joined","player":"q14GpgCpk8_8"}','q14GpgCpk8_8',1456079477145600005,1767226800000);
INSERT INTO "events" VALUES(1456074443980800022,4,1,1456074443980800002,'joined',1,'{"type":"joined","player":"aaeNiORB3n7K"}','aaeNiORB3n7K',1456079477145600007,1767226800000);
INSERT INTO "events" VALUES(1456074443980800022,5,1,1456074443980800002,'started',1,'{"type":"started","seats":["q14GpgCpk8_8","cSaPJKYnpSCS","Dk1K2uct5tb8","aaeNiORB3n7K"],"first":"q14GpgCpk8_8"}','cSaPJKYnpSCS',1456079477145600009,1767226800000);
INSERT INTO "events" VALUES(1456074443980800022,6,1,1456074443980800002,'defeated',2,'{"type":"defeated","reports":[{"loser":"q14GpgCpk8_8","cause":"life","sources":[{"controller":"cSaPJKYnpSCS"}]}],"outcome":{"moves":[{"player":"q14GpgCpk8_8","status":"servant","master":"cSaPJKYnpSCS","served":[[0,"q14GpgCpk8_8"]]}],"verdicts":[{"loser":"q14GpgCpk8_8","responsible":"cSaPJKYnpSCS","becomes":"servant","rule":"ESC-21","answer":"controller","controller":"cSaPJKYnpSCS","owner":"cSaPJKYnpSCS"}],"turn":{"active":[],"number":1,"seat":"q14GpgCpk8_8"}},"claim":{"version":6,"by":"aaeNiORB3n7K","of":["q14GpgCpk8_8"],"due":1767313200000,"each":true}}','aaeNiORB3n7K',1456079477145600012,1767226800000);
INSERT INTO "events" VALUES(1456074443980800023,1,1,1456074443980800002,'opened',2,'{"type":"opened","setup":{"confirmation":"loser"},"host":"cSaPJKYnpSCS","players":["cSaPJKYnpSCS"],"secret":"3d3dfeea607e47b43a750c2ffb0d051c246cabcaf4294f6b19f1cf492f62a623"}','cSaPJKYnpSCS',1456079980462080000,1767226920000);
INSERT INTO "events" VALUES(1456074443980800023,2,1,1456074443980800002,'joined',1,'{"type":"joined","player":"Dk1K2uct5tb8"}','Dk1K2uct5tb8',1456079980462080003,1767226920000);
INSERT INTO "events" VALUES(1456074443980800023,3,1,1456074443980800002,'joined',1,'{"type":"joined","player":"q14GpgCpk8_8"}','q14GpgCpk8_8',1456079980462080005,1767226920000);
INSERT INTO "events" VALUES(1456074443980800023,4,1,1456074443980800002,'joined',1,'{"type":"joined","player":"aaeNiORB3n7K"}','aaeNiORB3n7K',1456079980462080007,1767226920000);
INSERT INTO "events" VALUES(1456074443980800023,5,1,1456074443980800002,'started',1,'{"type":"started","seats":["aaeNiORB3n7K","cSaPJKYnpSCS","Dk1K2uct5tb8","q14GpgCpk8_8"],"first":"cSaPJKYnpSCS"}','cSaPJKYnpSCS',1456079980462080009,1767226920000);
INSERT INTO "events" VALUES(1456074443980800023,6,1,1456074443980800002,'defeated',2,'{"type":"defeated","reports":[{"loser":"q14GpgCpk8_8","cause":"life","sources":[{"controller":"cSaPJKYnpSCS"}]}],"outcome":{"moves":[{"player":"q14GpgCpk8_8","status":"servant","master":"cSaPJKYnpSCS","served":[[0,"q14GpgCpk8_8"]]}],"verdicts":[{"loser":"q14GpgCpk8_8","responsible":"cSaPJKYnpSCS","becomes":"servant","rule":"ESC-21","answer":"controller","controller":"cSaPJKYnpSCS","owner":"cSaPJKYnpSCS"}]},"claim":{"version":6,"by":"aaeNiORB3n7K","of":["q14GpgCpk8_8"],"due":1767313320000,"each":true}}','aaeNiORB3n7K',1456079980462080012,1767226920000);
INSERT INTO "events" VALUES(1456074443980800023,7,1,1456074443980800002,'disputed',1,'{"type":"disputed","claim":6,"by":"q14GpgCpk8_8"}','q14GpgCpk8_8',1456080232120320000,1767226980000);
INSERT INTO "events" VALUES(1456074443980800021,9,1,1456074443980800002,'defeated',2,'{"type":"defeated","reports":[{"loser":"q14GpgCpk8_8","cause":"life","sources":[{"controller":"cSaPJKYnpSCS"}]}],"outcome":{"moves":[{"player":"q14GpgCpk8_8","status":"servant","master":"cSaPJKYnpSCS","served":[[3,"q14GpgCpk8_8"]]}],"verdicts":[{"loser":"q14GpgCpk8_8","responsible":"cSaPJKYnpSCS","becomes":"servant","rule":"ESC-21","answer":"controller","controller":"cSaPJKYnpSCS","owner":"cSaPJKYnpSCS"}]}}','aaeNiORB3n7K',1456080232120320027,1767226980000);
CREATE TABLE guilds (
	guild BIGINT NOT NULL, 
	settings TEXT NOT NULL, 
	left_at BIGINT, due BIGINT, 
	CONSTRAINT pk_guilds PRIMARY KEY (guild)
);
INSERT INTO "guilds" VALUES(1456074443980800002,'{"confirmation":"loser"}',NULL,NULL);
CREATE TABLE people (
	id TEXT NOT NULL, 
	discord_id BIGINT NOT NULL, 
	name TEXT NOT NULL, 
	CONSTRAINT pk_people PRIMARY KEY (id), 
	CONSTRAINT uq_people_discord_id UNIQUE (discord_id)
);
INSERT INTO "people" VALUES('9hm8-q36oWuV',1456074443980800006,'Ana');
INSERT INTO "people" VALUES('cSaPJKYnpSCS',1456074443980800007,'Bo');
INSERT INTO "people" VALUES('Dk1K2uct5tb8',1456074443980800008,'Cy');
INSERT INTO "people" VALUES('q14GpgCpk8_8',1456074443980800009,'Di');
INSERT INTO "people" VALUES('aaeNiORB3n7K',1456074443980800010,'Eve');
CREATE TABLE pods (
	channel BIGINT NOT NULL, 
	pod INTEGER NOT NULL, 
	guild BIGINT NOT NULL, 
	state TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	at BIGINT NOT NULL, confirm_by BIGINT, ended BIGINT, 
	CONSTRAINT pk_pods PRIMARY KEY (channel, pod)
);
INSERT INTO "pods" VALUES(1456074443980800014,1,1456074443980800002,'finished',8,1767225840000,NULL,1767225840000);
INSERT INTO "pods" VALUES(1456074443980800015,1,1456074443980800002,'lobby',3,1767225900000,NULL,NULL);
INSERT INTO "pods" VALUES(1456074443980800016,1,1456074443980800002,'lobby',5,1767225960000,NULL,NULL);
INSERT INTO "pods" VALUES(1456074443980800017,1,1456074443980800002,'running',7,1767226140000,NULL,NULL);
INSERT INTO "pods" VALUES(1456074443980800018,1,1456074443980800002,'waiting',6,1767226200000,NULL,NULL);
INSERT INTO "pods" VALUES(1456074443980800019,1,1456074443980800002,'finished',8,1767226440000,NULL,1767226440000);
INSERT INTO "pods" VALUES(1456074443980800020,1,1456074443980800002,'running',6,1767226500000,NULL,NULL);
INSERT INTO "pods" VALUES(1456074443980800021,1,1456074443980800002,'running',9,1767226980000,NULL,NULL);
INSERT INTO "pods" VALUES(1456074443980800024,1,1456074443980800002,'closed',3,1767226740000,NULL,1767226740000);
INSERT INTO "pods" VALUES(1456074443980800022,1,1456074443980800002,'running',6,1767226800000,1767313200000,NULL);
INSERT INTO "pods" VALUES(1456074443980800023,1,1456074443980800002,'running',7,1767226980000,NULL,NULL);
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
INSERT INTO "results" VALUES(1456074443980800014,1,'aaeNiORB3n7K',1456074443980800002,0,'master',0,1767225840000,'esclave','free-for-all',0,0,0,0,2.26900342498080895845e+01,8.17961798837266,0.25);
INSERT INTO "results" VALUES(1456074443980800014,1,'Dk1K2uct5tb8',1456074443980800002,1,'servant',1,1767225840000,'esclave','free-for-all',0,1,0,1,2.48447081848610480388e+01,8.2564756608529972226e+00,0.25);
INSERT INTO "results" VALUES(1456074443980800014,1,'cSaPJKYnpSCS',1456074443980800002,3,'master',1,1767225840000,'esclave','free-for-all',3,0,120000,2,2.76205493804698143378e+01,8.2635717912594159884e+00,0.25);
INSERT INTO "results" VALUES(1456074443980800014,1,'q14GpgCpk8_8',1456074443980800002,1,'servant',1,1767225840000,'esclave','free-for-all',0,1,0,3,2.48447081848610480388e+01,8.2564756608529972226e+00,0.25);
INSERT INTO "results" VALUES(1456074443980800019,1,'Dk1K2uct5tb8',1456074443980800002,1,'servant',1,1767226440000,'esclave','free-for-all',0,1,0,0,2.46733586474303834279e+01,8.17991250765865274274e+00,2.46942875581496273929e-01);
INSERT INTO "results" VALUES(1456074443980800019,1,'q14GpgCpk8_8',1456074443980800002,1,'servant',1,1767226440000,'esclave','free-for-all',0,1,0,1,2.46733586474303834279e+01,8.17991250765865274274e+00,2.46942875581496273929e-01);
INSERT INTO "results" VALUES(1456074443980800019,1,'cSaPJKYnpSCS',1456074443980800002,3,'master',1,1767226440000,'esclave','free-for-all',3,0,120000,2,3.00607736645299468132e+01,8.18788904036943598896e+00,3.02566191359552760786e-01);
INSERT INTO "results" VALUES(1456074443980800019,1,'aaeNiORB3n7K',1456074443980800002,0,'master',0,1767226440000,'esclave','free-for-all',0,0,0,3,2.06354854663189328793e+01,8.04219093981329891107e+00,2.0354805747745471911e-01);
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
INSERT INTO "rivalries" VALUES(1456074443980800002,0,'cSaPJKYnpSCS','Dk1K2uct5tb8',2);
INSERT INTO "rivalries" VALUES(1456074443980800002,0,'cSaPJKYnpSCS','aaeNiORB3n7K',2);
INSERT INTO "rivalries" VALUES(1456074443980800002,0,'cSaPJKYnpSCS','q14GpgCpk8_8',2);
INSERT INTO "rivalries" VALUES(1456074443980800002,1,'cSaPJKYnpSCS','Dk1K2uct5tb8',2);
INSERT INTO "rivalries" VALUES(1456074443980800002,1,'cSaPJKYnpSCS','aaeNiORB3n7K',2);
INSERT INTO "rivalries" VALUES(1456074443980800002,1,'cSaPJKYnpSCS','q14GpgCpk8_8',2);
CREATE TABLE seasons (
	guild BIGINT NOT NULL, 
	number INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	start BIGINT NOT NULL, 
	"end" BIGINT, 
	CONSTRAINT pk_seasons PRIMARY KEY (guild, number)
);
INSERT INTO "seasons" VALUES(1456074443980800002,1,'Spring',1767225600000,NULL);
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
INSERT INTO "standings" VALUES(1456074443980800002,'','','day',20454,'Dk1K2uct5tb8',2,2,0,2,0,2);
INSERT INTO "standings" VALUES(1456074443980800002,'','','day',20454,'aaeNiORB3n7K',0,2,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800002,'','','day',20454,'cSaPJKYnpSCS',6,2,2,0,6,0);
INSERT INTO "standings" VALUES(1456074443980800002,'','','day',20454,'q14GpgCpk8_8',2,2,0,2,0,2);
INSERT INTO "standings" VALUES(1456074443980800002,'','','days_32',639,'Dk1K2uct5tb8',2,2,0,2,0,2);
INSERT INTO "standings" VALUES(1456074443980800002,'','','days_32',639,'aaeNiORB3n7K',0,2,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800002,'','','days_32',639,'cSaPJKYnpSCS',6,2,2,0,6,0);
INSERT INTO "standings" VALUES(1456074443980800002,'','','days_32',639,'q14GpgCpk8_8',2,2,0,2,0,2);
INSERT INTO "standings" VALUES(1456074443980800002,'','','days_8',2556,'Dk1K2uct5tb8',2,2,0,2,0,2);
INSERT INTO "standings" VALUES(1456074443980800002,'','','days_8',2556,'aaeNiORB3n7K',0,2,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800002,'','','days_8',2556,'cSaPJKYnpSCS',6,2,2,0,6,0);
INSERT INTO "standings" VALUES(1456074443980800002,'','','days_8',2556,'q14GpgCpk8_8',2,2,0,2,0,2);
INSERT INTO "standings" VALUES(1456074443980800002,'','','ever',0,'Dk1K2uct5tb8',2,2,0,2,0,2);
INSERT INTO "standings" VALUES(1456074443980800002,'','','ever',0,'aaeNiORB3n7K',0,2,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800002,'','','ever',0,'cSaPJKYnpSCS',6,2,2,0,6,0);
INSERT INTO "standings" VALUES(1456074443980800002,'','','ever',0,'q14GpgCpk8_8',2,2,0,2,0,2);
INSERT INTO "standings" VALUES(1456074443980800002,'','','season',1,'Dk1K2uct5tb8',2,2,0,2,0,2);
INSERT INTO "standings" VALUES(1456074443980800002,'','','season',1,'aaeNiORB3n7K',0,2,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800002,'','','season',1,'cSaPJKYnpSCS',6,2,2,0,6,0);
INSERT INTO "standings" VALUES(1456074443980800002,'','','season',1,'q14GpgCpk8_8',2,2,0,2,0,2);
INSERT INTO "standings" VALUES(1456074443980800002,'','free-for-all','day',20454,'Dk1K2uct5tb8',2,2,0,2,0,2);
INSERT INTO "standings" VALUES(1456074443980800002,'','free-for-all','day',20454,'aaeNiORB3n7K',0,2,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800002,'','free-for-all','day',20454,'cSaPJKYnpSCS',6,2,2,0,6,0);
INSERT INTO "standings" VALUES(1456074443980800002,'','free-for-all','day',20454,'q14GpgCpk8_8',2,2,0,2,0,2);
INSERT INTO "standings" VALUES(1456074443980800002,'','free-for-all','days_32',639,'Dk1K2uct5tb8',2,2,0,2,0,2);
INSERT INTO "standings" VALUES(1456074443980800002,'','free-for-all','days_32',639,'aaeNiORB3n7K',0,2,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800002,'','free-for-all','days_32',639,'cSaPJKYnpSCS',6,2,2,0,6,0);
INSERT INTO "standings" VALUES(1456074443980800002,'','free-for-all','days_32',639,'q14GpgCpk8_8',2,2,0,2,0,2);
INSERT INTO "standings" VALUES(1456074443980800002,'','free-for-all','days_8',2556,'Dk1K2uct5tb8',2,2,0,2,0,2);
INSERT INTO "standings" VALUES(1456074443980800002,'','free-for-all','days_8',2556,'aaeNiORB3n7K',0,2,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800002,'','free-for-all','days_8',2556,'cSaPJKYnpSCS',6,2,2,0,6,0);
INSERT INTO "standings" VALUES(1456074443980800002,'','free-for-all','days_8',2556,'q14GpgCpk8_8',2,2,0,2,0,2);
INSERT INTO "standings" VALUES(1456074443980800002,'','free-for-all','ever',0,'Dk1K2uct5tb8',2,2,0,2,0,2);
INSERT INTO "standings" VALUES(1456074443980800002,'','free-for-all','ever',0,'aaeNiORB3n7K',0,2,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800002,'','free-for-all','ever',0,'cSaPJKYnpSCS',6,2,2,0,6,0);
INSERT INTO "standings" VALUES(1456074443980800002,'','free-for-all','ever',0,'q14GpgCpk8_8',2,2,0,2,0,2);
INSERT INTO "standings" VALUES(1456074443980800002,'','free-for-all','season',1,'Dk1K2uct5tb8',2,2,0,2,0,2);
INSERT INTO "standings" VALUES(1456074443980800002,'','free-for-all','season',1,'aaeNiORB3n7K',0,2,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800002,'','free-for-all','season',1,'cSaPJKYnpSCS',6,2,2,0,6,0);
INSERT INTO "standings" VALUES(1456074443980800002,'','free-for-all','season',1,'q14GpgCpk8_8',2,2,0,2,0,2);
INSERT INTO "standings" VALUES(1456074443980800002,'esclave','','day',20454,'Dk1K2uct5tb8',2,2,0,2,0,2);
INSERT INTO "standings" VALUES(1456074443980800002,'esclave','','day',20454,'aaeNiORB3n7K',0,2,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800002,'esclave','','day',20454,'cSaPJKYnpSCS',6,2,2,0,6,0);
INSERT INTO "standings" VALUES(1456074443980800002,'esclave','','day',20454,'q14GpgCpk8_8',2,2,0,2,0,2);
INSERT INTO "standings" VALUES(1456074443980800002,'esclave','','days_32',639,'Dk1K2uct5tb8',2,2,0,2,0,2);
INSERT INTO "standings" VALUES(1456074443980800002,'esclave','','days_32',639,'aaeNiORB3n7K',0,2,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800002,'esclave','','days_32',639,'cSaPJKYnpSCS',6,2,2,0,6,0);
INSERT INTO "standings" VALUES(1456074443980800002,'esclave','','days_32',639,'q14GpgCpk8_8',2,2,0,2,0,2);
INSERT INTO "standings" VALUES(1456074443980800002,'esclave','','days_8',2556,'Dk1K2uct5tb8',2,2,0,2,0,2);
INSERT INTO "standings" VALUES(1456074443980800002,'esclave','','days_8',2556,'aaeNiORB3n7K',0,2,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800002,'esclave','','days_8',2556,'cSaPJKYnpSCS',6,2,2,0,6,0);
INSERT INTO "standings" VALUES(1456074443980800002,'esclave','','days_8',2556,'q14GpgCpk8_8',2,2,0,2,0,2);
INSERT INTO "standings" VALUES(1456074443980800002,'esclave','','ever',0,'Dk1K2uct5tb8',2,2,0,2,0,2);
INSERT INTO "standings" VALUES(1456074443980800002,'esclave','','ever',0,'aaeNiORB3n7K',0,2,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800002,'esclave','','ever',0,'cSaPJKYnpSCS',6,2,2,0,6,0);
INSERT INTO "standings" VALUES(1456074443980800002,'esclave','','ever',0,'q14GpgCpk8_8',2,2,0,2,0,2);
INSERT INTO "standings" VALUES(1456074443980800002,'esclave','','season',1,'Dk1K2uct5tb8',2,2,0,2,0,2);
INSERT INTO "standings" VALUES(1456074443980800002,'esclave','','season',1,'aaeNiORB3n7K',0,2,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800002,'esclave','','season',1,'cSaPJKYnpSCS',6,2,2,0,6,0);
INSERT INTO "standings" VALUES(1456074443980800002,'esclave','','season',1,'q14GpgCpk8_8',2,2,0,2,0,2);
INSERT INTO "standings" VALUES(1456074443980800002,'esclave','free-for-all','day',20454,'Dk1K2uct5tb8',2,2,0,2,0,2);
INSERT INTO "standings" VALUES(1456074443980800002,'esclave','free-for-all','day',20454,'aaeNiORB3n7K',0,2,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800002,'esclave','free-for-all','day',20454,'cSaPJKYnpSCS',6,2,2,0,6,0);
INSERT INTO "standings" VALUES(1456074443980800002,'esclave','free-for-all','day',20454,'q14GpgCpk8_8',2,2,0,2,0,2);
INSERT INTO "standings" VALUES(1456074443980800002,'esclave','free-for-all','days_32',639,'Dk1K2uct5tb8',2,2,0,2,0,2);
INSERT INTO "standings" VALUES(1456074443980800002,'esclave','free-for-all','days_32',639,'aaeNiORB3n7K',0,2,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800002,'esclave','free-for-all','days_32',639,'cSaPJKYnpSCS',6,2,2,0,6,0);
INSERT INTO "standings" VALUES(1456074443980800002,'esclave','free-for-all','days_32',639,'q14GpgCpk8_8',2,2,0,2,0,2);
INSERT INTO "standings" VALUES(1456074443980800002,'esclave','free-for-all','days_8',2556,'Dk1K2uct5tb8',2,2,0,2,0,2);
INSERT INTO "standings" VALUES(1456074443980800002,'esclave','free-for-all','days_8',2556,'aaeNiORB3n7K',0,2,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800002,'esclave','free-for-all','days_8',2556,'cSaPJKYnpSCS',6,2,2,0,6,0);
INSERT INTO "standings" VALUES(1456074443980800002,'esclave','free-for-all','days_8',2556,'q14GpgCpk8_8',2,2,0,2,0,2);
INSERT INTO "standings" VALUES(1456074443980800002,'esclave','free-for-all','ever',0,'Dk1K2uct5tb8',2,2,0,2,0,2);
INSERT INTO "standings" VALUES(1456074443980800002,'esclave','free-for-all','ever',0,'aaeNiORB3n7K',0,2,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800002,'esclave','free-for-all','ever',0,'cSaPJKYnpSCS',6,2,2,0,6,0);
INSERT INTO "standings" VALUES(1456074443980800002,'esclave','free-for-all','ever',0,'q14GpgCpk8_8',2,2,0,2,0,2);
INSERT INTO "standings" VALUES(1456074443980800002,'esclave','free-for-all','season',1,'Dk1K2uct5tb8',2,2,0,2,0,2);
INSERT INTO "standings" VALUES(1456074443980800002,'esclave','free-for-all','season',1,'aaeNiORB3n7K',0,2,0,0,0,0);
INSERT INTO "standings" VALUES(1456074443980800002,'esclave','free-for-all','season',1,'cSaPJKYnpSCS',6,2,2,0,6,0);
INSERT INTO "standings" VALUES(1456074443980800002,'esclave','free-for-all','season',1,'q14GpgCpk8_8',2,2,0,2,0,2);
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