-- Clinical records of declared kinds (modules/records/contract/kinds): one table, an envelope, and the fields of the kind as JSON.
-- What others join, and what must not happen twice, stands in columns and tables of its own: case, lenses, trial lenses.

-- One course of ortho-k of a member, from the first record to its end.
create table okjing_case (
  oid bigint not null,
  case_id bigint generated always as identity,
  hid bigint not null,
  pid bigint not null,
  status int not null default 0,
  version int not null default 0,
  stage text not null default 'first' constraint okjing_case__stage check (stage in ('first', 'trial', 'fitting', 'order', 'take', 'review')),
  opened_at timestamptz not null default app_now(),
  next_due date,
  next_label text,
  close_reason text,
  primary key (oid, case_id),
  foreign key (oid, hid) references store,
  foreign key (oid, pid) references patient,
  constraint okjing_case__closed check (status = 0 or coalesce(btrim(close_reason), '') <> '')
);
comment on column okjing_case.stage is 'where the chain stands, kept with every record of it';
create unique index okjing_case__one_case on okjing_case (oid, pid) where status = 0;
create index okjing_case__by_member on okjing_case (oid, pid, case_id desc);
create index okjing_case__by_store on okjing_case (oid, hid, status, next_due, case_id);

create table clinical_record (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  pid bigint not null,
  kind text not null constraint clinical_record__kind check (kind in ('okjing-first-record', 'medical-history', 'okjing-trial-lens', 'okjing-take-record', 'inquiry', 'fluoresce-in', 'fitting', 'okjing-first-review', 'okjing-regular-review')),
  case_id bigint,
  record_at timestamptz not null default app_now(),
  recorder_id bigint not null,
  resid bigint,
  status int not null default 0,
  version int not null default 0,
  body jsonb not null default '{}',
  change_reason text,
  signed_by bigint,
  signed_at timestamptz,
  created_at timestamptz not null default app_now(),
  created_by bigint default app_ctid(),
  updated_at timestamptz not null default app_now(),
  updated_by bigint default app_ctid(),
  primary key (oid, id),
  foreign key (oid, hid) references store,
  foreign key (oid, pid) references patient,
  foreign key (oid, case_id) references okjing_case,
  foreign key (oid, recorder_id) references contact,
  foreign key (oid, resid) references reservation,
  foreign key (oid, signed_by) references contact,
  constraint clinical_record__signed check (status <> 2 or (signed_by is not null and signed_at is not null)),
  -- History and inquiry stand without a case; every other kind is a part of one.
  constraint clinical_record__no_case check (kind in ('medical-history', 'inquiry') or case_id is not null),
  constraint clinical_record__second_checker check (kind <> 'fitting' or signed_by is null or signed_by <> recorder_id)
);
comment on column clinical_record.body is 'fields of the kind (modules/records/contract/kinds)';
create unique index clinical_record__one_first on clinical_record (oid, case_id) where kind = 'okjing-first-record' and status <> 9;
create index clinical_record__by_case on clinical_record (oid, case_id, record_at);
create index clinical_record__by_member on clinical_record (oid, pid, kind, record_at desc);
create index clinical_record__by_store on clinical_record (oid, hid, kind, status, record_at desc);
create index clinical_record__by_recorder on clinical_record (oid, recorder_id);
create index clinical_record__by_visit on clinical_record (oid, resid);
create index clinical_record__by_signer on clinical_record (oid, signed_by);
create trigger record_kept before update or delete on clinical_record for each row execute function record_kept('id');

-- A trial lens is a thing: in its box, or out for one record, and back only after it was disinfected.
create table trial_lens (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  name text not null,
  box text,
  design_id bigint,
  family text not null constraint trial_lens__family check (family in ('CRT', 'VST')),
  bc numeric constraint trial_lens__bc check (bc between 5 and 12),
  target numeric constraint trial_lens__target check (target between -10 and 0),
  ac numeric constraint trial_lens__ac check (ac between 30 and 60),
  rzd numeric constraint trial_lens__rzd check (rzd between 300 and 900),
  lza numeric constraint trial_lens__lza check (lza between 20 and 50),
  dia numeric constraint trial_lens__dia check (dia between 7 and 24),
  colour text,
  status int not null default 0 constraint trial_lens__status check (status in (0, 1)),
  version int not null default 0,
  primary key (oid, id),
  foreign key (oid, hid) references store,
  foreign key (oid, design_id) references master_item,
  constraint trial_lens__trial_lens_number unique (oid, hid, name)
);
create index trial_lens__by_design on trial_lens (oid, design_id);
create table trial_lens_use (
  oid bigint not null,
  use_id bigint generated always as identity,
  hid bigint not null,
  trial_lens_id bigint not null,
  record_id bigint not null,
  pid bigint not null,
  out_at timestamptz not null default app_now(),
  back_at timestamptz,
  disinfection text,
  disinfected_by bigint,
  primary key (oid, use_id),
  foreign key (oid, hid) references store,
  foreign key (oid, trial_lens_id) references trial_lens,
  foreign key (oid, record_id) references clinical_record on delete cascade,
  foreign key (oid, pid) references patient,
  foreign key (oid, disinfected_by) references contact,
  constraint trial_lens_use__disinfected check (back_at is null or (disinfection is not null and disinfected_by is not null))
);
create unique index trial_lens_use__trial_lens_out on trial_lens_use (oid, trial_lens_id) where back_at is null;
create index trial_lens_use__by_lens on trial_lens_use (oid, trial_lens_id, use_id desc);
create index trial_lens_use__by_record on trial_lens_use (oid, record_id);
create index trial_lens_use__by_store on trial_lens_use (oid, hid);
create index trial_lens_use__by_member on trial_lens_use (oid, pid);
create index trial_lens_use__by_cleaner on trial_lens_use (oid, disinfected_by);

-- A delivered ortho-k lens: its number is its own, and each eye wears one; a second is a spare.
create table ok_lens (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  pid bigint not null,
  case_id bigint not null,
  take_id bigint not null,
  eye text not null constraint ok_lens__eye check (eye in ('od', 'os')),
  serial text not null,
  gtin text,
  batch text,
  expiry date,
  product text,
  parameters jsonb not null default '{}',
  spare boolean not null default false,
  status int not null default 0,
  version int not null default 0,
  handed_on date,
  due_on date,
  end_reason text,
  primary key (oid, id),
  foreign key (oid, hid) references store,
  foreign key (oid, pid) references patient,
  foreign key (oid, case_id) references okjing_case,
  foreign key (oid, take_id) references clinical_record,
  constraint ok_lens__worn check (status <> 1 or handed_on is not null),
  constraint ok_lens__ended check (status not in (2, 3, 4) or coalesce(btrim(end_reason), '') <> ''),
  constraint ok_lens__lens_serial unique (oid, serial)
);
create unique index ok_lens__one_worn on ok_lens (oid, pid, eye) where status = 1 and not spare;
create index ok_lens__by_member on ok_lens (oid, pid, id);
create index ok_lens__by_case on ok_lens (oid, case_id);
create index ok_lens__by_take on ok_lens (oid, take_id);
create index ok_lens__by_store on ok_lens (oid, hid, status, due_on);
create index ok_lens__by_due on ok_lens (oid, due_on) where status in (0, 1, 2);
