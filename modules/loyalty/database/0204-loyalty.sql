-- A gift that pieces were counted of is archived instead of deleted: its count stands in the ledger.
alter table gift add column archived_at timestamptz;
comment on column gift.archived_at is 'taken off the list for good; its name is free again';
alter table gift drop constraint gift__duplicate;
create unique index gift__duplicate on gift (oid, gift_name) where archived_at is null;
