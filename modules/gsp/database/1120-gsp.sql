-- Baseline of gsp: its tables as decision 1101 found them. A landed file is never edited; what changes a table is a new one.

-- A recall of a lot, of the whole organisation: order 29 of 2017 wants whoever has the goods told within 1, 3 or 7 days by its class.
create table recall (
  oid bigint not null,
  recall_id bigint generated always as identity,
  hid bigint not null,
  recall_no text not null,
  lot text not null,
  product_ids bigint[],
  level int not null,
  drill boolean not null,
  reason text not null,
  status int not null default 0,
  version int not null default 0,
  ctid_ bigint default app_ctid(),
  created_at timestamptz not null default app_now(),
  result text,
  ended_at timestamptz,
  constraint recall__lot check (lot <> ''),
  constraint recall__level check (level in (1, 2, 3)),
  constraint recall__recorded check (status = 0 or (ended_at is not null and coalesce(trim(result), '') <> '')),
  primary key (oid, recall_id),
  constraint recall__number unique (oid, recall_no),
  foreign key (oid, hid) references store,
  foreign key (oid, ctid_) references contact
);
comment on column recall.product_ids is 'goods the lot is of; null for all that have it';
comment on column recall.drill is 'a drill locks nothing and tells nobody';
create index recall__by_store on recall (oid, hid);
create index recall__by_person on recall (oid, ctid_);
create index recall__by_lot on recall (oid, lower(lot)) where status = 0;

create table recall_batch (
  oid bigint not null,
  recall_id bigint,
  batch_id bigint,
  primary key (oid, recall_id, batch_id),
  foreign key (oid, recall_id) references recall,
  foreign key (oid, batch_id) references batch
);
create index recall_batch__by_batch on recall_batch (oid, batch_id);

create table recall_call (
  oid bigint not null,
  call_id bigint generated always as identity,
  hid bigint not null,
  recall_id bigint not null,
  pid bigint not null,
  outcome int not null,
  note text,
  at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  constraint recall_call__outcome check (outcome in (1, 2, 3, 4)),
  primary key (oid, call_id),
  foreign key (oid, hid) references store,
  foreign key (oid, recall_id) references recall,
  foreign key (oid, pid) references patient,
  foreign key (oid, ctid_) references contact
);
create index recall_call__by_recall on recall_call (oid, recall_id, pid, call_id desc);
create index recall_call__by_member on recall_call (oid, pid);
create index recall_call__by_store on recall_call (oid, hid);
create index recall_call__by_person on recall_call (oid, ctid_);

-- 首营: the papers of a supplier, or of a device of class II or III, asked for by one person and approved by another. What was approved are
-- the facts as they stood; whoever changes them afterwards has nothing approved until somebody else approves again.
create table approval (
  oid bigint not null,
  approval_id bigint generated always as identity,
  hid bigint not null,
  approval_no text not null,
  supplier_id bigint,
  product_id bigint,
  name text not null,
  certificate text,
  certificate_expires date,
  device_class int,
  maker text,
  udi_di text,
  packages jsonb not null default '[]',
  note text,
  status int not null default 1,
  version int not null default 0,
  ctid_ bigint default app_ctid(),
  created_at timestamptz not null default app_now(),
  decided_by bigint,
  decided_at timestamptz,
  reason text,
  valid_until date,
  taken_over boolean not null default false,
  constraint approval__udi_di check (udi_di ~ '^[0-9]{14}$'),
  constraint approval__packages check (jsonb_typeof(packages) = 'array'),
  constraint approval__of check (num_nonnulls(supplier_id, product_id) = 1),
  constraint approval__approval_class check (product_id is null or device_class >= 2),
  constraint approval__approval_own check (
    status = 1 or taken_over or (ctid_ is not null and decided_by is not null and decided_by <> ctid_)
  ),
  constraint approval__approval_certificate check (status <> 2 or coalesce(trim(certificate), '') <> ''),
  constraint approval__decided check ((status = 1) = (decided_at is null)),
  constraint approval__reasoned check (status <> 3 or coalesce(trim(reason), '') <> ''),
  primary key (oid, approval_id),
  constraint approval__number unique (oid, approval_no),
  foreign key (oid, hid) references store,
  foreign key (oid, supplier_id) references supplier,
  foreign key (oid, product_id) references product,
  foreign key (oid, ctid_) references contact,
  foreign key (oid, decided_by) references contact
);
comment on table approval is '首营企业 (a supplier) and 首营品种 (a device of class II or III)';
comment on column approval.certificate is 'licence of the supplier or registration of the device, as it stood when it was asked for';
comment on column approval.packages is 'UDI-DI of outer packages and the pieces in each';
comment on column approval.taken_over is 'was in use before approvals were kept; nobody asked or approved';
create unique index approval__approval_open on approval (oid, coalesce(supplier_id, 0), coalesce(product_id, 0)) where status = 1;
create index approval__by_supplier on approval (oid, supplier_id, approval_id desc);
create index approval__by_product on approval (oid, product_id, approval_id desc);
create index approval__by_store on approval (oid, hid);
create index approval__by_person on approval (oid, ctid_);
create index approval__by_decider on approval (oid, decided_by);

create table approval_paper (
  oid bigint not null,
  paper_id bigint generated always as identity,
  hid bigint not null,
  approval_id bigint not null,
  kind int not null,
  number text,
  scope text,
  expires date,
  constraint approval_paper__kind check (kind between 1 and 11),
  primary key (oid, paper_id),
  foreign key (oid, hid) references store,
  foreign key (oid, approval_id) references approval
);
create index approval_paper__by_approval on approval_paper (oid, approval_id);
create index approval_paper__by_store on approval_paper (oid, hid);

create table approval_file (
  oid bigint not null,
  file_id bigint generated always as identity,
  hid bigint not null,
  paper_id bigint not null,
  name text not null,
  sha256 text not null,
  size int not null,
  mime text not null,
  ctid_ bigint default app_ctid(),
  created_at timestamptz not null default app_now(),
  constraint approval_file__sha256 check (sha256 ~ '^[0-9a-f]{64}$'),
  constraint approval_file__size check (size > 0),
  primary key (oid, file_id),
  foreign key (oid, hid) references store,
  foreign key (oid, paper_id) references approval_paper,
  foreign key (oid, ctid_) references contact
);
create index approval_file__by_paper on approval_file (oid, paper_id, file_id desc);
create index approval_file__by_store on approval_file (oid, hid);
create index approval_file__by_person on approval_file (oid, ctid_);

-- Registers people type: maintenance of stock, climate of warehouses, complaints and adverse events, equipment, training. A row is never
-- changed: what is wrong is put right by a row that names it, once.
create table gsp_limit (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  warehouse_id bigint not null,
  temp_min numeric(4,1) not null default 0,
  temp_max numeric(4,1) not null default 30,
  humidity_min int not null default 35,
  humidity_max int not null default 75,
  version int not null default 0,
  constraint gsp_limit__humidity_min check (humidity_min between 0 and 100),
  constraint gsp_limit__humidity_max check (humidity_max between 0 and 100),
  constraint gsp_limit__limit_order check (temp_min < temp_max and humidity_min < humidity_max),
  primary key (oid, id),
  constraint gsp_limit__limit_exists unique (oid, warehouse_id),
  foreign key (oid, hid) references store,
  foreign key (oid, warehouse_id) references warehouse
);
create index gsp_limit__by_store on gsp_limit (oid, hid);

create table gsp_climate (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  warehouse_id bigint not null,
  at timestamptz not null,
  temperature numeric(4,1) not null,
  humidity numeric(4,1) not null,
  temp_min numeric(4,1),
  temp_max numeric(4,1),
  humidity_min int,
  humidity_max int,
  action text,
  logger text,
  corrects_id bigint,
  ctid_ bigint default app_ctid(),
  created_at timestamptz not null default app_now(),
  constraint gsp_climate__temperature check (temperature between -40 and 80),
  constraint gsp_climate__humidity check (humidity between 0 and 100),
  constraint gsp_climate__action_missing check (
    (temperature between temp_min and temp_max and humidity between humidity_min and humidity_max) or coalesce(trim(action), '') <> ''
  ),
  primary key (oid, id),
  constraint gsp_climate__corrected_once unique (oid, corrects_id),
  foreign key (oid, hid) references store,
  foreign key (oid, warehouse_id) references warehouse,
  foreign key (oid, corrects_id) references gsp_climate,
  foreign key (oid, ctid_) references contact
);
comment on column gsp_climate.temp_min is 'limits of the warehouse when it was read, °C and % relative humidity: copied by the database';
comment on column gsp_climate.logger is 'file of a logger it came from';
create unique index gsp_climate__climate_taken on gsp_climate (oid, warehouse_id, at) where corrects_id is null;
create index gsp_climate__by_warehouse on gsp_climate (oid, warehouse_id, at desc);
create index gsp_climate__by_store on gsp_climate (oid, hid, at desc);
create index gsp_climate__by_person on gsp_climate (oid, ctid_);

create table gsp_upkeep (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  warehouse_id bigint not null,
  at timestamptz not null,
  product_id bigint,
  batch_no text,
  pieces int not null,
  result int not null,
  finding text,
  action text,
  corrects_id bigint,
  ctid_ bigint default app_ctid(),
  created_at timestamptz not null default app_now(),
  constraint gsp_upkeep__pieces check (pieces >= 0),
  constraint gsp_upkeep__result check (result in (1, 2)),
  constraint gsp_upkeep__action_missing check (result = 1 or coalesce(trim(action), '') <> ''),
  primary key (oid, id),
  constraint gsp_upkeep__corrected_once unique (oid, corrects_id),
  foreign key (oid, hid) references store,
  foreign key (oid, warehouse_id) references warehouse,
  foreign key (oid, product_id) references product,
  foreign key (oid, corrects_id) references gsp_upkeep,
  foreign key (oid, ctid_) references contact
);
create index gsp_upkeep__by_store on gsp_upkeep (oid, hid, at desc);
create index gsp_upkeep__by_warehouse on gsp_upkeep (oid, warehouse_id, at desc);
create index gsp_upkeep__by_product on gsp_upkeep (oid, product_id);
create index gsp_upkeep__by_person on gsp_upkeep (oid, ctid_);

create table gsp_adverse (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  at timestamptz not null,
  kind int not null,
  harm int not null,
  pid bigint,
  product_id bigint,
  batch_no text,
  description text not null,
  handling text,
  report_no text,
  reported_on date,
  corrects_id bigint,
  ctid_ bigint default app_ctid(),
  created_at timestamptz not null default app_now(),
  constraint gsp_adverse__kind check (kind in (1, 2, 3)),
  constraint gsp_adverse__harm check (harm between 0 and 4),
  constraint gsp_adverse__description check (trim(description) <> ''),
  primary key (oid, id),
  constraint gsp_adverse__corrected_once unique (oid, corrects_id),
  foreign key (oid, hid) references store,
  foreign key (oid, pid) references patient,
  foreign key (oid, product_id) references product,
  foreign key (oid, corrects_id) references gsp_adverse,
  foreign key (oid, ctid_) references contact
);
create index gsp_adverse__by_store on gsp_adverse (oid, hid, at desc);
create index gsp_adverse__by_member on gsp_adverse (oid, pid);
create index gsp_adverse__by_product on gsp_adverse (oid, product_id);
create index gsp_adverse__by_person on gsp_adverse (oid, ctid_);

create table gsp_equipment (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  at timestamptz not null,
  name text not null,
  serial text,
  kind int not null,
  result int not null,
  action text,
  certificate text,
  next_on date,
  corrects_id bigint,
  ctid_ bigint default app_ctid(),
  created_at timestamptz not null default app_now(),
  constraint gsp_equipment__name check (trim(name) <> ''),
  constraint gsp_equipment__kind check (kind between 1 and 4),
  constraint gsp_equipment__result check (result in (1, 2)),
  constraint gsp_equipment__action_missing check (result = 1 or coalesce(trim(action), '') <> ''),
  primary key (oid, id),
  constraint gsp_equipment__corrected_once unique (oid, corrects_id),
  foreign key (oid, hid) references store,
  foreign key (oid, corrects_id) references gsp_equipment,
  foreign key (oid, ctid_) references contact
);
create index gsp_equipment__by_store on gsp_equipment (oid, hid, at desc);
create index gsp_equipment__by_person on gsp_equipment (oid, ctid_);

create table gsp_training (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  at timestamptz not null,
  topic text not null,
  trainer text,
  attendees text not null,
  hours numeric(4,1) not null,
  result text,
  next_on date,
  corrects_id bigint,
  ctid_ bigint default app_ctid(),
  created_at timestamptz not null default app_now(),
  constraint gsp_training__topic check (trim(topic) <> ''),
  constraint gsp_training__attendees check (trim(attendees) <> ''),
  constraint gsp_training__hours check (hours > 0 and hours <= 100),
  primary key (oid, id),
  constraint gsp_training__corrected_once unique (oid, corrects_id),
  foreign key (oid, hid) references store,
  foreign key (oid, corrects_id) references gsp_training,
  foreign key (oid, ctid_) references contact
);
create index gsp_training__by_store on gsp_training (oid, hid, at desc);
create index gsp_training__by_person on gsp_training (oid, ctid_);
