-- Files of examination devices: what arrived, what was read in it, whose eyes it was, and what became of it. The bytes lie in the storage by their hash.

create table device_key (
  oid bigint not null references organisation,
  key_id bigint generated always as identity,
  hid bigint not null,
  name text not null constraint device_key__name check (length(name) between 1 and 50),
  hash text not null constraint device_key__hash unique,
  ctid_ bigint default app_ctid(),
  created_at timestamptz not null default app_now(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (oid, key_id),
  foreign key (oid, hid) references store,
  foreign key (oid, ctid_) references contact
);
create index device_key__by_store on device_key (oid, hid, key_id);
create index device_key__by_maker on device_key (oid, ctid_);
comment on column device_key.hash is 'sha256 of the key; the key itself is shown once, when it is made';

-- Before a tenant is known: which store a key sends files to, in the name of whoever made it. A revoked one opens nothing.
create function device_key_tenant(hash_ text) returns table (oid bigint, hid bigint, ctid bigint, name text, key_id bigint)
language sql stable security definer set search_path = public
as $$ select k.oid, k.hid, coalesce(k.ctid_, 0), k.name, k.key_id from device_key k where k.hash = hash_ and k.revoked_at is null $$;

create table device_file (
  oid bigint not null references organisation,
  file_id bigint generated always as identity,
  hid bigint not null,
  sha256 text not null constraint device_file__sha256 check (sha256 ~ '^[0-9a-f]{64}$'),
  size bigint not null constraint device_file__size check (size > 0),
  filename text not null,
  source text not null constraint device_file__source check (source in ('drop', 'bridge', 'serial')),
  key_id bigint,
  profile text,
  model text,
  serial text,
  measured_at timestamptz,
  said_id text,
  said_name text,
  reading jsonb not null default '{"exams": [], "beside": [], "warnings": []}',
  pid bigint,
  matched_by text constraint device_file__matched_by check (matched_by in ('number', 'phone', 'qr', 'visit', 'hand')),
  status int not null,
  former_status int,
  version int not null default 0,
  taken jsonb not null default '[]',
  ctid_ bigint default app_ctid(),
  received_at timestamptz not null default app_now(),
  primary key (oid, file_id),
  foreign key (oid, hid) references store,
  foreign key (oid, key_id) references device_key,
  foreign key (oid, pid) references patient,
  foreign key (oid, ctid_) references contact,
  constraint device_file__twice unique (oid, sha256),
  constraint device_file__whose check ((pid is null) = (matched_by is null)),
  constraint device_file__claimed check (status not in (1, 2) or pid is not null)
);
create index device_file__by_store on device_file (oid, hid, file_id desc);
create index device_file__open on device_file (oid, hid, status, file_id desc) where status in (0, 1, 9);
create index device_file__by_member on device_file (oid, pid, file_id desc);
create index device_file__by_key on device_file (oid, key_id);
create index device_file__by_staff on device_file (oid, ctid_);
create trigger guard_status before insert or update of status on device_file for each row execute function guard_status('device-file');
comment on column device_file.reading is 'what was read: {exams: [{kind, values}], beside, warnings, frame}; never changed by hand';
comment on column device_file.taken is 'drafts it filled: [{kind, id, fields}]';
comment on column device_file.measured_at is 'by the clock of the device, which may be wrong';

-- What a device sent stays as it came: only whose it is, its state and what was taken of it change; what could not be read may be read again.
create function device_file_kept() returns trigger language plpgsql as $$
begin
  if (new.sha256, new.size, new.source, new.received_at) is distinct from (old.sha256, old.size, old.source, old.received_at)
     or (old.status = 2 and (new.reading, new.taken, new.status) is distinct from (old.reading, old.taken, old.status)) then
    raise exception 'a file of a device stays as it came' using errcode = '23514', constraint = 'device_file__locked';
  end if;
  return new;
end $$;
create trigger device_file_kept before update on device_file for each row execute function device_file_kept();
