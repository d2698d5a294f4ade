-- Which top-ups a transfer or a withdrawal took its principal from, by whom it is held: money goes back to the name that paid it.
create table charge_share (
  oid bigint not null,
  share_id bigint generated always as identity,
  cbid bigint not null, -- the transfer or withdrawal
  topup_cbid bigint not null, -- the top-up that paid the money
  pid bigint not null,
  money bigint not null, -- fen, + into the hands of the member, − out of them
  primary key (oid, share_id),
  constraint charge_share__money check (money <> 0),
  constraint charge_share__once unique (oid, cbid, topup_cbid),
  foreign key (oid, cbid) references charge_bill (oid, cbid),
  foreign key (oid, topup_cbid) references charge_bill (oid, cbid),
  foreign key (oid, pid) references patient (oid, pid)
);
create index charge_share__by_topup on charge_share (oid, topup_cbid);
create index charge_share__by_member on charge_share (oid, pid);

alter table charge_bill add column former_level_id bigint;
comment on column charge_bill.former_level_id is 'level of the member before this top-up raised it';
alter table charge_bill add foreign key (oid, former_level_id) references level (oid, id);
create index charge_bill__by_former_level on charge_bill (oid, former_level_id) where former_level_id is not null;

alter table storage_scheme add column level_keep integer not null default 100;
comment on column storage_scheme.level_keep is 'percent of the principal that keeps the level: less left of it, and the level goes';
alter table storage_scheme add constraint storage_scheme__level_keep check (level_keep between 0 and 100);
