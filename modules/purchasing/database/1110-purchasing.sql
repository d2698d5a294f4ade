-- Baseline of purchasing: its tables as decision 1101 found them. A landed file is never edited; what changes a table is a new one.

-- Contracts with suppliers: for how long, for which stores, on which terms, and what goods cost by power and quantity.
create table contract_file (
  oid bigint not null,
  file_id bigint generated always as identity,
  hid bigint not null,
  name text not null,
  sha256 text not null,
  size int not null,
  mime text not null,
  ctid_ bigint default app_ctid(),
  created_at timestamptz not null default app_now(),
  constraint contract_file__sha256 check (sha256 ~ '^[0-9a-f]{64}$'),
  constraint contract_file__size check (size > 0),
  primary key (oid, file_id),
  foreign key (oid) references organisation,
  foreign key (oid, hid) references store,
  foreign key (oid, ctid_) references contact
);
create index contract_file__by_store on contract_file (oid, hid);
create index contract_file__by_person on contract_file (oid, ctid_);

create table contract (
  oid bigint not null,
  contract_id bigint generated always as identity,
  hid bigint not null,
  contract_no text not null,
  name text not null,
  supplier_id bigint not null,
  apply_stores bigint[],
  starts_on date not null,
  ends_on date not null,
  payment_days int not null,
  credit_limit bigint,
  warranty_days int,
  return_days int,
  file_id bigint,
  note text,
  status int not null default 0,
  terminated_on date,
  version int not null default 0,
  ctid_ bigint default app_ctid(),
  created_at timestamptz not null default app_now(),
  constraint contract__apply_stores check (cardinality(apply_stores) > 0),
  constraint contract__payment_days check (payment_days between 0 and 365),
  constraint contract__credit_limit check (credit_limit >= 0),
  constraint contract__warranty_days check (warranty_days between 0 and 3650),
  constraint contract__return_days check (return_days between 0 and 3650),
  constraint contract__contract_term check (ends_on >= starts_on),
  constraint contract__terminated check ((status = 4) = (terminated_on is not null)),
  primary key (oid, contract_id),
  constraint contract__contract_exists unique (oid, contract_no),
  foreign key (oid) references organisation,
  foreign key (oid, hid) references store,
  foreign key (oid, supplier_id) references supplier,
  foreign key (oid, file_id) references contract_file,
  foreign key (oid, ctid_) references contact
);
comment on column contract.hid is 'the store that signed it';
comment on column contract.apply_stores is 'the stores it holds for; null for the whole chain';
comment on column contract.credit_limit is 'fen of goods ordered and not paid; null where none was agreed';
comment on column contract.return_days is 'days in which goods may go back without a fault; null for no such right';
create index contract__by_supplier on contract (oid, supplier_id, starts_on desc);
create index contract__by_store on contract (oid, hid);
create index contract__by_file on contract (oid, file_id);
create index contract__by_person on contract (oid, ctid_);

create table contract_line (
  oid bigint not null,
  line_id bigint generated always as identity,
  contract_id bigint not null,
  product_id bigint,
  brand text,
  sph_from numeric(5,2),
  sph_to numeric(5,2),
  cyl_from numeric(5,2),
  cyl_to numeric(5,2),
  quantity_from int not null default 1,
  quantity_to int,
  cost bigint not null,
  note text,
  goods text generated always as (coalesce(('p'::text || product_id), ('b'::text || lower(brand)))) stored,
  constraint contract_line__brand check (brand <> ''),
  constraint contract_line__quantity check (quantity_from >= 1),
  constraint contract_line__cost check (cost >= 0),
  constraint contract_line__contract_goods check (num_nonnulls(product_id, brand) = 1),
  constraint contract_line__contract_band check (
    num_nulls(sph_from, sph_to) <> 1 and num_nulls(cyl_from, cyl_to) <> 1 and coalesce(sph_from <= sph_to, true)
      and coalesce(cyl_from <= cyl_to, true) and coalesce(quantity_from <= quantity_to, true)
  ),
  primary key (oid, line_id),
  constraint contract_line__bands_overlap exclude using gist (
    oid with =, contract_id with =, goods with =, numrange(sph_from, sph_to, '[]') with &&,
      numrange(cyl_from, cyl_to, '[]') with &&, int4range(quantity_from, quantity_to, '[]') with &&
  ),
  foreign key (oid, contract_id) references contract on delete cascade,
  foreign key (oid, product_id) references product
);
comment on column contract_line.sph_from is 'D; null with sph_to: every sphere';
comment on column contract_line.cyl_from is 'D, minus cylinder: the stronger end; null with cyl_to: every cylinder';
comment on column contract_line.quantity_to is 'null: that many and more';
comment on column contract_line.cost is 'fen a piece';
create index contract_line__by_contract on contract_line (oid, contract_id);
create index contract_line__by_product on contract_line (oid, product_id);

-- What is owed to suppliers, line by line as goods came and went, and the orders it is paid by. The ledger book 'payable' has an account
-- supplier:<id> for each; a line of the ledger stands for every paper, a row here for every kind of goods of it.
create table supplier_payment (
  oid bigint not null,
  payment_id bigint generated always as identity,
  hid bigint not null,
  payment_no text not null,
  supplier_id bigint not null,
  total bigint not null,
  plan_on date,
  status int not null default 0,
  paid_on date,
  bank text,
  voucher text,
  entry_id bigint,
  note text,
  version int not null default 0,
  written_by bigint not null,
  approved_by bigint,
  created_at timestamptz not null default app_now(),
  constraint supplier_payment__payment_nothing check (total > 0),
  constraint supplier_payment__own_payment check (approved_by <> written_by),
  constraint supplier_payment__payment_unproven check (
    status <> 2 or (paid_on is not null and coalesce(bank, '') <> '' and coalesce(voucher, '') <> '' and entry_id is not null)
  ),
  constraint supplier_payment__approved check ((status in (1, 2)) = (approved_by is not null)),
  primary key (oid, payment_id),
  constraint supplier_payment__number unique (oid, payment_no),
  constraint supplier_payment__whose unique (oid, payment_id, hid, supplier_id),
  foreign key (oid) references organisation,
  foreign key (oid, hid) references store,
  foreign key (oid, supplier_id) references supplier,
  foreign key (oid, entry_id) references ledger_entry,
  foreign key (oid, written_by) references contact,
  foreign key (oid, approved_by) references contact
);
comment on column supplier_payment.total is 'fen; the sum of its payables while it has them';
comment on column supplier_payment.written_by is 'who changed its lines last: whoever that is does not approve it';
create index supplier_payment__by_store on supplier_payment (oid, hid, payment_id desc);
create index supplier_payment__by_supplier on supplier_payment (oid, supplier_id);
create index supplier_payment__by_entry on supplier_payment (oid, entry_id);
create index supplier_payment__by_writer on supplier_payment (oid, written_by);
create index supplier_payment__by_approver on supplier_payment (oid, approved_by);

create table payable (
  oid bigint not null,
  payable_id bigint generated always as identity,
  hid bigint not null,
  supplier_id bigint not null,
  kind int not null,
  doc_no text not null,
  delivery_no text,
  day date not null,
  due_on date not null,
  stock_in_item_id bigint,
  stock_out_item_id bigint,
  product_id bigint,
  sph numeric(5,2),
  cyl numeric(5,2),
  axis int,
  quantity int not null,
  price bigint not null,
  amount bigint not null,
  entry_id bigint,
  payment_id bigint,
  note text,
  created_at timestamptz not null default app_now(),
  -- A credit note of a supplier names what it makes good: a line of the remake ledger. It lessens what is owed, stands on its line once,
  -- and is taken back whole.
  remake text,
  constraint payable__sph check (sph between -45 and 70),
  constraint payable__cyl check (cyl between -25 and 0),
  constraint payable__axis check (axis between 1 and 180),
  constraint payable__sum check (amount = price * quantity),
  constraint payable__posted check ((amount = 0) = (entry_id is null)),
  constraint payable__of_goods check (num_nonnulls(stock_in_item_id, stock_out_item_id) <= 1),
  primary key (oid, payable_id),
  foreign key (oid) references organisation,
  foreign key (oid, hid) references store,
  foreign key (oid, supplier_id) references supplier,
  foreign key (oid, stock_in_item_id) references stock_in_item,
  foreign key (oid, stock_out_item_id) references stock_out_item,
  foreign key (oid, product_id) references product,
  foreign key (oid, entry_id) references ledger_entry,
  foreign key (oid, payment_id, hid, supplier_id) references supplier_payment (oid, payment_id, hid, supplier_id),
  constraint payable__kind check (kind between 1 and 6),
  constraint payable__remake check (remake ~ '^[a-z]+-[0-9]+$'),
  constraint payable__made_good check (
    case kind when 5 then remake is not null and amount < 0 when 4 then remake is null or amount > 0 else remake is null end
  )
);
comment on column payable.kind
  is '1 received, 2 returned, 3 difference of price, 4 revoked, 5 made good by the supplier, 6 accepted from a statement';
comment on column payable.quantity is 'pieces; negative where less is owed';
comment on column payable.price is 'fen a piece';
comment on column payable.amount is 'fen; negative where less is owed';
comment on column payable.payment_id is 'the order it is paid by; free again when that is deleted';
comment on column payable.remake is 'the line of the remake ledger that a supplier makes good: refused-12';
-- Goods come once, go back once and are revoked once.
create unique index payable__received_once on payable (oid, stock_in_item_id, kind) where kind in (1, 4);
create unique index payable__returned_once on payable (oid, stock_out_item_id, kind) where kind in (2, 4);
create index payable__by_supplier on payable (oid, hid, supplier_id, day);
create index payable__unpaid on payable (oid, hid, supplier_id, due_on) where payment_id is null;
create index payable__supplier on payable (oid, supplier_id);
create index payable__by_in on payable (oid, stock_in_item_id);
create index payable__by_out on payable (oid, stock_out_item_id);
create index payable__by_product on payable (oid, product_id);
create index payable__by_entry on payable (oid, entry_id);
create index payable__by_payment on payable (oid, payment_id, hid, supplier_id);
create index payable__by_remake on payable (oid, remake) where remake is not null;

create table supplier_statement (
  oid bigint not null,
  statement_id bigint generated always as identity,
  hid bigint not null,
  statement_no text not null,
  supplier_id bigint not null,
  from_on date not null,
  to_on date not null,
  filename text not null,
  ctid_ bigint default app_ctid(),
  created_at timestamptz not null default app_now(),
  constraint supplier_statement__statement_term check (to_on >= from_on),
  primary key (oid, statement_id),
  constraint supplier_statement__number unique (oid, statement_no),
  foreign key (oid) references organisation,
  foreign key (oid, hid) references store,
  foreign key (oid, supplier_id) references supplier,
  foreign key (oid, ctid_) references contact
);
create index supplier_statement__by_supplier on supplier_statement (oid, supplier_id, statement_id desc);
create index supplier_statement__by_store on supplier_statement (oid, hid, statement_id desc);
create index supplier_statement__by_person on supplier_statement (oid, ctid_);

create table statement_row (
  oid bigint not null,
  row_id bigint generated always as identity,
  hid bigint not null,
  statement_id bigint not null,
  row_no int not null,
  day date,
  delivery_no text,
  order_no text,
  goods text not null,
  product_id bigint,
  sph numeric(5,2),
  cyl numeric(5,2),
  quantity int not null,
  price bigint not null,
  constraint statement_row__sph check (sph between -45 and 70),
  constraint statement_row__cyl check (cyl between -25 and 0),
  constraint statement_row__quantity check (quantity <> 0),
  constraint statement_row__price check (price >= 0),
  primary key (oid, row_id),
  foreign key (oid, hid) references store,
  foreign key (oid, statement_id) references supplier_statement on delete cascade,
  foreign key (oid, product_id) references product
);
comment on column statement_row.goods is 'as the supplier calls them';
comment on column statement_row.quantity is 'pieces; negative for goods taken back';
comment on column statement_row.price is 'fen a piece';
create index statement_row__by_statement on statement_row (oid, statement_id);
create index statement_row__by_product on statement_row (oid, product_id);
create index statement_row__by_store on statement_row (oid, hid);

create table statement_decision (
  oid bigint not null,
  decision_id bigint generated always as identity,
  hid bigint not null,
  statement_id bigint not null,
  line text not null,
  finding int not null,
  difference bigint not null,
  decision int not null,
  payable_ids bigint[] not null,
  payable_id bigint,
  note text,
  ctid_ bigint default app_ctid(),
  at timestamptz not null default app_now(),
  constraint statement_decision__decision check (decision in (1, 2)),
  primary key (oid, decision_id),
  constraint statement_decision__once unique (oid, statement_id, line),
  foreign key (oid, hid) references store,
  foreign key (oid, statement_id) references supplier_statement on delete cascade,
  foreign key (oid, payable_id) references payable,
  foreign key (oid, ctid_) references contact
);
comment on column statement_decision.line
  is 't: and a row of theirs, or what of ours they left out; a decision counts while finding and difference are what they were';
comment on column statement_decision.payable_ids is 'what is ours on the line: not paid while the line is disputed';
comment on column statement_decision.payable_id is 'what was posted of an accepted difference';
create index statement_decision__by_payable on statement_decision (oid, payable_id);
create index statement_decision__by_store on statement_decision (oid, hid);
create index statement_decision__by_person on statement_decision (oid, ctid_);

-- Why a limit is another than that of the wire.
comment on constraint payable__sph on payable is 'kept in minus cylinder: a plus cylinder of up to 25 D moves into the sphere';
comment on constraint statement_row__sph on statement_row is 'kept in minus cylinder: a plus cylinder of up to 25 D moves into the sphere';
comment on constraint payable__cyl on payable is 'kept in minus cylinder';
comment on constraint statement_row__cyl on statement_row is 'kept in minus cylinder';
