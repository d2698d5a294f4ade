-- The eye guardian: which combination a user has, what was done each day, how behaviour was judged.

create table eg_service (
  oid bigint not null references organisation,
  id bigint generated always as identity,
  hid bigint not null,
  eg_id bigint not null,
  combination_id bigint not null,
  weeks int not null,
  starts_on date not null,
  price bigint not null default 0,
  status int not null default 0,
  stop_note text,
  version int not null default 0,
  created_at timestamptz not null default app_now(),
  created_by bigint default app_ctid(),
  primary key (oid, id),
  foreign key (oid, hid) references store,
  foreign key (oid, eg_id) references eg_patient,
  foreign key (oid, combination_id) references master_item,
  foreign key (oid, created_by) references contact,
  constraint eg_service__weeks check (weeks between 1 and 104),
  constraint eg_service__price check (price >= 0),
  constraint eg_service__status check (status in (0, 1))
);
comment on column eg_service.status is '0 in service, 1 stopped';
create unique index eg_service__service_open on eg_service (oid, eg_id) where status = 0;
create index eg_service__by_user on eg_service (oid, eg_id);
create index eg_service__by_store on eg_service (oid, hid, id desc);
create index eg_service__by_combination on eg_service (oid, combination_id);
create index eg_service__by_writer on eg_service (oid, created_by);

create table eg_checkin (
  oid bigint not null references organisation,
  id bigint generated always as identity,
  hid bigint not null,
  eg_id bigint not null,
  day date not null,
  outdoor_minutes int,
  near_minutes int,
  near_distance numeric(5, 1),
  version int not null default 0,
  at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  primary key (oid, id),
  foreign key (oid, hid) references store,
  foreign key (oid, eg_id) references eg_patient,
  foreign key (oid, ctid_) references contact,
  constraint eg_checkin__day_taken unique (oid, eg_id, day),
  constraint eg_checkin__something check (num_nonnulls(outdoor_minutes, near_minutes, near_distance) > 0),
  constraint eg_checkin__outdoor check (outdoor_minutes between 0 and 1440),
  constraint eg_checkin__near check (near_minutes between 0 and 1440),
  constraint eg_checkin__distance check (near_distance between 1 and 200)
);
create index eg_checkin__by_store on eg_checkin (oid, hid, day);
create index eg_checkin__by_person on eg_checkin (oid, ctid_);

create table eg_assessment (
  oid bigint not null references organisation,
  id bigint generated always as identity,
  hid bigint not null,
  eg_id bigint not null,
  day date not null,
  score int not null,
  template_version int not null,
  answers jsonb not null,
  note text,
  at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  primary key (oid, id),
  foreign key (oid, hid) references store,
  foreign key (oid, eg_id) references eg_patient,
  foreign key (oid, ctid_) references contact,
  constraint eg_assessment__score check (score between 0 and 100),
  constraint eg_assessment__answers check (jsonb_typeof(answers) = 'object')
);
create index eg_assessment__by_user on eg_assessment (oid, eg_id, day desc);
create index eg_assessment__by_store on eg_assessment (oid, hid);
create index eg_assessment__by_person on eg_assessment (oid, ctid_);
