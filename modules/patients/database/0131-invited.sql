-- Members somebody brought are few of all: their list is read from an index of theirs.
create index patient__invited on patient (oid, hid, created_at desc, pid desc) where status = 0 and inviter_pid is not null;
