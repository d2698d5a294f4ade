-- Baseline of reservations: its tables as decision 1101 found them. A landed file is never edited; what changes a table is a new one.

create table office (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  name text not null,
  series text not null default 'A',
  status int not null default 0,
  sort int not null default 0,
  note text,
  -- Offices and rooms are free-form objects in the seeds: names that are no columns are kept together.
  more jsonb not null default '{}',
  constraint office__series check (series ~ '^[A-Z]$'),
  constraint office__status check (status in (0, 1)),
  primary key (oid, id),
  constraint office__office_exists unique (oid, hid, name),
  foreign key (oid, hid) references store
);
comment on column office.series is 'letter of its ticket numbers: A012';
comment on column office.more is 'names the seeds leave open';

create table consulting_room (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  office_id bigint,
  name text not null,
  doctor_id bigint,
  pass_after int not null default 3,
  status int not null default 0,
  sort int not null default 0,
  note text,
  more jsonb not null default '{}',
  constraint consulting_room__pass_after check (pass_after between 1 and 20),
  constraint consulting_room__status check (status in (0, 1)),
  primary key (oid, id),
  constraint consulting_room__room_exists unique (oid, hid, name),
  foreign key (oid, hid) references store,
  foreign key (oid, office_id) references office,
  foreign key (oid, doctor_id) references contact
);
comment on column consulting_room.pass_after is 'a passed number comes back into line after so many waiting ones';
comment on column consulting_room.more is 'names the seeds leave open';
create index consulting_room__by_office on consulting_room (oid, office_id);
create index consulting_room__by_doctor on consulting_room (oid, doctor_id);

-- Who is on duty when. A doctor can't be in two places.
create table duty (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  doctor_id bigint not null,
  day date not null,
  shift int not null,
  time_from time not null,
  time_to time not null,
  quota int,
  note text,
  constraint duty__shift check (shift between 1 and 4),
  constraint duty__quota check (quota > 0),
  constraint duty__order check (time_from < time_to),
  primary key (oid, id),
  constraint duty__duty_overlap exclude using gist (oid with =, doctor_id with =, tsrange(day + time_from, day + time_to) with &&),
  foreign key (oid, hid) references store,
  foreign key (oid, doctor_id) references contact
);
comment on column duty.shift is '1 whole day, 2 morning, 3 afternoon, 4 evening';
comment on column duty.quota is 'most bookings in this duty; null = as many as there are slots';
create index duty__by_day on duty (oid, hid, day);
create index duty__by_doctor on duty (oid, doctor_id, day);

create table reservation (
  oid bigint not null,
  resid bigint generated always as identity,
  hid bigint not null,
  pid bigint not null,
  doctor_id bigint,
  office_id bigint,
  consulting_id bigint,
  visit_at timestamptz not null,
  visit_end timestamptz not null,
  type int not null default 1,
  train_type int,
  request_from int not null default 1,
  walk_in boolean not null default false,
  status int not null default 1,
  version int not null default 0,
  note text,
  off_duty_note text,
  cancel_reason text,
  moved_from bigint,
  created_at timestamptz not null default app_now(),
  created_by bigint default app_ctid(),
  -- When a member was reminded of a booking: an answer within three days is about that booking.
  reminded_at timestamptz,
  constraint reservation__type check (type between 1 and 9),
  constraint reservation__train_type check (train_type between 1 and 9),
  constraint reservation__request_from check (request_from between 1 and 9),
  constraint reservation__time_order check (visit_end > visit_at and visit_end <= visit_at + interval '12 hours'),
  primary key (oid, resid),
  constraint reservation__moved_once unique (oid, moved_from),
  -- The promise: a doctor is never double-booked within a slot. A walk-in waits in line and holds no slot; what was cancelled, missed or
  -- moved gives it back.
  constraint reservation__slot_taken exclude using gist (oid with =, doctor_id with =, tstzrange(visit_at, visit_end) with &&)
    where (doctor_id is not null and not walk_in and status not in (30, 31, 32)),
  foreign key (oid, hid) references store,
  foreign key (oid, pid) references patient,
  foreign key (oid, doctor_id) references contact,
  foreign key (oid, office_id) references office,
  foreign key (oid, consulting_id) references consulting_room,
  foreign key (oid, moved_from) references reservation
);
comment on column reservation.off_duty_note is 'why the doctor is booked outside of the roster';
comment on column reservation.moved_from is 'the booking this one replaces';
create index reservation__by_day on reservation (oid, hid, visit_at);
create index reservation__by_member on reservation (oid, pid, visit_at desc);
create index reservation__by_doctor on reservation (oid, doctor_id, visit_at);
create index reservation__by_office on reservation (oid, office_id);
create index reservation__by_room on reservation (oid, consulting_id);
create index reservation__unsettled on reservation (oid, hid, visit_at) where status in (1, 2, 3, 4);
create index reservation__reminded on reservation (oid, pid, visit_at) where reminded_at is not null;

-- Numbers of the day.
create table queue_ticket (
  oid bigint not null,
  ticket_id bigint generated always as identity,
  hid bigint not null,
  resid bigint not null,
  pid bigint not null,
  day date not null,
  series text not null,
  no int not null,
  office_id bigint,
  consulting_id bigint,
  status int not null default 0,
  version int not null default 0,
  position float8 not null,
  calls int not null default 0,
  passes int not null default 0,
  taken_at timestamptz not null default app_now(),
  called_at timestamptz,
  seen_at timestamptz,
  done_at timestamptz,
  closed_at timestamptz,
  constraint queue_ticket__series check (series ~ '^[A-Z]$'),
  constraint queue_ticket__no check (no > 0),
  primary key (oid, ticket_id),
  constraint queue_ticket__number_taken unique (oid, hid, day, series, no),
  foreign key (oid, hid) references store,
  foreign key (oid, resid) references reservation,
  foreign key (oid, pid) references patient,
  foreign key (oid, office_id) references office,
  foreign key (oid, consulting_id) references consulting_room
);
comment on column queue_ticket.position is 'place in line; a passed number is put between two others';
comment on column queue_ticket.closed_at is 'the visit ended or was given up; until then the number is open';
-- A member has one open number a day, and a booking one number.
create unique index queue_ticket__number_open on queue_ticket (oid, pid, day) where closed_at is null;
create unique index queue_ticket__by_reservation on queue_ticket (oid, resid);
create index queue_ticket__by_line on queue_ticket (oid, hid, day, status, position);
create index queue_ticket__by_office on queue_ticket (oid, office_id);
create index queue_ticket__by_room on queue_ticket (oid, consulting_id, day);

-- Examinations wanted in a visit.
create table exam_reservation (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  resid bigint not null,
  pid bigint not null,
  item text not null,
  examiner_id bigint,
  status int not null default 0,
  version int not null default 0,
  note text,
  created_at timestamptz not null default app_now(),
  done_at timestamptz,
  primary key (oid, id),
  foreign key (oid, hid) references store,
  foreign key (oid, resid) references reservation,
  foreign key (oid, pid) references patient,
  foreign key (oid, examiner_id) references contact
);
create unique index exam_reservation__exam_exists on exam_reservation (oid, resid, item) where status <> 3;
create index exam_reservation__by_visit on exam_reservation (oid, resid);
create index exam_reservation__by_member on exam_reservation (oid, pid);
create index exam_reservation__by_day on exam_reservation (oid, hid, status, created_at);
create index exam_reservation__by_examiner on exam_reservation (oid, examiner_id);

create table large_screen (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  name text not null,
  office_id bigint,
  consulting_id bigint,
  notice text,
  speak boolean not null default true,
  speech_rate numeric(3,2) not null default 0.9,
  show_wait boolean not null default true,
  version int not null default 0,
  constraint large_screen__speech_rate check (speech_rate between 0.5 and 2),
  primary key (oid, id),
  constraint large_screen__screen_exists unique (oid, hid, name),
  foreign key (oid, hid) references store,
  foreign key (oid, office_id) references office,
  foreign key (oid, consulting_id) references consulting_room
);
create index large_screen__by_office on large_screen (oid, office_id);
create index large_screen__by_room on large_screen (oid, consulting_id);
