-- Stock: warehouses, batches and the papers that move them. A quantity is the balance of the batch's account in the ledger book 'stock';
-- no column holds one.
create table warehouse (
  oid bigint not null references organisation,
  warehouse_id bigint generated always as identity,
  hid bigint not null,
  name text not null constraint warehouse__name check (name <> ''),
  address text,
  manager text,
  phone text,
  status int not null default 0 constraint warehouse__status check (status in (0, 1)),
  first boolean not null default false,
  primary key (oid, warehouse_id),
  foreign key (oid, hid) references store,
  constraint warehouse__warehouse_exists unique (oid, hid, name)
);
comment on column warehouse.first is 'the store''s own warehouse, opened with the store; goods go here when none is named';
create unique index warehouse__one_first on warehouse (oid, hid) where first;

create function store_opens_warehouse() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into warehouse (oid, hid, name, first) values (new.oid, new.hid, '主仓库', true);
  return null;
end $$;
create trigger store_opens_warehouse after insert on store for each row execute function store_opens_warehouse();
insert into warehouse (oid, hid, name, first) select oid, hid, '主仓库', true from store;

create table batch (
  oid bigint not null,
  batch_id bigint generated always as identity,
  hid bigint not null,
  warehouse_id bigint not null,
  product_id bigint not null,
  sph numeric(5, 2),
  cyl numeric(5, 2) constraint batch__cyl check (cyl <= 0),
  axis int constraint batch__axis check (axis between 1 and 180),
  batch_no text,
  produced_on date,
  expiry date,
  cost bigint not null default 0 constraint batch__cost check (cost >= 0),
  supplier_id bigint,
  locked boolean not null default false,
  lock_reason text,
  created_at timestamptz not null default app_now(),
  primary key (oid, batch_id),
  foreign key (oid, hid) references store,
  foreign key (oid, warehouse_id) references warehouse,
  foreign key (oid, product_id) references product,
  foreign key (oid, supplier_id) references supplier,
  constraint batch__power check (cyl is null or sph is not null),
  constraint batch__same unique nulls not distinct (oid, warehouse_id, product_id, sph, cyl, axis, batch_no, expiry, cost, supplier_id)
);
comment on column batch.cost is 'fen a piece, as received';
comment on column batch.cyl is 'D, minus-cylinder notation; 0 for spheres, null for goods without a power';
comment on column batch.locked is 'held back from issue: quarantine, recall, inspection';
create index batch__to_issue on batch (oid, hid, product_id, sph, cyl, axis, expiry);
create index batch__by_product on batch (oid, product_id);
create index batch__by_expiry on batch (oid, hid, expiry) where expiry is not null;
create index batch__by_supplier on batch (oid, supplier_id) where supplier_id is not null;

create table stock_in (
  oid bigint not null,
  stockin_id bigint generated always as identity,
  hid bigint not null,
  stockin_no text not null,
  warehouse_id bigint not null,
  stockin_type int not null default 1 constraint stock_in__stockin_type check (stockin_type between 1 and 7),
  supplier_id bigint,
  product_category int constraint stock_in__product_category check (product_category between 1 and 11),
  delivery_no text,
  stockin_date date not null default (app_now())::date,
  status int not null default 0,
  differ_status int not null default 0 constraint stock_in__differ_status check (differ_status between 0 and 2),
  differ_note text,
  version int not null default 0,
  note text,
  ctid_ bigint,
  created_at timestamptz not null default app_now(),
  posted_at timestamptz,
  primary key (oid, stockin_id),
  foreign key (oid, hid) references store,
  foreign key (oid, warehouse_id) references warehouse,
  foreign key (oid, supplier_id) references supplier,
  foreign key (oid, ctid_) references contact,
  constraint stock_in__number unique (oid, stockin_no)
);
create index stock_in__by_store on stock_in (oid, hid, stockin_id desc);
create index stock_in__by_warehouse on stock_in (oid, warehouse_id);
create index stock_in__by_supplier on stock_in (oid, supplier_id);
create index stock_in__by_person on stock_in (oid, ctid_);
create table stock_in_item (
  oid bigint not null,
  item_id bigint generated always as identity,
  hid bigint not null,
  stockin_id bigint not null,
  product_id bigint not null,
  sph numeric(5, 2),
  cyl numeric(5, 2) constraint stock_in_item__cyl check (cyl <= 0),
  axis int,
  batch_no text,
  produced_on date,
  expiry date,
  expected int constraint stock_in_item__expected check (expected >= 0),
  quantity int not null constraint stock_in_item__quantity check (quantity >= 0),
  cost bigint not null default 0,
  batch_id bigint,
  note text,
  primary key (oid, item_id),
  foreign key (oid, hid) references store,
  foreign key (oid, stockin_id) references stock_in on delete cascade,
  foreign key (oid, product_id) references product,
  foreign key (oid, batch_id) references batch
);
comment on column stock_in_item.expected is 'pieces on the delivery note; other than the quantity counted = a difference to settle';
create index stock_in_item__by_paper on stock_in_item (oid, stockin_id);
create index stock_in_item__by_product on stock_in_item (oid, product_id);
create index stock_in_item__by_batch on stock_in_item (oid, batch_id);
create index stock_in_item__by_store on stock_in_item (oid, hid);

create table stock_out (
  oid bigint not null,
  stockout_id bigint generated always as identity,
  hid bigint not null,
  stockout_no text not null,
  warehouse_id bigint not null,
  stockout_type int not null default 8 constraint stock_out__stockout_type check (stockout_type between 1 and 8),
  supplier_id bigint,
  receiver text,
  stockout_date date not null default (app_now())::date,
  status int not null default 0,
  differ_status int not null default 0 constraint stock_out__differ_status check (differ_status between 0 and 2),
  differ_note text,
  version int not null default 0,
  note text,
  ctid_ bigint,
  created_at timestamptz not null default app_now(),
  posted_at timestamptz,
  primary key (oid, stockout_id),
  foreign key (oid, hid) references store,
  foreign key (oid, warehouse_id) references warehouse,
  foreign key (oid, supplier_id) references supplier,
  foreign key (oid, ctid_) references contact,
  constraint stock_out__number unique (oid, stockout_no)
);
create index stock_out__by_store on stock_out (oid, hid, stockout_id desc);
create index stock_out__by_warehouse on stock_out (oid, warehouse_id);
create index stock_out__by_supplier on stock_out (oid, supplier_id);
create index stock_out__by_person on stock_out (oid, ctid_);
create table stock_out_item (
  oid bigint not null,
  item_id bigint generated always as identity,
  hid bigint not null,
  stockout_id bigint not null,
  product_id bigint not null,
  sph numeric(5, 2),
  cyl numeric(5, 2) constraint stock_out_item__cyl check (cyl <= 0),
  axis int,
  quantity int not null constraint stock_out_item__quantity check (quantity > 0),
  price bigint not null default 0,
  batch_id bigint,
  note text,
  primary key (oid, item_id),
  foreign key (oid, hid) references store,
  foreign key (oid, stockout_id) references stock_out on delete cascade,
  foreign key (oid, product_id) references product,
  foreign key (oid, batch_id) references batch
);
comment on column stock_out_item.batch_id is 'batch named by hand, or chosen first-expired-first-out when the paper was posted';
create index stock_out_item__by_paper on stock_out_item (oid, stockout_id);
create index stock_out_item__by_product on stock_out_item (oid, product_id);
create index stock_out_item__by_batch on stock_out_item (oid, batch_id);
create index stock_out_item__by_store on stock_out_item (oid, hid);
