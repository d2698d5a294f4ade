-- Imports remember how people mapped a file's columns, and what they changed in rows that were here before.
alter table import_batch add column mapping jsonb;
comment on column import_batch.mapping is 'head of a column → field, or null for “not imported”, as somebody chose it; offered for the next file with such heads';
alter table import_row add column before jsonb, add column after jsonb;
comment on column import_row.before is 'columns of a row that was here before the import, as they were; null for a row the import made';
