-- A file is one of its owner: the same picture sent by another person or in another store is a row of its own, and takes nothing away.
alter table exam_file drop constraint exam_file__once;
alter table exam_file add constraint exam_file__once unique (oid, hid, uploaded_by, sha256);
comment on table exam_file is 'one row for a file, the person who sent it and the store they sent it in';
