-- Somebody agreed on another person's screen with their own password, or tried to.
create table presence_proof (
  oid bigint not null,
  proof_id bigint generated always as identity,
  hid bigint not null,
  ctid_ bigint not null, -- whose password was asked for
  entered_by bigint default app_ctid(), -- at whose screen
  purpose text not null,
  is_proven boolean not null,
  at timestamptz not null default app_now(),
  primary key (oid, proof_id),
  foreign key (oid, hid) references store (oid, hid),
  foreign key (oid, ctid_) references contact (oid, ctid_),
  foreign key (oid, entered_by) references contact (oid, ctid_)
);
create index presence_proof__by_person on presence_proof (oid, ctid_, at desc);
create index presence_proof__by_store on presence_proof (oid, hid);
create index presence_proof__by_screen on presence_proof (oid, entered_by);
