-- Screening tasks, their stations and logs, results and referrals.

create table screening_task (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  school_id bigint,
  name text not null,
  school_year int not null,
  term int not null,
  items jsonb not null default '["ucva", "autorefraction"]',
  standard text not null,
  myopia_operator text not null default '<',
  start_on date not null,
  end_on date not null,
  lux int,
  chart_distance numeric,
  pin text not null,
  pin_wrong int not null default 0,
  feedback_on date,
  note text,
  status int not null default 0,
  version int not null default 0,
  created_at timestamptz not null default app_now(),
  created_by bigint default app_ctid(),
  primary key (oid, id),
  constraint screening_task__school_year check (school_year between 2000 and 2199),
  constraint screening_task__term check (term in (1, 2)),
  constraint screening_task__items check (jsonb_typeof(items) = 'array' and jsonb_array_length(items) between 1 and 12),
  constraint screening_task__myopia_operator check (myopia_operator in ('<', '<=')),
  constraint screening_task__task_days check (end_on between start_on and start_on + 120),
  constraint screening_task__lux check (lux between 1 and 10000),
  constraint screening_task__chart_distance check (chart_distance between 2 and 6),
  constraint screening_task__pin check (pin ~ '^[2-9A-HJ-NP-Z]{8}$'),
  constraint screening_task__status check (status between 0 and 4),
  foreign key (oid) references organisation,
  foreign key (oid, hid) references store,
  foreign key (oid, school_id) references school,
  foreign key (oid, created_by) references contact
);
comment on column screening_task.school_year is 'the year the school year begins in';
comment on column screening_task.term is '1 autumn, 2 spring';
comment on column screening_task.standard is 'set of standards in force on its first day; results keep it';
comment on column screening_task.pin is 'what stations are opened and their packs are encrypted with';
comment on column screening_task.feedback_on is 'day the parents and the school were told';
create index screening_task__by_store on screening_task (oid, hid, id desc);
create index screening_task__by_school on screening_task (oid, school_id, school_year, term);
create index screening_task__by_maker on screening_task (oid, created_by);

-- Whom a task measures: classes of a school, or villages.
create table screening_task_class (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  task_id bigint not null,
  class_id bigint,
  village_id bigint,
  primary key (oid, id),
  constraint screening_task_class__one check (num_nonnulls(class_id, village_id) = 1),
  constraint screening_task_class__class_twice unique (oid, task_id, class_id),
  constraint screening_task_class__village_twice unique (oid, task_id, village_id),
  foreign key (oid, hid) references store,
  foreign key (oid, task_id) references screening_task on delete cascade,
  foreign key (oid, class_id) references school_class,
  foreign key (oid, village_id) references village
);
create index screening_task_class__by_store on screening_task_class (oid, hid);
create index screening_task_class__by_class on screening_task_class (oid, class_id);
create index screening_task_class__by_village on screening_task_class (oid, village_id);

-- A tablet that opened the pack of a task.
create table screening_station (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  task_id bigint not null,
  device_id text not null,
  name text not null,
  ctid_ bigint not null default app_ctid(),
  seen_at timestamptz not null default app_now(),
  unsent int not null default 0,
  recalled_at timestamptz,
  recalled_by bigint,
  primary key (oid, id),
  constraint screening_station__once unique (oid, task_id, device_id),
  constraint screening_station__device_id check (device_id ~ '^[0-9a-f-]{36}$'),
  constraint screening_station__unsent check (unsent >= 0),
  foreign key (oid, hid) references store,
  foreign key (oid, task_id) references screening_task on delete cascade,
  foreign key (oid, ctid_) references contact,
  foreign key (oid, recalled_by) references contact
);
comment on column screening_station.unsent is 'entries it still held when it last spoke';
create index screening_station__by_store on screening_station (oid, hid);
create index screening_station__by_person on screening_station (oid, ctid_);
create index screening_station__by_recaller on screening_station (oid, recalled_by);

-- Entries of stations: only ever added. What is entered first for a child and field is the sealed value.
create table screening_op (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  task_id bigint not null,
  student_id bigint not null,
  op_id text not null,
  device_id text not null,
  lamport bigint not null,
  field text not null,
  value jsonb,
  at timestamptz not null,
  device text,
  reason text,
  settles jsonb,
  ctid_ bigint not null default app_ctid(),
  received_at timestamptz not null default app_now(),
  primary key (oid, id),
  constraint screening_op__once unique (oid, op_id),
  constraint screening_op__op_id check (op_id ~ '^[0-9a-f-]{36}$'),
  constraint screening_op__lamport check (lamport between 1 and 1000000000000),
  constraint screening_op__field check (field ~ '^(re\.)?[A-Za-z]+[0-9]?$'),
  constraint screening_op__settles check (settles is null or jsonb_typeof(settles) = 'array'),
  foreign key (oid, hid) references store,
  foreign key (oid, task_id) references screening_task,
  foreign key (oid, student_id) references student,
  foreign key (oid, ctid_) references contact
);
comment on column screening_op.at is 'by the clock of the station; received_at is ours';
comment on column screening_op.device is 'serial number of the instrument that measured';
comment on column screening_op.settles is 'entries it decides against';
create index screening_op__by_child on screening_op (oid, task_id, student_id);
create index screening_op__by_student on screening_op (oid, student_id);
create index screening_op__by_store on screening_op (oid, hid);
create index screening_op__by_person on screening_op (oid, ctid_);

create table screening_result (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  task_id bigint not null,
  student_id bigint not null,
  school_id bigint,
  class_id bigint,
  village_id bigint,
  school_year int not null,
  term int not null,
  grade int,
  gender int not null,
  age int,
  measured_on date,
  glasses_type int,
  ucva_od numeric,
  ucva_os numeric,
  ucva_code_od text,
  ucva_code_os text,
  cva_od numeric,
  cva_os numeric,
  cva_code_od text,
  cva_code_os text,
  ds_od numeric,
  ds_os numeric,
  dc_od numeric,
  dc_os numeric,
  ax_od numeric,
  ax_os numeric,
  se_od numeric generated always as (ds_od + dc_od / 2) stored,
  se_os numeric generated always as (ds_os + dc_os / 2) stored,
  al_od numeric,
  al_os numeric,
  iop_od numeric,
  iop_os numeric,
  height numeric,
  weight numeric,
  bmi numeric,
  outer_eye text,
  disputed jsonb not null default '[]',
  standard text not null,
  poor_sight int,
  poor_sight_degree int,
  screening_myopia int,
  pre_myopia int,
  hyperopia int,
  reserve_low int,
  astigmatism int,
  anisometropia int,
  correction int,
  warning int,
  bmi_word text,
  unverified boolean not null default false,
  for_visit boolean not null default false,
  retest boolean not null default false,
  ctid_ bigint,
  letter_code text not null,
  letter_wrong int not null default 0,
  letter_printed_at timestamptz,
  letter_read_at timestamptz,
  letter_token text,
  letter_token_until timestamptz,
  plan int,
  signed_at timestamptz,
  signed_by bigint,
  status int not null default 0,
  version int not null default 0,
  primary key (oid, id),
  constraint screening_result__once unique (oid, task_id, student_id),
  constraint screening_result__letter_code check (letter_code ~ '^[2-9A-HJ-NP-Z]{8}$'),
  constraint screening_result__status check (status in (0, 1, 2, 3, 9)),
  constraint screening_result__glasses_type check (glasses_type between 0 and 3),
  constraint screening_result__warning check (warning between 0 and 3),
  constraint screening_result__plan check (plan between 1 and 3),
  constraint screening_result__signed check ((signed_at is null) = (signed_by is null)),
  foreign key (oid, hid) references store,
  foreign key (oid, task_id) references screening_task,
  foreign key (oid, student_id) references student,
  foreign key (oid, school_id) references school,
  foreign key (oid, class_id) references school_class,
  foreign key (oid, village_id) references village,
  foreign key (oid, ctid_) references contact,
  foreign key (oid, signed_by) references contact
);
comment on column screening_result.class_id is 'class, grade and age as they were on the day';
comment on column screening_result.poor_sight is 'flags: 0 no, 1 yes, null could not be judged';
comment on column screening_result.correction is '0 none needed, 1 uncorrected, 2 under-corrected, 3 full; null unknown';
comment on column screening_result.retest is 'drawn to be measured again by somebody else';
comment on column screening_result.plan is 'what the parents say: 1 goes this week, 2 was there, 3 not for now';
create unique index screening_result__by_letter on screening_result (letter_code);
create index screening_result__by_store on screening_result (oid, hid, id desc);
create index screening_result__by_year on screening_result (oid, hid, school_year, term, school_id);
create index screening_result__by_student on screening_result (oid, student_id, id desc);
create index screening_result__by_school on screening_result (oid, school_id);
create index screening_result__by_class on screening_result (oid, class_id);
create index screening_result__by_village on screening_result (oid, village_id);
create index screening_result__by_person on screening_result (oid, ctid_);
create index screening_result__by_signer on screening_result (oid, signed_by);

-- What follows from a result that asks for a doctor.
create table screening_referral (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  task_id bigint not null,
  result_id bigint not null,
  student_id bigint not null,
  told_on date,
  visited_on date,
  visited_by text,
  treated_on date,
  remeasured_on date,
  reason text,
  status int not null default 1,
  version int not null default 0,
  created_at timestamptz not null default app_now(),
  primary key (oid, id),
  constraint screening_referral__once unique (oid, result_id),
  constraint screening_referral__status check (status between 0 and 3),
  constraint screening_referral__visited check ((status = 2) = (visited_on is not null)),
  foreign key (oid, hid) references store,
  foreign key (oid, task_id) references screening_task,
  foreign key (oid, result_id) references screening_result,
  foreign key (oid, student_id) references student
);
comment on column screening_referral.visited_by is 'what closed it: exam_refraction:12, ecase:7, or a word of the parents';
create index screening_referral__by_store on screening_referral (oid, hid, status, id desc);
create index screening_referral__by_task on screening_referral (oid, task_id);
create index screening_referral__by_student on screening_referral (oid, student_id);
