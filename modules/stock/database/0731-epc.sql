-- RFID tags: each piece that was given one has a serial of its own, never given twice. What the tag says is kept as it was when it was written.
create table epc_tag (
  oid bigint not null,
  serial bigint generated always as identity constraint epc_tag__serial check (serial > 0 and serial < 274877906944),
  hid bigint not null,
  batch_id bigint not null,
  gtin text not null constraint epc_tag__gtin check (gtin ~ '^[0-9]{14}$'),
  prefix_length int not null constraint epc_tag__prefix_length check (prefix_length between 6 and 12),
  ctid_ bigint default app_ctid(),
  made_at timestamptz not null default app_now(),
  primary key (oid, serial),
  foreign key (oid, hid) references store,
  foreign key (oid, batch_id) references batch,
  foreign key (oid, ctid_) references contact
);
comment on column epc_tag.serial is '38 bits of an SGTIN-96; unique over all products';
create index epc_tag__by_batch on epc_tag (oid, batch_id);
create index epc_tag__by_store on epc_tag (oid, hid);
create index epc_tag__by_person on epc_tag (oid, ctid_);
