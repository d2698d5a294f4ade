-- Tags of members: those of the store's settings.
create table patient_tag (
  oid bigint not null references organisation,
  pid bigint not null,
  tag_id bigint not null,
  at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  primary key (oid, pid, tag_id),
  foreign key (oid, pid) references patient on delete cascade,
  foreign key (oid, tag_id) references master_item,
  foreign key (oid, ctid_) references contact
);
create index patient_tag__by_tag on patient_tag (oid, tag_id, pid);
create index patient_tag__by_person on patient_tag (oid, ctid_);
