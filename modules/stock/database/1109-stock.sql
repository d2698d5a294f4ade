-- Baseline of stock: its tables as decision 1101 found them. A landed file is never edited; what changes a table is a new one.

-- Stock: warehouses, batches and the papers that move them. A quantity is the balance of the batch's account in the ledger book 'stock';
-- no column holds one.
create table warehouse (
  oid bigint not null,
  warehouse_id bigint generated always as identity,
  hid bigint not null,
  name text not null,
  address text,
  manager text,
  phone text,
  status int not null default 0,
  first boolean not null default false,
  constraint warehouse__name check (name <> ''),
  constraint warehouse__status check (status in (0, 1)),
  primary key (oid, warehouse_id),
  constraint warehouse__warehouse_exists unique (oid, hid, name),
  foreign key (oid) references organisation,
  foreign key (oid, hid) references store
);
comment on column warehouse.first is 'the store''s own warehouse, opened with the store; goods go here when none is named';
create unique index warehouse__one_first on warehouse (oid, hid) where first;

create table batch (
  oid bigint not null,
  batch_id bigint generated always as identity,
  hid bigint not null,
  warehouse_id bigint not null,
  product_id bigint not null,
  sph numeric(5,2),
  cyl numeric(5,2),
  axis int,
  batch_no text,
  produced_on date,
  expiry date,
  cost bigint not null default 0,
  supplier_id bigint,
  locked boolean not null default false,
  lock_reason text,
  created_at timestamptz not null default app_now(),
  -- Goods that came for one order are held for it: part of what a batch is, so that they are never mixed with what may be sold.
  held_for text,
  constraint batch__cyl check (cyl <= 0),
  constraint batch__axis check (axis between 1 and 180),
  constraint batch__cost check (cost >= 0),
  constraint batch__power check (cyl is null or sph is not null),
  primary key (oid, batch_id),
  foreign key (oid, hid) references store,
  foreign key (oid, warehouse_id) references warehouse,
  foreign key (oid, product_id) references product,
  foreign key (oid, supplier_id) references supplier,
  -- Powers of stock keep the ranges of an eye (kernel/contract/eye.ts).
  constraint batch__sph check (sph between -45 and 70),
  constraint batch__cyl_range check (cyl between -25 and 0),
  constraint batch__same unique nulls not DISTINCT (
    oid, warehouse_id, product_id, sph, cyl, axis, batch_no, expiry, cost, supplier_id, held_for
  ),
  constraint batch__held_for check (held_for ~ '^[a-z]+:[0-9]+$')
);
comment on column batch.cyl is 'D, minus-cylinder notation; 0 for spheres, null for goods without a power';
comment on column batch.cost is 'fen a piece, as received';
comment on column batch.locked is 'held back from issue: quarantine, recall, inspection';
comment on column batch.held_for is 'ref of the order the pieces are kept for; issued to nobody else';
create index batch__to_issue on batch (oid, hid, product_id, sph, cyl, axis, expiry);
create index batch__by_product on batch (oid, product_id);
create index batch__by_expiry on batch (oid, hid, expiry) where expiry is not null;
create index batch__by_supplier on batch (oid, supplier_id) where supplier_id is not null;
create index batch__by_held on batch (oid, held_for) where held_for is not null;
create index batch__by_lot on batch (oid, lower(batch_no)) where batch_no is not null;

create table stock_in (
  oid bigint not null,
  stockin_id bigint generated always as identity,
  hid bigint not null,
  stockin_no text not null,
  warehouse_id bigint not null,
  stockin_type int not null default 1,
  supplier_id bigint,
  product_category int,
  delivery_no text,
  stockin_date date not null default (app_now())::date,
  status int not null default 0,
  differ_status int not null default 0,
  differ_note text,
  version int not null default 0,
  note text,
  ctid_ bigint,
  created_at timestamptz not null default app_now(),
  posted_at timestamptz,
  -- 验收: who posts a stock-in accepted what came, with its temperature and whether its certificates were there; what is rejected never
  -- enters the stock. Devices of class II and III come in accepted only, where the store asks for it by another than who wrote the paper or
  -- ordered them. The rest of the function as before.
  accepted_by bigint,
  accepted_at timestamptz,
  arrival_celsius numeric(4,1),
  certificates boolean,
  ordered_by bigint,
  constraint stock_in__stockin_type check (stockin_type between 1 and 7),
  constraint stock_in__product_category check (product_category between 1 and 11),
  constraint stock_in__differ_status check (differ_status between 0 and 2),
  primary key (oid, stockin_id),
  constraint stock_in__number unique (oid, stockin_no),
  foreign key (oid, hid) references store,
  foreign key (oid, warehouse_id) references warehouse,
  foreign key (oid, supplier_id) references supplier,
  foreign key (oid, ctid_) references contact,
  constraint stock_in__arrival_celsius check (arrival_celsius between -40 and 80),
  constraint stock_in__certificates check (certificates),
  foreign key (oid, accepted_by) references contact,
  foreign key (oid, ordered_by) references contact
);
comment on column stock_in.arrival_celsius is '℃';
comment on column stock_in.certificates is 'null: not said';
comment on column stock_in.ordered_by is 'who sent the order that brought it';
create index stock_in__by_store on stock_in (oid, hid, stockin_id desc);
create index stock_in__by_warehouse on stock_in (oid, warehouse_id);
create index stock_in__by_supplier on stock_in (oid, supplier_id);
create index stock_in__by_person on stock_in (oid, ctid_);
create index stock_in__by_accepted on stock_in (oid, accepted_by);
create index stock_in__by_ordered on stock_in (oid, ordered_by);

create table stock_in_item (
  oid bigint not null,
  item_id bigint generated always as identity,
  hid bigint not null,
  stockin_id bigint not null,
  product_id bigint not null,
  sph numeric(5,2),
  cyl numeric(5,2),
  axis int,
  batch_no text,
  produced_on date,
  expiry date,
  expected int,
  quantity int not null,
  cost bigint not null default 0,
  batch_id bigint,
  note text,
  rejected int not null default 0,
  reject_reason text,
  constraint stock_in_item__cyl check (cyl <= 0),
  constraint stock_in_item__expected check (expected >= 0),
  constraint stock_in_item__quantity check (quantity >= 0),
  primary key (oid, item_id),
  foreign key (oid, hid) references store,
  foreign key (oid, stockin_id) references stock_in on delete cascade,
  foreign key (oid, product_id) references product,
  foreign key (oid, batch_id) references batch,
  constraint stock_in_item__sph check (sph between -45 and 70),
  constraint stock_in_item__cyl_range check (cyl between -25 and 0),
  constraint stock_in_item__axis check (axis between 1 and 180),
  constraint stock_in_item__rejected check (rejected between 0 and 100000),
  constraint stock_in_item__reject_reason check (rejected = 0 or trim(reject_reason) <> '')
);
comment on column stock_in_item.expected is 'pieces on the delivery note; other than the quantity counted = a difference to settle';
comment on column stock_in_item.rejected is 'pieces not taken: beside the quantity, which is what enters the stock';
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
  stockout_type int not null default 8,
  supplier_id bigint,
  receiver text,
  stockout_date date not null default (app_now())::date,
  status int not null default 0,
  differ_status int not null default 0,
  differ_note text,
  version int not null default 0,
  note text,
  ctid_ bigint,
  created_at timestamptz not null default app_now(),
  posted_at timestamptz,
  constraint stock_out__stockout_type check (stockout_type between 1 and 8),
  constraint stock_out__differ_status check (differ_status between 0 and 2),
  primary key (oid, stockout_id),
  constraint stock_out__number unique (oid, stockout_no),
  foreign key (oid, hid) references store,
  foreign key (oid, warehouse_id) references warehouse,
  foreign key (oid, supplier_id) references supplier,
  foreign key (oid, ctid_) references contact
);
create index stock_out__by_store on stock_out (oid, hid, stockout_id desc);
create index stock_out__by_warehouse on stock_out (oid, warehouse_id);
create index stock_out__by_supplier on stock_out (oid, supplier_id);
create index stock_out__by_person on stock_out (oid, ctid_);
-- Papers that wait to be picked, the oldest first.
create index stock_out__awaiting on stock_out (oid, hid, stockout_id) where status = 1;

create table stock_out_item (
  oid bigint not null,
  item_id bigint generated always as identity,
  hid bigint not null,
  stockout_id bigint not null,
  product_id bigint not null,
  sph numeric(5,2),
  cyl numeric(5,2),
  axis int,
  quantity int not null,
  price bigint not null default 0,
  batch_id bigint,
  note text,
  constraint stock_out_item__cyl check (cyl <= 0),
  constraint stock_out_item__quantity check (quantity > 0),
  primary key (oid, item_id),
  foreign key (oid, hid) references store,
  foreign key (oid, stockout_id) references stock_out on delete cascade,
  foreign key (oid, product_id) references product,
  foreign key (oid, batch_id) references batch,
  constraint stock_out_item__sph check (sph between -45 and 70),
  constraint stock_out_item__cyl_range check (cyl between -25 and 0),
  constraint stock_out_item__axis check (axis between 1 and 180)
);
comment on column stock_out_item.batch_id is 'batch named by hand, or chosen first-expired-first-out when the paper was posted';
create index stock_out_item__by_paper on stock_out_item (oid, stockout_id);
create index stock_out_item__by_product on stock_out_item (oid, product_id);
create index stock_out_item__by_batch on stock_out_item (oid, batch_id);
create index stock_out_item__by_store on stock_out_item (oid, hid);

-- Prices agreed after a stock-in or stock-out was posted: what the supplier invoices, what a receiver is charged. The posted cost stays
-- what it was.
create table stock_price (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  stock_in_item_id bigint,
  stock_out_item_id bigint,
  price bigint not null,
  note text,
  at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  constraint stock_price__price check (price >= 0),
  constraint stock_price__one_paper check (num_nonnulls(stock_in_item_id, stock_out_item_id) = 1),
  primary key (oid, id),
  foreign key (oid, hid) references store,
  foreign key (oid, stock_in_item_id) references stock_in_item,
  foreign key (oid, stock_out_item_id) references stock_out_item,
  foreign key (oid, ctid_) references contact
);
comment on column stock_price.price is 'fen a piece, as agreed';
create index stock_price__by_store on stock_price (oid, hid);
create unique index stock_price__in on stock_price (oid, stock_in_item_id) where stock_in_item_id is not null;
create unique index stock_price__out on stock_price (oid, stock_out_item_id) where stock_out_item_id is not null;
create index stock_price__by_person on stock_price (oid, ctid_);

-- Counting, loss and overflow. A line of a count keeps what the ledger said of its batch at its own time; what is posted is the difference,
-- by a paper that another person confirms. Nothing is ever set, and no sale waits for a count.
create table stocktaking (
  oid bigint not null,
  count_id bigint generated always as identity,
  hid bigint not null,
  count_no text not null,
  warehouse_id bigint not null,
  categories int[],
  brands text[],
  product_ids bigint[],
  blind boolean not null default true,
  recount_pieces int,
  recount_value bigint,
  note text,
  status int not null default 0,
  version int not null default 0,
  ctid_ bigint,
  created_at timestamptz not null default app_now(),
  completed_at timestamptz,
  constraint stocktaking__recount_pieces check (recount_pieces > 0),
  constraint stocktaking__recount_value check (recount_value > 0),
  primary key (oid, count_id),
  constraint stocktaking__number unique (oid, count_no),
  foreign key (oid, hid) references store,
  foreign key (oid, warehouse_id) references warehouse,
  foreign key (oid, ctid_) references contact
);
comment on column stocktaking.categories is 'only goods of these; null counts all';
comment on column stocktaking.blind is 'who counts is not told what the ledger says until the count is finished';
comment on column stocktaking.recount_pieces
  is 'a difference of so many pieces or more is counted a second time before the count can be finished';
comment on column stocktaking.recount_value is 'the same by what the difference cost, in fen';
create index stocktaking__by_store on stocktaking (oid, hid, count_id desc);
create index stocktaking__by_warehouse on stocktaking (oid, warehouse_id);
create index stocktaking__by_person on stocktaking (oid, ctid_);

create table stocktaking_line (
  oid bigint not null,
  line_id bigint generated always as identity,
  hid bigint not null,
  count_id bigint not null,
  batch_id bigint not null,
  counted int not null,
  ledger int not null,
  seen_line bigint not null,
  counted_at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  constraint stocktaking_line__counted check (counted between 0 and 1000000),
  constraint stocktaking_line__ledger check (ledger >= 0),
  primary key (oid, line_id),
  foreign key (oid, hid) references store,
  foreign key (oid, count_id) references stocktaking,
  foreign key (oid, batch_id) references batch,
  foreign key (oid, ctid_) references contact
);
comment on column stocktaking_line.counted is 'pieces found of the batch; counted again is another line, the latest counts';
comment on column stocktaking_line.ledger is 'balance of the batch when the line was counted';
comment on column stocktaking_line.seen_line
  is 'last ledger line in that balance, 0 without any: lines of the account come in the order of their ids';
create index stocktaking_line__by_count on stocktaking_line (oid, count_id, batch_id, line_id desc);
create index stocktaking_line__by_batch on stocktaking_line (oid, batch_id, line_id desc);
create index stocktaking_line__by_store on stocktaking_line (oid, hid);
create index stocktaking_line__by_person on stocktaking_line (oid, ctid_);

create table profit_loss (
  oid bigint not null,
  profit_loss_id bigint generated always as identity,
  hid bigint not null,
  profit_loss_no text not null,
  warehouse_id bigint not null,
  count_id bigint,
  note text,
  status int not null default 0,
  version int not null default 0,
  ctid_ bigint,
  created_at timestamptz not null default app_now(),
  first_by bigint,
  confirmed_by bigint,
  confirmed_at timestamptz,
  constraint profit_loss__loss_own check (
    (confirmed_by is null or confirmed_by is distinct from ctid_) and (first_by is null or first_by is distinct from ctid_)
  ),
  constraint profit_loss__loss_twice check (confirmed_by is distinct from first_by or confirmed_by is null),
  primary key (oid, profit_loss_id),
  constraint profit_loss__number unique (oid, profit_loss_no),
  constraint profit_loss__one_of_count unique (oid, count_id),
  foreign key (oid, hid) references store,
  foreign key (oid, warehouse_id) references warehouse,
  foreign key (oid, count_id) references stocktaking,
  foreign key (oid, ctid_) references contact,
  foreign key (oid, first_by) references contact,
  foreign key (oid, confirmed_by) references contact
);
comment on column profit_loss.count_id is 'the count whose differences these are';
comment on column profit_loss.first_by is 'the first of the two who approve class III devices';
create index profit_loss__by_store on profit_loss (oid, hid, profit_loss_id desc);
create index profit_loss__by_warehouse on profit_loss (oid, warehouse_id);
create index profit_loss__by_person on profit_loss (oid, ctid_);
create index profit_loss__by_first on profit_loss (oid, first_by);
create index profit_loss__by_confirmer on profit_loss (oid, confirmed_by);

create table profit_loss_item (
  oid bigint not null,
  item_id bigint generated always as identity,
  hid bigint not null,
  profit_loss_id bigint not null,
  batch_id bigint not null,
  quantity int not null,
  cause int not null,
  count_line_id bigint,
  note text,
  constraint profit_loss_item__quantity check (quantity <> 0),
  constraint profit_loss_item__cause check (cause between 1 and 9),
  primary key (oid, item_id),
  constraint profit_loss_item__once unique (oid, profit_loss_id, batch_id),
  foreign key (oid, hid) references store,
  foreign key (oid, profit_loss_id) references profit_loss on delete cascade,
  foreign key (oid, batch_id) references batch,
  foreign key (oid, count_line_id) references stocktaking_line
);
comment on column profit_loss_item.quantity is 'pieces: + found, − missing';
create index profit_loss_item__by_batch on profit_loss_item (oid, batch_id);
create index profit_loss_item__by_line on profit_loss_item (oid, count_line_id);
create index profit_loss_item__by_store on profit_loss_item (oid, hid);

-- RFID tags: each piece that was given one has a serial of its own, never given twice. What the tag says is kept as it was when it was
-- written.
create table epc_tag (
  oid bigint not null,
  serial bigint generated always as identity,
  hid bigint not null,
  batch_id bigint not null,
  gtin text not null,
  prefix_length int not null,
  ctid_ bigint default app_ctid(),
  made_at timestamptz not null default app_now(),
  constraint epc_tag__serial check (serial > 0 and serial < 274877906944),
  constraint epc_tag__gtin check (gtin ~ '^[0-9]{14}$'),
  constraint epc_tag__prefix_length check (prefix_length between 6 and 12),
  primary key (oid, serial),
  foreign key (oid, hid) references store,
  foreign key (oid, batch_id) references batch,
  foreign key (oid, ctid_) references contact
);
comment on column epc_tag.serial is '38 bits of an SGTIN-96; unique over all products';
create index epc_tag__by_batch on epc_tag (oid, batch_id);
create index epc_tag__by_store on epc_tag (oid, hid);
create index epc_tag__by_person on epc_tag (oid, ctid_);

-- What a stock-out paper of type 5 says beside its lines: why the goods are scrapped, of which job, who agreed, how they were destroyed.
create table scrap (
  oid bigint not null,
  hid bigint not null,
  stockout_id bigint,
  cause int,
  job_no text,
  photo text,
  approved_by bigint,
  approved_at timestamptz,
  destroyed_on date,
  destroyed_way text,
  witness text,
  destroyed_by bigint,
  constraint scrap__cause check (cause between 1 and 6),
  constraint scrap__words check (
    length(job_no) <= 40 and length(photo) <= 400000 and length(destroyed_way) <= 100 and length(witness) <= 30
  ),
  constraint scrap__approved check ((approved_by is null) = (approved_at is null)),
  constraint scrap__destroyed check (num_nonnulls(destroyed_on, destroyed_way, witness, destroyed_by) in (0, 4)),
  primary key (oid, stockout_id),
  foreign key (oid, stockout_id) references stock_out,
  constraint scrap__said check (btrim(witness) <> '' and btrim(destroyed_way) <> '')
);
comment on column scrap.cause
  is '1 broken, 2 expired, 3 recalled, 4 contaminated, 5 lost in the workshop, 6 returned and unfit for sale; null: written '
    'before causes were asked';

-- What leaves on a paper is scanned twice where somebody picks it: by who takes it from the shelf, and by another person who checks it
-- (出库复核).
create table stock_out_scan (
  oid bigint not null,
  scan_id bigint generated always as identity,
  hid bigint not null,
  stockout_id bigint not null,
  item_id bigint not null,
  batch_id bigint not null,
  round int not null,
  quantity int not null,
  at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  constraint stock_out_scan__round check (round in (1, 2)),
  constraint stock_out_scan__quantity check (quantity <> 0),
  primary key (oid, scan_id),
  foreign key (oid, hid) references store,
  foreign key (oid, stockout_id) references stock_out on delete cascade,
  foreign key (oid, item_id) references stock_out_item on delete cascade,
  foreign key (oid, batch_id) references batch,
  foreign key (oid, ctid_) references contact
);
comment on column stock_out_scan.round is '1 picked, 2 checked by another person';
comment on column stock_out_scan.quantity is 'pieces; less than 0 takes a scan back';
create index stock_out_scan__by_paper on stock_out_scan (oid, stockout_id, item_id);
create index stock_out_scan__by_item on stock_out_scan (oid, item_id);
create index stock_out_scan__by_batch on stock_out_scan (oid, batch_id);
create index stock_out_scan__by_store on stock_out_scan (oid, hid);
create index stock_out_scan__by_person on stock_out_scan (oid, ctid_);

-- What lists read of stock, kept beside the ledger by the statement that posts: of each batch, and of each product and power of a store.
-- Nobody has a grant to write either. Whether a batch has expired is not kept: it is asked at reading, by index, so that no job of the
-- night can be late.
create table stock_level (
  oid bigint not null,
  batch_id bigint,
  hid bigint not null,
  warehouse_id bigint not null,
  product_id bigint not null,
  supplier_id bigint,
  sph numeric(5,2),
  cyl numeric(5,2),
  axis int,
  lot text,
  expiry date,
  cost bigint not null,
  held boolean not null,
  locked boolean not null,
  on_hand bigint not null default 0,
  constraint stock_level__sph check (sph between -45 and 70),
  constraint stock_level__cyl check (cyl between -25 and 0),
  constraint stock_level__axis check (axis between 1 and 180),
  primary key (oid, batch_id),
  foreign key (oid, hid) references store
);
comment on column stock_level.lot is 'number of the lot in small letters: what it is found by';
comment on column stock_level.held is 'kept for an order: issued to nobody else';
comment on column stock_level.on_hand is 'pieces: balance of the account batch:<id> in the book stock';
create index stock_level__by_sku on stock_level (oid, hid, product_id, sph, cyl, expiry nulls last, batch_id);
create index stock_level__filled
  on stock_level (
    oid, hid, product_id, sph, cyl, expiry nulls last, batch_id
  ) include (warehouse_id, supplier_id, on_hand, held, locked, cost)
  where on_hand > 0;
create index stock_level__expiring on stock_level (oid, hid, expiry) include (product_id, sph, cyl, on_hand, held, locked)
  where on_hand > 0 and expiry is not null;
create index stock_level__locked on stock_level (oid, hid) where on_hand > 0 and locked;
create index stock_level__by_store on stock_level (oid, hid, batch_id desc);
create index stock_level__by_lot on stock_level (oid, lot) where lot is not null;

create table sku_level (
  oid bigint not null,
  sku_id bigint generated always as identity,
  hid bigint not null,
  product_id bigint not null,
  sph numeric(5,2),
  cyl numeric(5,2),
  batches int not null,
  on_hand bigint not null,
  held bigint not null,
  locked bigint not null,
  value bigint not null,
  constraint sku_level__sph check (sph between -45 and 70),
  constraint sku_level__cyl check (cyl between -25 and 0),
  primary key (oid, sku_id),
  constraint sku_level__one unique nulls not DISTINCT (oid, hid, product_id, sph, cyl),
  foreign key (oid, hid) references store
);
comment on table sku_level is 'sums of stock_level by store, product and power';
comment on column sku_level.batches is 'batches of it, empty ones too';
comment on column sku_level.held
  is 'pieces kept for orders that are not locked as well: what anybody may have is on_hand - held - locked, less what expired';
comment on column sku_level.value is 'fen, at the cost of each batch';
create index sku_level__none on sku_level (oid, hid, product_id) where batches = 0;

-- Why a limit is another than that of the wire.
comment on constraint batch__sph on batch is 'kept in minus cylinder: a plus cylinder of up to 25 D moves into the sphere';
comment on constraint stock_in_item__sph on stock_in_item is 'kept in minus cylinder: a plus cylinder of up to 25 D moves into the sphere';
comment on constraint stock_out_item__sph on stock_out_item is 'kept in minus cylinder: a plus cylinder of up to 25 D moves into the sphere';
comment on constraint stock_level__sph on stock_level is 'kept in minus cylinder: a plus cylinder of up to 25 D moves into the sphere';
comment on constraint sku_level__sph on sku_level is 'kept in minus cylinder: a plus cylinder of up to 25 D moves into the sphere';
comment on constraint batch__cyl_range on batch is 'kept in minus cylinder';
comment on constraint stock_in_item__cyl_range on stock_in_item is 'kept in minus cylinder';
comment on constraint stock_out_item__cyl_range on stock_out_item is 'kept in minus cylinder';
comment on constraint stock_level__cyl on stock_level is 'kept in minus cylinder';
comment on constraint sku_level__cyl on sku_level is 'kept in minus cylinder';
