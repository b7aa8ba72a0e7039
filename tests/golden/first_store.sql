-- A store as the first kibitz that had one made it, before people's games were kept. {bytes}, {number} and {narrow} are
-- BLOB, INTEGER and WITHOUT ROWID in a file, BYTEA, SERIAL and nothing on a server.
CREATE TABLE kibitz_files (hash VARCHAR(64) NOT NULL, content {bytes} NOT NULL, PRIMARY KEY (hash));
CREATE TABLE kibitz_matches (number {number} NOT NULL, plan TEXT NOT NULL, games INTEGER NOT NULL,
    created DOUBLE PRECISION NOT NULL, kibitz TEXT NOT NULL, PRIMARY KEY (number));
CREATE TABLE kibitz_store (version INTEGER NOT NULL, PRIMARY KEY (version));
CREATE TABLE kibitz_tunings (number {number} NOT NULL, settings TEXT NOT NULL, created DOUBLE PRECISION NOT NULL,
    kibitz TEXT NOT NULL, PRIMARY KEY (number));
CREATE TABLE kibitz_fixtures (match INTEGER NOT NULL, pair INTEGER NOT NULL, side INTEGER NOT NULL, seats TEXT NOT NULL,
    opening TEXT NOT NULL, PRIMARY KEY (match, pair, side), FOREIGN KEY (match) REFERENCES kibitz_matches (number)) {narrow};
CREATE TABLE kibitz_match_files (match INTEGER NOT NULL, path TEXT NOT NULL, hash VARCHAR(64) NOT NULL,
    PRIMARY KEY (match, path), FOREIGN KEY (match) REFERENCES kibitz_matches (number),
    FOREIGN KEY (hash) REFERENCES kibitz_files (hash));
CREATE TABLE kibitz_tuning_steps (tuning INTEGER NOT NULL, step INTEGER NOT NULL, outcome TEXT NOT NULL,
    PRIMARY KEY (tuning, step), FOREIGN KEY (tuning) REFERENCES kibitz_tunings (number));
CREATE TABLE kibitz_results (match INTEGER NOT NULL, pair INTEGER NOT NULL, side INTEGER NOT NULL, moves TEXT NOT NULL,
    payoffs TEXT, forfeit SMALLINT, loser INTEGER, reason TEXT NOT NULL, seconds DOUBLE PRECISION NOT NULL,
    kept DOUBLE PRECISION NOT NULL, digest BIGINT NOT NULL, PRIMARY KEY (match, pair, side),
    FOREIGN KEY (match, pair, side) REFERENCES kibitz_fixtures (match, pair, side));
CREATE INDEX kibitz_results_stopped ON kibitz_results (match, loser) WHERE payoffs IS NULL;
CREATE INDEX kibitz_results_faults ON kibitz_results (match, loser, kept) WHERE loser IS NOT NULL;
CREATE INDEX kibitz_results_digest ON kibitz_results (match, digest);
CREATE TABLE kibitz_meetings (match INTEGER NOT NULL, pair INTEGER NOT NULL, side INTEGER NOT NULL,
    first_seat SMALLINT NOT NULL, second_seat SMALLINT NOT NULL, first INTEGER NOT NULL, second INTEGER NOT NULL,
    points SMALLINT NOT NULL, PRIMARY KEY (match, pair, side, first_seat, second_seat),
    FOREIGN KEY (match, pair, side) REFERENCES kibitz_results (match, pair, side)) {narrow};
INSERT INTO kibitz_store (version) VALUES (1);
INSERT INTO kibitz_matches (plan, games, created, kibitz) VALUES ('{"game": "tic_tac_toe", "players": ["random", "greedy"],
    "seed": 7, "clock": null, "form": "pairs", "openings": "", "sprt": null}', 2, 1700000000.5, '0.5.0');
INSERT INTO kibitz_fixtures VALUES (1, 0, 0, '[0,1]', ''), (1, 0, 1, '[1,0]', '');
INSERT INTO kibitz_results VALUES (1, 0, 0, '["1,1","2,2","1,2","3,3","1,3"]', '[1,-1]', NULL, NULL, '', 0.25, 1700000001, 5);
INSERT INTO kibitz_meetings VALUES (1, 0, 0, 0, 1, 0, 1, 2);
