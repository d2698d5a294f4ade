-- A message for whoever was not reached three times, where the hour or the day did not let it go: it is owed, and goes later.
alter table revisit add column owed boolean not null default false;
comment on column revisit.owed is 'not reached three times, and not written to yet: at night, on a day of rest or twice a day nobody is';
create index revisit__owed on revisit (oid, hid, rvid) where owed;
