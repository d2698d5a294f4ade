-- Baseline of devices: its tables as decision 1101 found them. A landed file is never edited; what changes a table is a new one.

create table device_key (
  oid bigint not null,
  key_id bigint generated always as identity,
  hid bigint not null,
  name text not null,
  hash text not null,
  ctid_ bigint default app_ctid(),
  created_at timestamptz not null default app_now(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  constraint device_key__name check (length(name) between 1 and 50),
  primary key (oid, key_id),
  constraint device_key__hash unique (hash),
  foreign key (oid) references organisation,
  foreign key (oid, hid) references store,
  foreign key (oid, ctid_) references contact
);
comment on column device_key.hash is 'sha256 of the key; the key itself is shown once, when it is made';
create index device_key__by_store on device_key (oid, hid, key_id);
create index device_key__by_maker on device_key (oid, ctid_);

create table device_file (
  oid bigint not null,
  file_id bigint generated always as identity,
  hid bigint not null,
  sha256 text not null,
  size bigint not null,
  filename text not null,
  source text not null,
  key_id bigint,
  profile text,
  model text,
  serial text,
  measured_at timestamptz,
  said_id text,
  said_name text,
  reading jsonb not null default '{"exams": [], "beside": [], "warnings": []}',
  pid bigint,
  matched_by text,
  status int not null,
  former_status int,
  version int not null default 0,
  taken jsonb not null default '[]',
  ctid_ bigint default app_ctid(),
  received_at timestamptz not null default app_now(),
  -- Whose eyes a file says they were: beside number and name the birth and the sex, and why somebody took it for a member it differs from.
  said_birth date,
  said_sex int,
  differs_reason text,
  constraint device_file__sha256 check (sha256 ~ '^[0-9a-f]{64}$'),
  constraint device_file__size check (size > 0),
  constraint device_file__source check (source in ('drop', 'bridge', 'serial')),
  constraint device_file__matched_by check (matched_by in ('number', 'phone', 'qr', 'visit', 'hand')),
  constraint device_file__whose check ((pid is null) = (matched_by is null)),
  constraint device_file__claimed check (status not in (1, 2) or pid is not null),
  primary key (oid, file_id),
  foreign key (oid) references organisation,
  foreign key (oid, hid) references store,
  foreign key (oid, key_id) references device_key,
  foreign key (oid, pid) references patient,
  foreign key (oid, ctid_) references contact,
  constraint device_file__twice unique (oid, hid, sha256),
  constraint device_file__said_sex check (said_sex in (0, 1))
);
comment on column device_file.measured_at is 'by the clock of the device, which may be wrong';
comment on column device_file.reading is 'what was read: {exams: [{kind, values}], beside, warnings, frame}; never changed by hand';
comment on column device_file.taken is 'drafts it filled: [{kind, id, fields}]';
comment on column device_file.differs_reason is 'why the file was taken for a member whose name, sex or birth it contradicts';
create index device_file__by_store on device_file (oid, hid, file_id desc);
create index device_file__open on device_file (oid, hid, status, file_id desc) where status in (0, 1, 9);
create index device_file__by_member on device_file (oid, pid, file_id desc);
create index device_file__by_key on device_file (oid, key_id);
create index device_file__by_staff on device_file (oid, ctid_);
