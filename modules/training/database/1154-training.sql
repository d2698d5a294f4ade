-- Vision training: what a store pays for a device's days or times, whose card they are on, what was trained; and the service of the eye guardian.

create table train_brand (
  oid bigint not null references organisation,
  id bigint generated always as identity,
  hid bigint not null,
  brand text not null,
  label text not null,
  unit int not null default 0,
  price bigint not null default 0,
  valid_days int not null default 2,
  class_three boolean not null default false,
  registration_no text,
  status int not null default 0,
  version int not null default 0,
  created_at timestamptz not null default app_now(),
  primary key (oid, id),
  foreign key (oid, hid) references store,
  constraint train_brand__duplicate unique (oid, hid, brand),
  constraint train_brand__brand check (brand in ('sdx', 'zsb', 'zsk', 'amy', 'hsx', 'gyxt')),
  constraint train_brand__label check (length(label) between 1 and 30),
  constraint train_brand__unit check (unit in (0, 1)),
  constraint train_brand__price check (price between 0 and 1000000),
  constraint train_brand__valid check (valid_days between 1 and 60),
  constraint train_brand__status check (status in (0, 1))
);
comment on column train_brand.brand is 'code of the brand as the legacy product has it; what it stands for is not known';
comment on column train_brand.unit is '0 days, 1 times';
comment on column train_brand.price is 'fen a day or a time takes from the balance of the store';
comment on column train_brand.valid_days is 'calendar days within which a bought day or time is to be used';
comment on column train_brand.class_three is 'a light device of class III (药监综械注函〔2023〕354号): registration, prescription and consent are asked';

create table train_combination (
  oid bigint not null references organisation,
  id bigint generated always as identity,
  hid bigint not null,
  name text not null,
  program_ids bigint[] not null default '{}',
  train_programs jsonb not null default '[]',
  fg_id bigint,
  starton_flag int not null default 0,
  status int not null default 0,
  version int not null default 0,
  created_at timestamptz not null default app_now(),
  primary key (oid, id),
  foreign key (oid, hid) references store,
  foreign key (oid, fg_id) references fee_group,
  constraint train_combination__duplicate unique (oid, hid, name),
  constraint train_combination__programs check (jsonb_typeof(train_programs) = 'array'),
  constraint train_combination__starton check (starton_flag in (0, 1)),
  constraint train_combination__status check (status in (0, 1))
);
comment on column train_combination.train_programs is '[{programId, minutes, perWeek}]';
comment on column train_combination.fg_id is 'the fee group that sells it';
create index train_combination__by_fee_group on train_combination (oid, fg_id);

create table train_user (
  oid bigint not null references organisation,
  id bigint generated always as identity,
  hid bigint not null,
  brand text not null default 'sdx',
  purpose int not null default 0,
  name text not null,
  mobile text,
  birth date,
  is_add_wechat boolean not null default false,
  ends_on date,
  daily_minutes int,
  single_minutes int,
  interval_days int,
  train_types int[] not null default '{}',
  version int not null default 0,
  created_at timestamptz not null default app_now(),
  created_by bigint default app_ctid(),
  primary key (oid, id),
  foreign key (oid, hid) references store,
  foreign key (oid, created_by) references contact,
  constraint train_user__user_exists unique nulls not distinct (oid, hid, brand, name, mobile),
  constraint train_user__brand check (brand in ('sdx', 'zsb', 'zsk', 'amy', 'hsx', 'gyxt')),
  constraint train_user__purpose check (purpose in (0, 1)),
  constraint train_user__name check (length(name) between 1 and 50),
  constraint train_user__daily check (daily_minutes between 5 and 120),
  constraint train_user__single_longer check (single_minutes between 1 and 120 and single_minutes <= daily_minutes),
  constraint train_user__interval check (interval_days between 0 and 30)
);
comment on column train_user.purpose is '0 amblyopia, 1 myopia control';
comment on column train_user.ends_on is 'last day the card may be used; null while none was opened';
create index train_user__by_store on train_user (oid, hid, brand, id desc);
create index train_user__by_writer on train_user (oid, created_by);

create table train_mapping (
  oid bigint not null references organisation,
  id bigint generated always as identity,
  hid bigint not null,
  user_id bigint not null,
  pid bigint not null,
  at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  ended_at timestamptz,
  ended_by bigint,
  primary key (oid, id),
  foreign key (oid, hid) references store,
  foreign key (oid, user_id) references train_user,
  foreign key (oid, pid) references patient,
  foreign key (oid, ctid_) references contact,
  foreign key (oid, ended_by) references contact
);
comment on table train_mapping is 'which member a training user is; ended ones are kept';
create unique index train_mapping__user_mapped on train_mapping (oid, user_id) where ended_at is null;
create unique index train_mapping__member_mapped on train_mapping (oid, pid) where ended_at is null;
create index train_mapping__by_user on train_mapping (oid, user_id);
create index train_mapping__by_member on train_mapping (oid, pid);
create index train_mapping__by_store on train_mapping (oid, hid);
create index train_mapping__by_person on train_mapping (oid, ctid_);
create index train_mapping__by_ender on train_mapping (oid, ended_by);

create table train_plan (
  oid bigint not null references organisation,
  id bigint generated always as identity,
  hid bigint not null,
  pid bigint not null,
  user_id bigint,
  no int not null default 1,
  purpose int not null,
  modules int[] not null default '{}',
  goal_measure text not null,
  goal_eye text not null,
  goal numeric(6, 2) not null,
  starts_on date not null,
  weeks int not null default 12,
  template jsonb not null default '[]',
  combination_id bigint,
  prescription_id bigint,
  trainer bigint not null,
  note text,
  status int not null default 0,
  version int not null default 0,
  stop_reason text,
  stopped_at timestamptz,
  told_on date,
  created_at timestamptz not null default app_now(),
  created_by bigint default app_ctid(),
  primary key (oid, id),
  foreign key (oid, hid) references store,
  foreign key (oid, pid) references patient,
  foreign key (oid, user_id) references train_user,
  foreign key (oid, combination_id) references train_combination,
  foreign key (oid, prescription_id) references prescription,
  foreign key (oid, trainer) references contact,
  foreign key (oid, created_by) references contact,
  constraint train_plan__purpose check (purpose in (0, 1, 2)),
  constraint train_plan__measure check (goal_measure in ('bcva', 'stereo', 'npc', 'facility', 'amplitude')),
  constraint train_plan__eye check (goal_eye in ('od', 'os', 'ou')),
  constraint train_plan__weeks check (weeks between 1 and 52),
  constraint train_plan__template check (jsonb_typeof(template) = 'array')
);
comment on column train_plan.no is 'which plan of the member this is';
comment on column train_plan.purpose is '0 amblyopia, 1 myopia control, 2 accommodation and vergence';
comment on column train_plan.template is 'a week of it: [{weekday 1-7, time, place, minutes, modules, fromWeek, toWeek}]';
comment on column train_plan.told_on is 'day on which low adherence was last announced';
create unique index train_plan__plan_open on train_plan (oid, pid, purpose) where status in (0, 1, 2);
create index train_plan__by_store on train_plan (oid, hid, status, id desc);
create index train_plan__by_member on train_plan (oid, pid);
create index train_plan__by_user on train_plan (oid, user_id);
create index train_plan__by_combination on train_plan (oid, combination_id);
create index train_plan__by_prescription on train_plan (oid, prescription_id);
create index train_plan__by_trainer on train_plan (oid, trainer);
create index train_plan__by_writer on train_plan (oid, created_by);

create table train_session (
  oid bigint not null references organisation,
  id bigint generated always as identity,
  hid bigint not null,
  plan_id bigint,
  user_id bigint,
  pid bigint,
  day date not null,
  time text not null default '10:00',
  place int not null default 0,
  modules int[] not null default '{}',
  planned_minutes int not null,
  status int not null default 0,
  minutes int,
  score int,
  load text,
  complaint text,
  done_on date,
  done_at timestamptz,
  trainer bigint,
  version int not null default 0,
  created_at timestamptz not null default app_now(),
  primary key (oid, id),
  foreign key (oid, hid) references store,
  foreign key (oid, plan_id) references train_plan,
  foreign key (oid, user_id) references train_user,
  foreign key (oid, pid) references patient,
  foreign key (oid, trainer) references contact,
  constraint train_session__whose check (num_nonnulls(user_id, pid) > 0),
  constraint train_session__time check (time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  constraint train_session__place check (place in (0, 1)),
  constraint train_session__planned check (planned_minutes between 1 and 240),
  constraint train_session__minutes check (minutes between 0 and 240),
  constraint train_session__score check (score between 0 and 100),
  constraint train_session__done check ((status in (1, 3)) = (done_on is not null and minutes is not null))
);
comment on column train_session.place is '0 in the clinic, 1 at home';
comment on column train_session.load is 'what it was done with: +2.00/-2.00, 6 prism';
comment on column train_session.done_on is 'the day it was trained on; of a made up one another day than the planned';
create unique index train_session__session_taken on train_session (oid, plan_id, day, time, place) where plan_id is not null;
create index train_session__by_store on train_session (oid, hid, day, time);
create index train_session__by_plan on train_session (oid, plan_id, day);
create index train_session__by_user on train_session (oid, user_id, day);
create index train_session__by_member on train_session (oid, pid, day);
create index train_session__by_trainer on train_session (oid, trainer);

create table train_card_line (
  oid bigint not null references organisation,
  id bigint generated always as identity,
  hid bigint not null,
  user_id bigint not null,
  kind int not null,
  brand text not null,
  units int not null default 0,
  unit_price bigint not null default 0,
  amount bigint not null default 0,
  entry_id bigint,
  money_entry bigint,
  of_line bigint,
  session_id bigint,
  fbid bigint,
  combination_id bigint,
  used_on date,
  days int,
  ends_before date,
  ends_after date,
  approver bigint,
  reason text,
  at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  primary key (oid, id),
  foreign key (oid, hid) references store,
  foreign key (oid, user_id) references train_user,
  foreign key (oid, entry_id) references ledger_entry,
  foreign key (oid, money_entry) references ledger_entry,
  foreign key (oid, of_line) references train_card_line,
  foreign key (oid, session_id) references train_session,
  foreign key (oid, fbid) references fee_bill,
  foreign key (oid, combination_id) references train_combination,
  foreign key (oid, approver) references contact,
  foreign key (oid, ctid_) references contact,
  constraint train_card_line__kind check (kind between 1 and 7),
  constraint train_card_line__sign check (
    case
      when kind in (1, 4) then units > 0
      when kind in (2, 3) then units < 0 and of_line is not null
      when kind = 5 then units = 0 and days between 1 and 90
      when kind = 6 then units = -1 and session_id is not null and used_on is not null
      else units = 1 and of_line is not null and used_on is not null
    end
  ),
  constraint train_card_line__amount check (
    case
      when kind in (1, 2) then amount = units * unit_price
      when kind = 4 then amount between 0 and units * unit_price
      else amount = 0
    end
  ),
  constraint train_card_line__ledger check ((units <> 0) = (entry_id is not null)),
  constraint train_card_line__money check ((amount <> 0) = (money_entry is not null)),
  constraint train_card_line__approved check (kind <> 5 or (approver is not null and coalesce(trim(reason), '') <> '')),
  constraint train_card_line__approval_self check (kind <> 5 or approver <> ctid_)
);
comment on column train_card_line.kind is '1 opened or renewed, 2 given back, 3 carried out by an upgrade, 4 upgraded to, 5 delayed, 6 used, 7 a use taken back';
comment on column train_card_line.amount is 'fen that left the balance of the store; below nought what came back';
comment on column train_card_line.of_line is 'the line whose units are given back or carried on; of a use taken back that use';
create unique index train_card_line__bill_used on train_card_line (oid, fbid) where fbid is not null;
create index train_card_line__by_day on train_card_line (oid, user_id, used_on) where kind in (6, 7);
create unique index train_card_line__taken_back_once on train_card_line (oid, of_line) where kind = 7;
create index train_card_line__by_user on train_card_line (oid, user_id, id desc);
create index train_card_line__by_store on train_card_line (oid, hid, id desc);
create index train_card_line__by_line on train_card_line (oid, of_line);
create index train_card_line__by_session on train_card_line (oid, session_id);
create index train_card_line__by_entry on train_card_line (oid, entry_id);
create index train_card_line__by_money on train_card_line (oid, money_entry);
create index train_card_line__by_combination on train_card_line (oid, combination_id);
create index train_card_line__by_approver on train_card_line (oid, approver);
create index train_card_line__by_person on train_card_line (oid, ctid_);
