-- Baseline of revisits: its tables as decision 1101 found them. A landed file is never edited; what changes a table is a new one.

-- A task of following up a member: who is told or asked what, when, how, and what came of it.
create table revisit (
  oid bigint not null,
  rvid bigint generated always as identity,
  hid bigint not null,
  pid bigint,
  student_id bigint,
  type bigint,
  task_type int not null,
  category int not null default 1,
  review_staff bigint,
  creator_type int not null default 1,
  revisit_time timestamptz not null,
  content text,
  note text,
  done_revisit_time timestamptz,
  status int not null default 0,
  former_status int,
  version int not null default 0,
  tail_start_date date,
  tail_end_date date,
  add_params jsonb not null default '{}',
  -- What made it, out of addParams: the rule, the row that caused it, the step of the series.
  rule text generated always as (add_params ->> 'rule'::text) stored,
  ref text generated always as (add_params ->> 'ref'::text) stored,
  step int generated always as (((add_params ->> 'step'::text))::integer) stored,
  channel int not null default 1,
  urgency int not null default 1,
  outcome int,
  tries int not null default 0,
  next_try_at timestamptz,
  -- When it is to be worked on: the next try where there is one.
  due_at timestamptz not null generated always as (coalesce(next_try_at, revisit_time)) stored,
  promised boolean not null default false,
  claimed_by bigint,
  claimed_until timestamptz,
  series_id bigint,
  script_version int,
  script_arm int,
  done_by bigint,
  resid bigint,
  sms_id bigint,
  message_id bigint,
  cancel_reason text,
  before jsonb,
  created_at timestamptz not null default app_now(),
  created_by bigint default app_ctid(),
  -- A message for whoever was not reached three times, where the hour or the day did not let it go: it is owed, and goes later.
  owed boolean not null default false,
  constraint revisit__task_type check (task_type between 1 and 9),
  constraint revisit__category check (category in (0, 1)),
  constraint revisit__creator_type check (creator_type in (1, 2)),
  constraint revisit__params check (jsonb_typeof(add_params) = 'object' and octet_length(add_params::text) <= 4096),
  constraint revisit__channel check (channel between 1 and 3),
  constraint revisit__urgency check (urgency between 0 and 3),
  constraint revisit__outcome check (outcome between 1 and 8),
  constraint revisit__tries check (tries >= 0),
  constraint revisit__script_arm check (script_arm in (0, 1)),
  constraint revisit__whose check (num_nonnulls(pid, student_id) = 1),
  constraint revisit__staff_named check ((category = 0) = (review_staff is not null)),
  constraint revisit__done check ((status = 1) = (done_revisit_time is not null)),
  constraint revisit__window_order check (tail_end_date >= tail_start_date),
  constraint revisit__claim check ((claimed_by is null) = (claimed_until is null)),
  primary key (oid, rvid),
  constraint revisit__cause unique (oid, rule, ref, step),
  foreign key (oid, hid) references store,
  foreign key (oid, pid) references patient,
  foreign key (oid, type) references master_item,
  foreign key (oid, review_staff) references contact,
  foreign key (oid, claimed_by) references contact,
  foreign key (oid, done_by) references contact,
  foreign key (oid, resid) references reservation,
  foreign key (oid, sms_id) references sms,
  foreign key (oid, message_id) references message
);
comment on column revisit.student_id is 'of school screening; a task is of a member or of a student';
comment on column revisit.series_id is 'rvid of the first task of the same series';
comment on column revisit.script_version is 'version of the type whose script was read out, for the comparison of scripts';
comment on column revisit.before is 'what the last outcome changed, for taking it back within ten minutes';
comment on column revisit.owed is 'not reached three times, and not written to yet: at night, on a day of rest or twice a day nobody is';
create index revisit__open on revisit (oid, hid, due_at, rvid) where status in (0, 2);
create index revisit__urgent on revisit (oid, hid, urgency desc, due_at, rvid);
create index revisit__by_member on revisit (oid, pid, revisit_time desc);
create index revisit__by_type on revisit (oid, type);
create index revisit__by_staff on revisit (oid, review_staff, due_at);
create index revisit__by_claim on revisit (oid, claimed_by) where claimed_by is not null;
create index revisit__by_caller on revisit (oid, done_by, done_revisit_time desc);
create index revisit__by_done on revisit (oid, hid, done_revisit_time desc) where done_revisit_time is not null;
create index revisit__by_visit on revisit (oid, resid);
create index revisit__by_sms on revisit (oid, sms_id);
create index revisit__by_message on revisit (oid, message_id);
create index revisit__by_series on revisit (oid, series_id);
create index revisit__owed on revisit (oid, hid, rvid) where owed;

-- What a store changed of a rule; a rule without a line here works as the product declares it.
create table revisit_rule (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  rule text not null,
  active boolean not null default true,
  type bigint,
  -- [{step, on, days, channel}]
  steps jsonb not null default '[]',
  version int not null default 0,
  constraint revisit_rule__steps check (jsonb_typeof(steps) = 'array'),
  primary key (oid, id),
  constraint revisit_rule__duplicate unique (oid, hid, rule),
  foreign key (oid, hid) references store,
  foreign key (oid, type) references master_item
);
create index revisit_rule__by_type on revisit_rule (oid, type);

-- Members who are not to be called any more, and numbers that are somebody else's.
create table contact_stop (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  pid bigint not null,
  kind int not null,
  mobile text,
  reason text,
  at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  lifted_at timestamptz,
  lifted_by bigint,
  constraint contact_stop__kind check (kind in (1, 2)),
  primary key (oid, id),
  foreign key (oid, hid) references store,
  foreign key (oid, pid) references patient,
  foreign key (oid, ctid_) references contact,
  foreign key (oid, lifted_by) references contact
);
comment on column contact_stop.kind is '1 stopped by the member, 2 the number is wrong';
create index contact_stop__in_force on contact_stop (oid, pid) where lifted_at is null;
create index contact_stop__by_member on contact_stop (oid, pid, id desc);
create index contact_stop__by_store on contact_stop (oid, hid);
create index contact_stop__by_person on contact_stop (oid, ctid_);
create index contact_stop__by_lifter on contact_stop (oid, lifted_by);
