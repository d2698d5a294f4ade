-- The view password of a store: members' records open there only to those who know it.
create table view_password (
  oid bigint not null,
  hid bigint not null,
  password_hash text not null,
  changed_at timestamptz not null default app_now(),
  primary key (oid, hid),
  foreign key (oid, hid) references store on delete cascade
);
-- Wrong tries of a person; the fifth locks for 15 minutes.
create table view_password_try (
  oid bigint not null,
  ctid_ bigint not null,
  failures int not null default 0,
  last_at timestamptz not null default now(),
  locked_until timestamptz,
  primary key (oid, ctid_),
  foreign key (oid, ctid_) references contact
);
-- Stores with a view password, for the session; null where none has.
create function session_locked(oid_ bigint) returns bigint[] language sql stable security definer set search_path = public as $$
  select array_agg(hid) from view_password where oid = oid_
$$;
-- Reads of the audit by time, for next to nothing on the way in.
create index audit__by_time on audit using brin (at);
