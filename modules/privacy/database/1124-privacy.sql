-- Baseline of privacy: its tables as decision 1101 found them. A landed file is never edited; what changes a table is a new one.

-- Members' records opened where a view password guards them: by the password (every record of the store) or in an emergency (one, with its
-- reason).
create table record_unlock (
  oid bigint not null,
  unlock_id bigint generated always as identity,
  ctid_ bigint not null,
  hid bigint not null,
  pid bigint,
  how text not null,
  reason text,
  at timestamptz not null default app_now(),
  until timestamptz not null,
  constraint record_unlock__how check (how in ('password', 'break_glass')),
  constraint record_unlock__reason check (how = 'password' or (pid is not null and length(reason) >= 4)),
  primary key (oid, unlock_id),
  foreign key (oid, ctid_) references contact,
  foreign key (oid, hid) references store,
  foreign key (oid, pid) references patient
);
create index record_unlock__by_person on record_unlock (oid, ctid_, until desc);
create index record_unlock__by_member on record_unlock (oid, pid) where pid is not null;
create index record_unlock__by_store on record_unlock (oid, hid, unlock_id desc);
