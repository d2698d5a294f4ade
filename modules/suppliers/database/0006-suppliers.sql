-- Suppliers of the chain, with the papers that let us buy from them.
create table supplier (
  oid bigint not null references organisation,
  supplier_id bigint generated always as identity,
  hid bigint not null,
  name text not null constraint supplier__name check (name <> ''),
  contact_name text,
  phone text,
  address text,
  licence_no text,
  licence_expires date,
  bank text,
  bank_account text,
  categories int[] not null default '{}',
  payment_days int not null default 30 constraint supplier__payment_days check (payment_days between 0 and 365),
  status int not null default 0 constraint supplier__status check (status in (0, 1)),
  note text,
  created_at timestamptz not null default app_now(),
  primary key (oid, supplier_id),
  foreign key (oid, hid) references store,
  constraint supplier__supplier_exists unique (oid, name)
);
comment on column supplier.licence_expires is 'business or device licence valid until; after that day nothing is received from this supplier';
create index supplier__by_store on supplier (oid, hid);
alter table product add foreign key (oid, supplier_id) references supplier;
