-- Version 1 of a collection's database. Numbers (document text aside) stay inside the database:
-- passages, records, key forms and terms are referred to by small integers that no one else sees.

CREATE TABLE meta (
    name VARCHAR PRIMARY KEY,
    value VARCHAR NOT NULL
);

CREATE TABLE settings (
    name VARCHAR PRIMARY KEY,
    value VARCHAR NOT NULL
);

CREATE TABLE reports (
    doc_id VARCHAR PRIMARY KEY,
    report VARCHAR NOT NULL
);

CREATE TABLE documents (
    doc_id VARCHAR PRIMARY KEY,
    name VARCHAR NOT NULL,
    title VARCHAR NOT NULL,
    media_type VARCHAR NOT NULL,
    kind VARCHAR NOT NULL,
    content_sha256 VARCHAR NOT NULL,
    reader_version VARCHAR NOT NULL,
    original VARCHAR,
    characters BIGINT NOT NULL,
    pages INTEGER NOT NULL,
    fingerprint VARCHAR NOT NULL,
    report VARCHAR NOT NULL,
    text VARCHAR NOT NULL,
    structure VARCHAR NOT NULL
);

CREATE TABLE passages (
    passage_no INTEGER NOT NULL,
    psg_id VARCHAR NOT NULL,
    doc_id VARCHAR NOT NULL,
    start BIGINT NOT NULL,
    page INTEGER,
    page_label VARCHAR,
    kind VARCHAR NOT NULL,
    main_entity VARCHAR NOT NULL,
    main_entity_type VARCHAR NOT NULL,
    locator VARCHAR NOT NULL,
    ocr BOOLEAN NOT NULL,
    text VARCHAR NOT NULL,
    context_text VARCHAR NOT NULL,
    nested VARCHAR NOT NULL
);

CREATE TABLE records (
    record_no INTEGER NOT NULL,
    record_id VARCHAR NOT NULL,
    doc_id VARCHAR NOT NULL,
    passage_no INTEGER NOT NULL,
    place INTEGER NOT NULL,
    entity VARCHAR NOT NULL,
    type VARCHAR NOT NULL,
    nested VARCHAR NOT NULL
);

CREATE TABLE rejected_fields (
    doc_id VARCHAR NOT NULL,
    place INTEGER NOT NULL,
    psg_id VARCHAR NOT NULL,
    entity VARCHAR NOT NULL,
    category VARCHAR NOT NULL,
    name VARCHAR NOT NULL,
    value VARCHAR NOT NULL,
    reason VARCHAR NOT NULL
);

-- A key may be written differently in different documents ("Acme Corp", "ACME CORP"): each way is
-- a form. A posting names its form, so a form exists exactly while a passage uses it.
CREATE TABLE key_forms (
    form_no INTEGER NOT NULL,
    key_id VARCHAR NOT NULL,
    form VARCHAR NOT NULL,
    entity VARCHAR NOT NULL,
    type VARCHAR NOT NULL,
    category VARCHAR NOT NULL,
    name VARCHAR NOT NULL,
    value VARCHAR NOT NULL,
    inverse BOOLEAN NOT NULL,
    period VARCHAR NOT NULL,
    value_kind VARCHAR,
    number DOUBLE,
    unit VARCHAR,
    start_date VARCHAR,
    end_date VARCHAR,
    canonical VARCHAR
);

CREATE TABLE postings (
    form_no INTEGER NOT NULL,
    passage_no INTEGER NOT NULL,
    record_no INTEGER NOT NULL
);

-- The form that stands for its key: the one most used, ties by its text.
CREATE VIEW keys AS
SELECT
    f.*
FROM key_forms f
JOIN (SELECT form_no, count(*) AS uses FROM postings GROUP BY form_no) u
    ON u.form_no = f.form_no
QUALIFY row_number() OVER (
    PARTITION BY f.key_id
    ORDER BY u.uses DESC, f.entity, f.name, f.value, f.form
) = 1;

CREATE TABLE terms (
    term_no INTEGER NOT NULL,
    term VARCHAR NOT NULL
);

CREATE TABLE term_postings (
    term_no INTEGER NOT NULL,
    passage_no INTEGER NOT NULL,
    uses INTEGER NOT NULL
);

CREATE TABLE vectors (
    digest VARCHAR NOT NULL,
    vector BLOB NOT NULL
);

CREATE SEQUENCE answer_numbers;

CREATE TABLE answers (
    answer_id VARCHAR PRIMARY KEY,
    answer_no BIGINT NOT NULL,
    asked_at VARCHAR NOT NULL,
    question VARCHAR NOT NULL,
    answer VARCHAR NOT NULL
);

INSERT INTO meta VALUES ('index_version', '0');
