-- Baseline of suppliers: its tables as decision 1101 found them. A landed file is never edited; what changes a table is a new one.

-- Suppliers of the chain, with the papers that let us buy from them.
create table supplier (
  oid bigint not null,
  supplier_id bigint generated always as identity,
  hid bigint not null,
  name text not null,
  contact_name text,
  phone text,
  address text,
  licence_no text,
  licence_expires date,
  bank text,
  bank_account text,
  categories int[] not null default '{}',
  payment_days int not null default 30,
  status int not null default 0,
  note text,
  created_at timestamptz not null default app_now(),
  -- Whether goods the law watches may come from a supplier: kept by its approvals (quality management), written by nobody.
  approved_on date,
  approved_until date,
  constraint supplier__name check (name <> ''),
  constraint supplier__payment_days check (payment_days between 0 and 365),
  constraint supplier__status check (status in (0, 1)),
  primary key (oid, supplier_id),
  constraint supplier__supplier_exists unique (oid, name),
  foreign key (oid) references organisation,
  foreign key (oid, hid) references store
);
comment on column supplier.licence_expires
  is 'business or device licence valid until; after that day nothing is received from this supplier';
comment on column supplier.approved_on
  is 'day its papers were approved as they stand (首营企业); null when they were not, or have been changed since';
comment on column supplier.approved_until is 'the first of the approved papers ends then';
create index supplier__by_store on supplier (oid, hid);
