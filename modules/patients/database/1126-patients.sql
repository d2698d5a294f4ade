-- The code a member receives when goods wait for them: what they show instead of a signature. One of each thing that waits; a new notice replaces the code.
create table pickup_code (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  pid bigint not null,
  -- What waits: frame:12, order:33.
  ref text not null,
  code_hash text not null,
  tries smallint not null default 0,
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  ctid_ bigint default app_ctid(),
  primary key (oid, id),
  constraint pickup_code__one unique (oid, ref),
  constraint pickup_code__tries check (tries between 0 and 5),
  foreign key (oid, hid) references store,
  foreign key (oid, pid) references patient,
  foreign key (oid, ctid_) references contact
);
create index pickup_code__by_store on pickup_code (oid, hid);
create index pickup_code__by_member on pickup_code (oid, pid);
create index pickup_code__by_person on pickup_code (oid, ctid_);
