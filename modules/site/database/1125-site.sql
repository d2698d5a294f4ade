-- Baseline of site: its tables as decision 1101 found them. A landed file is never edited; what changes a table is a new one.

-- The mall: stores that show their goods with prices to visitors. A row is the store's own decision; without one nothing is shown.
create table mall_store (
  oid bigint not null,
  hid bigint,
  opened_at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  primary key (oid, hid),
  foreign key (oid, hid) references store,
  foreign key (oid, ctid_) references contact
);
create index mall_store__by_person on mall_store (oid, ctid_);
