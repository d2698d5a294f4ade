-- Whom to write to: named lists of conditions, version after version.
create table segment (
  oid bigint not null references organisation,
  id bigint generated always as identity,
  hid bigint not null,
  name text not null,
  whole_chain boolean not null default false,
  no int not null default 1,
  tree jsonb not null,
  status int not null default 0,
  version int not null default 0,
  created_at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  primary key (oid, id),
  foreign key (oid, hid) references store,
  foreign key (oid, ctid_) references contact,
  constraint segment__name check (name <> ''),
  constraint segment__status check (status in (0, 1)),
  constraint segment__tree check (jsonb_typeof(tree) = 'object' and octet_length(tree::text) <= 16000),
  constraint segment__segment_exists unique (oid, hid, name)
);
comment on column segment.status is '0 in use, 1 stopped';
comment on column segment.no is 'number of the version in force';
create index segment__by_person on segment (oid, ctid_);

create table segment_version (
  oid bigint not null,
  id bigint generated always as identity,
  segment_id bigint not null,
  no int not null,
  tree jsonb not null,
  at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  primary key (oid, id),
  foreign key (oid) references organisation,
  foreign key (oid, segment_id) references segment on delete cascade,
  foreign key (oid, ctid_) references contact,
  constraint segment_version__once unique (oid, segment_id, no)
);
create index segment_version__by_person on segment_version (oid, ctid_);

-- Wordings a store registered with the operators.
create table marketing_template (
  oid bigint not null references organisation,
  id bigint generated always as identity,
  hid bigint not null,
  name text not null,
  purpose text not null,
  text text not null,
  state int not null default 0,
  reason text,
  version int not null default 0,
  created_at timestamptz not null default app_now(),
  primary key (oid, id),
  foreign key (oid, hid) references store,
  constraint marketing_template__purpose check (purpose in ('care', 'marketing')),
  constraint marketing_template__state check (state between 0 and 2),
  constraint marketing_template__rejected check ((state = 2) = (reason is not null)),
  constraint marketing_template__template_exists unique (oid, hid, name)
);
comment on column marketing_template.state is '0 待报备, 1 已通过, 2 已驳回 (with the reason)';

-- Hours and limits of a store. What it never chose is as here.
create table marketing_setting (
  oid bigint not null references organisation,
  id bigint generated always as identity,
  hid bigint not null,
  send_from time not null default '09:00',
  send_to time not null default '20:00',
  rest_days int not null default 7,
  month_max bigint not null default 200000,
  version int not null default 0,
  primary key (oid, id),
  foreign key (oid, hid) references store,
  constraint marketing_setting__one unique (oid, hid),
  -- 8:00 to 21:00 binds every store.
  constraint marketing_setting__hours_law check (send_from >= '08:00' and send_to <= '21:00' and send_from < send_to),
  constraint marketing_setting__rest_law check (rest_days between 7 and 365),
  constraint marketing_setting__month_max check (month_max between 0 and 100000000)
);
comment on column marketing_setting.month_max is 'fen that messages of a month may cost';

create table marketing_task (
  oid bigint not null references organisation,
  id bigint generated always as identity,
  hid bigint not null,
  name text not null,
  purpose text not null,
  segment_id bigint,
  segment_no int,
  tree jsonb not null,
  whole_chain boolean not null default false,
  -- [{templateId, text, params}], up to three.
  wordings jsonb not null,
  send_at timestamptz not null,
  ceiling bigint not null,
  control_percent int not null default 0,
  outcome text not null,
  outcome_days int not null default 14,
  status int not null default 0,
  people int not null default 0,
  submitted_by bigint,
  submitted_at timestamptz,
  approved_by bigint,
  approved_at timestamptz,
  rejected_reason text,
  stopped_at timestamptz,
  sent_at timestamptz,
  ceiling_entry bigint,
  version int not null default 0,
  created_at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  primary key (oid, id),
  foreign key (oid, hid) references store,
  foreign key (oid, segment_id) references segment,
  foreign key (oid, submitted_by) references contact,
  foreign key (oid, approved_by) references contact,
  foreign key (oid, ctid_) references contact,
  foreign key (oid, ceiling_entry) references ledger_entry,
  constraint marketing_task__purpose check (purpose in ('care', 'marketing')),
  constraint marketing_task__status check (status between 0 and 3),
  constraint marketing_task__outcome check (outcome in ('booked', 'came', 'bought', 'coupon')),
  constraint marketing_task__outcome_days check (outcome_days between 1 and 90),
  constraint marketing_task__ceiling check (ceiling > 0),
  constraint marketing_task__control check (control_percent between 0 and 50),
  -- Care is never withheld.
  constraint marketing_task__care_whole check (purpose = 'marketing' or control_percent = 0),
  constraint marketing_task__wordings check (jsonb_typeof(wordings) = 'array' and jsonb_array_length(wordings) between 1 and 3),
  constraint marketing_task__another_person check (approved_by is null or approved_by <> submitted_by),
  constraint marketing_task__approval check (status = 0 or people <= 200 or approved_by is not null),
  constraint marketing_task__submitted check (status = 0 or submitted_at is not null)
);
comment on column marketing_task.status is '0 待发送, 1 发送中, 2 已发送, 3 失败';
create index marketing_task__by_store on marketing_task (oid, hid, id desc);
create index marketing_task__due on marketing_task (oid, hid, send_at) where status in (0, 1) and submitted_at is not null;
create index marketing_task__by_segment on marketing_task (oid, segment_id);
create index marketing_task__by_submitter on marketing_task (oid, submitted_by);
create index marketing_task__by_approver on marketing_task (oid, approved_by);
create index marketing_task__by_maker on marketing_task (oid, ctid_);
create index marketing_task__by_entry on marketing_task (oid, ceiling_entry);

-- The draw of a task: each number once, with everybody it stands for, and the group it fell into.
create table marketing_recipient (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  task_id bigint not null,
  pid bigint not null,
  pids bigint[] not null,
  mobile text not null,
  arm int not null,
  facts jsonb not null default '[]',
  state int not null default 0,
  reason text,
  sms_id bigint,
  entry_id bigint,
  cost bigint not null default 0,
  handed_at timestamptz,
  primary key (oid, id),
  foreign key (oid) references organisation,
  foreign key (oid, hid) references store,
  foreign key (oid, task_id) references marketing_task on delete cascade,
  foreign key (oid, pid) references patient,
  foreign key (oid, sms_id) references sms,
  foreign key (oid, entry_id) references ledger_entry,
  constraint marketing_recipient__arm check (arm between 0 and 3),
  constraint marketing_recipient__state check (state between 0 and 4),
  constraint marketing_recipient__control check (arm > 0 or (state = 4 and sms_id is null)),
  constraint marketing_recipient__once unique (oid, task_id, mobile)
);
comment on column marketing_recipient.arm is '0 control group, 1 to 3 the wordings';
comment on column marketing_recipient.state is '0 waiting, 1 handed over, 2 failed, 3 taken back, 4 not written to (control)';
create index marketing_recipient__waiting on marketing_recipient (oid, task_id, id) where state = 0;
create index marketing_recipient__by_number on marketing_recipient (oid, mobile) where state = 0;
create index marketing_recipient__by_member on marketing_recipient (oid, pid);
create index marketing_recipient__by_sms on marketing_recipient (oid, sms_id);
create index marketing_recipient__by_entry on marketing_recipient (oid, entry_id);
create index marketing_recipient__by_store on marketing_recipient (oid, hid);

-- Every message that reached for a member: only ever added.
create table marketing_touch (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  task_id bigint,
  pid bigint not null,
  mobile text not null,
  purpose text not null,
  sensitive boolean not null default false,
  segment_id bigint,
  segment_no int,
  facts jsonb not null default '[]',
  arm int not null default 1,
  channel text not null default 'sms',
  text text not null,
  cost bigint not null,
  consent_id bigint,
  health_consent_id bigint,
  sms_id bigint,
  day date not null default (app_now())::date,
  rest_days int not null default 7,
  at timestamptz not null default app_now(),
  primary key (oid, id),
  foreign key (oid) references organisation,
  foreign key (oid, hid) references store,
  foreign key (oid, task_id) references marketing_task,
  foreign key (oid, pid) references patient,
  foreign key (oid, consent_id) references consent,
  foreign key (oid, health_consent_id) references consent,
  foreign key (oid, sms_id) references sms,
  foreign key (oid, segment_id) references segment,
  constraint marketing_touch__purpose check (purpose in ('care', 'marketing')),
  constraint marketing_touch__channel check (channel in ('sms', 'wechat')),
  constraint marketing_touch__consent_named check (purpose = 'care' or consent_id is not null),
  constraint marketing_touch__health_named check (purpose = 'care' or not sensitive or health_consent_id is not null),
  constraint marketing_touch__cost check (cost >= 0),
  constraint marketing_touch__rest check (rest_days >= 7),
  -- 8:00 to 21:00 binds care too.
  constraint marketing_touch__at_night check (at::time >= '08:00' and at::time < '21:00'),
  constraint marketing_touch__once unique (oid, task_id, mobile),
  constraint marketing_touch__told_recently exclude using gist (
    oid with =, mobile with =, daterange(day, day + rest_days) with &&
  ) where (purpose = 'marketing')
);
create index marketing_touch__by_member on marketing_touch (oid, pid, id desc);
create index marketing_touch__by_store on marketing_touch (oid, hid, at desc);
create index marketing_touch__by_number on marketing_touch (oid, mobile, day desc);
create index marketing_touch__by_consent on marketing_touch (oid, consent_id);
create index marketing_touch__by_health on marketing_touch (oid, health_consent_id);
create index marketing_touch__by_sms on marketing_touch (oid, sms_id);
create index marketing_touch__by_segment on marketing_touch (oid, segment_id);

-- Who asked to be left alone, and how.
create table marketing_unsubscribe (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  mobile text not null,
  pid bigint,
  way text not null,
  task_id bigint,
  withdrawn int not null default 0,
  cancelled int not null default 0,
  at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  primary key (oid, id),
  foreign key (oid) references organisation,
  foreign key (oid, hid) references store,
  foreign key (oid, pid) references patient,
  foreign key (oid, task_id) references marketing_task,
  foreign key (oid, ctid_) references contact,
  constraint marketing_unsubscribe__way check (way in ('reply', 'link', 'h5', 'desk', 'phone'))
);
create index marketing_unsubscribe__by_store on marketing_unsubscribe (oid, hid, at desc);
create index marketing_unsubscribe__by_member on marketing_unsubscribe (oid, pid);
create index marketing_unsubscribe__by_number on marketing_unsubscribe (oid, mobile);
create index marketing_unsubscribe__by_task on marketing_unsubscribe (oid, task_id);
create index marketing_unsubscribe__by_person on marketing_unsubscribe (oid, ctid_);

-- A tag with a rule: put on and taken off at night; what was put on by hand stays.
create table managed_tag (
  oid bigint not null references organisation,
  id bigint generated always as identity,
  hid bigint not null,
  tag_id bigint not null,
  tree jsonb not null,
  status int not null default 0,
  last_run_at timestamptz,
  version int not null default 0,
  created_at timestamptz not null default app_now(),
  primary key (oid, id),
  foreign key (oid, hid) references store,
  foreign key (oid, tag_id) references master_item,
  constraint managed_tag__status check (status in (0, 1)),
  constraint managed_tag__tag_managed unique (oid, tag_id)
);
comment on column managed_tag.status is '0 in use, 1 stopped';
create index managed_tag__by_store on managed_tag (oid, hid);

-- Who got a tag by its rule or lost it so.
create table managed_tag_line (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  tag_id bigint not null,
  pid bigint not null,
  put boolean not null,
  at timestamptz not null default app_now(),
  primary key (oid, id),
  foreign key (oid) references organisation,
  foreign key (oid, hid) references store,
  foreign key (oid, tag_id) references master_item,
  foreign key (oid, pid) references patient
);
create index managed_tag_line__by_tag on managed_tag_line (oid, tag_id, pid, id desc);
create index managed_tag_line__by_member on managed_tag_line (oid, pid);
create index managed_tag_line__by_store on managed_tag_line (oid, hid);
