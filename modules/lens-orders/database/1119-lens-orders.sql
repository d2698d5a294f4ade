-- Baseline of lens-orders: its tables as decision 1101 found them. A landed file is never edited; what changes a table is a new one.

-- What a clinic orders: one family of kinds over one table, from the draft to the shelf or the member's hand. A kind says by `flow` which
-- machine it moves in, by `four_eyes` that another person reviews it, by `serialized` that each of its lenses is a thing with a number.
create table supply_bundle (
  oid bigint not null,
  bundle_id bigint generated always as identity,
  hid bigint not null,
  kind text not null,
  bundle_no text not null,
  note text,
  version int not null default 0,
  ctid_ bigint,
  created_at timestamptz not null default app_now(),
  primary key (oid, bundle_id),
  constraint supply_bundle__number unique (oid, bundle_no),
  foreign key (oid) references organisation,
  foreign key (oid, hid) references store,
  foreign key (oid, ctid_) references contact
);
comment on table supply_bundle is 'orders written together under one header: all or none';
create index supply_bundle__by_store on supply_bundle (oid, hid, bundle_id desc);
create index supply_bundle__by_person on supply_bundle (oid, ctid_);

create table supply_order (
  oid bigint not null,
  order_id bigint generated always as identity,
  hid bigint not null,
  kind text not null,
  flow text not null,
  four_eyes boolean not null default false,
  serialized boolean not null default false,
  order_no text not null,
  mode int not null default 1,
  status int not null default 1,
  version int not null default 0,
  creator_type int not null default 1,
  bundle_id bigint,
  pid bigint,
  prescription_id bigint,
  rx_line_id bigint,
  fitting_id bigint,
  record_frame_id bigint,
  original_id bigint,
  cause text,
  warranty boolean not null default false,
  supplier_id bigint,
  contract_id bigint,
  brand text,
  order_date date not null default (app_now())::date,
  promised_on date,
  optrist_id bigint,
  operator_id bigint,
  order_options text,
  order_note text,
  reason text,
  classify_status int,
  lens_type int,
  stock_in_type int,
  payment_order_type int,
  in_ware_house_id bigint,
  optometry_url text,
  mirror_url text,
  last_ems_number text,
  extra jsonb not null default '{}',
  overrides jsonb not null default '[]',
  fbid bigint,
  total bigint not null default 0,
  cost_total bigint not null default 0,
  ctid_ bigint,
  submitted_by bigint,
  submitted_at timestamptz,
  reviewed_by bigint,
  reviewed_at timestamptz,
  unpaid_reason text,
  sent_at timestamptz,
  notified_at timestamptz,
  receiver text,
  signature text,
  handed_by bigint,
  handed_at timestamptz,
  created_at timestamptz not null default app_now(),
  -- An order of any kind stands on what its kind declares (decision 1020): once that falls the order is stopped, wherever it is.
  stop_reason text,
  stopped_at timestamptz,
  -- Everybody who wrote the order: its last writer alone does not tell who typed a parameter.
  writers bigint[] not null default '{}',
  -- Who takes lenses and is neither the member nor a guardian says what they are to the member and how to reach them; a signature is drawn.
  receiver_relation text,
  receiver_phone text,
  constraint supply_order__flow check (flow in ('supply', 'fitted')),
  constraint supply_order__mode check (mode in (1, 2, 3)),
  constraint supply_order__creator_type check (creator_type = 1),
  constraint supply_order__cause check (cause in ('lost', 'broken', 'adjust', 'quality')),
  constraint supply_order__classify_status check (classify_status in (1, 2)),
  constraint supply_order__total check (total >= 0),
  constraint supply_order__cost_total check (cost_total >= 0),
  constraint supply_order__options check (string_to_array(order_options, ',') <@ array['加急', '开槽', '打孔', '抛光', '染色', '棱镜', '美薄']),
  constraint supply_order__supplement check ((original_id is null) = (cause is null) and (mode = 3) = (original_id is not null)),
  constraint supply_order__member_missing check ((mode = 1) = (pid is null) and (flow <> 'fitted' or pid is not null)),
  constraint supply_order__unplaced check (status not between 3 and 8 or (supplier_id is not null and promised_on is not null)),
  constraint supply_order__reviewer check (not four_eyes or status not between 3 and 8 or reviewed_by is not null),
  constraint supply_order__own_review check (not four_eyes or reviewed_by is null or reviewed_by is distinct from ctid_),
  constraint supply_order__not_handed check (
    flow <> 'fitted' or status <> 8 or (btrim(coalesce(receiver, '')) <> '' and signature is not null and handed_at is not null)
  ),
  primary key (oid, order_id),
  constraint supply_order__number unique (oid, order_no),
  constraint supply_order__one_of unique (oid, order_id, kind, pid),
  foreign key (oid) references organisation,
  foreign key (oid, hid) references store,
  foreign key (oid, bundle_id) references supply_bundle,
  foreign key (oid, pid) references patient,
  foreign key (oid, prescription_id) references prescription,
  foreign key (oid, rx_line_id) references prescription_line,
  foreign key (oid, fitting_id) references clinical_record,
  foreign key (oid, record_frame_id) references record_frame,
  foreign key (oid, supplier_id) references supplier,
  foreign key (oid, in_ware_house_id) references warehouse,
  foreign key (oid, fbid) references fee_bill,
  foreign key (oid, optrist_id) references contact,
  foreign key (oid, operator_id) references contact,
  foreign key (oid, ctid_) references contact,
  foreign key (oid, submitted_by) references contact,
  foreign key (oid, reviewed_by) references contact,
  foreign key (oid, handed_by) references contact,
  constraint supply_order__original foreign key (oid, original_id, kind, pid) references supply_order (oid, order_id, kind, pid),
  -- The contract an order's costs were agreed by is one of its own chain.
  constraint supply_order__contract foreign key (oid, contract_id) references contract,
  constraint supply_order__stopped check ((stop_reason is null) = (stopped_at is null)),
  constraint supply_order__not_drawn check (coalesce(signature, '') = '' or signature ~ '^M[-0-9., ]+L')
);
comment on column supply_order.kind is 'which of the declared kinds; the declaration is code (modules/lens-orders/contract/kinds)';
comment on column supply_order.mode is '1 for stock, 2 for a member, 3 instead of lenses of an earlier order';
comment on column supply_order.extra is 'what order, orderOpt and orderLen held beyond the fields kept here: answered unchanged';
comment on column supply_order.total is 'fen, retail; cost_total is what the supplier is owed for all that is ordered';
comment on column supply_order.unpaid_reason is 'why a supervisor let it be placed before it was paid for';
comment on column supply_order.stop_reason
  is 'what the order stands on has fallen: the sentence for people; steps are refused until it is taken off';
comment on column supply_order.writers is 'everybody who wrote the order or one of its lines';
create index supply_order__by_store on supply_order (oid, hid, kind, order_id desc);
create index supply_order__by_member on supply_order (oid, pid, order_id desc) where pid is not null;
create index supply_order__by_supplier on supply_order (oid, supplier_id, order_id desc) where supplier_id is not null;
create index supply_order__by_bundle on supply_order (oid, bundle_id) where bundle_id is not null;
create index supply_order__by_prescription on supply_order (oid, prescription_id) where prescription_id is not null;
create index supply_order__by_rx_line on supply_order (oid, rx_line_id) where rx_line_id is not null;
create index supply_order__by_fitting on supply_order (oid, fitting_id) where fitting_id is not null;
create index supply_order__by_frame on supply_order (oid, record_frame_id) where record_frame_id is not null;
create index supply_order__by_original on supply_order (oid, original_id, kind, pid);
create index supply_order__by_warehouse on supply_order (oid, in_ware_house_id) where in_ware_house_id is not null;
create index supply_order__by_bill on supply_order (oid, fbid) where fbid is not null;
create index supply_order__by_optrist on supply_order (oid, optrist_id);
create index supply_order__by_operator on supply_order (oid, operator_id);
create index supply_order__by_writer on supply_order (oid, ctid_);
create index supply_order__by_submitter on supply_order (oid, submitted_by);
create index supply_order__by_reviewer on supply_order (oid, reviewed_by);
create index supply_order__by_hander on supply_order (oid, handed_by);
create index supply_order__by_contract on supply_order (oid, contract_id) where contract_id is not null;
create index supply_order__by_state on supply_order (oid, hid, kind, status, promised_on) include (flow);
-- What is on its way to the shelf is counted from two indexes alone.
create index supply_order__for_shelf on supply_order (oid, hid, promised_on, order_id) include (kind, flow, status, supplier_id)
  where pid is null and record_frame_id is null;
-- Orders that are not done are a hundred among a hundred thousand: who unpacks, chases or hands over asks for these alone.
create index supply_order__undone on supply_order (oid, hid, promised_on, order_id) include (kind, flow, status)
  where (flow = 'supply' and status in (1, 2, 3, 4, 5)) or (flow = 'fitted' and status in (1, 2, 3, 4, 5, 6, 7));
create index supply_order__unhanded on supply_order (oid, hid, flow, status)
  where handed_at is null and pid is not null and record_frame_id is null;
create index supply_order__stopped on supply_order (oid, hid, order_id) where stop_reason is not null;

create table supply_order_line (
  oid bigint not null,
  line_id bigint generated always as identity,
  hid bigint not null,
  order_id bigint not null,
  line_no int not null,
  eye text,
  product_id bigint not null,
  name text not null,
  unit text,
  sph numeric(6,3),
  cyl numeric(6,3),
  axis int,
  addition numeric(5,2),
  prism numeric(5,2),
  base text,
  mono_pd numeric(5,2),
  fit_height numeric(5,2),
  bc numeric(6,3),
  rc numeric(6,3),
  ac numeric(6,3),
  target numeric(6,3),
  rzd numeric(6,1),
  lza numeric(5,1),
  dia numeric(5,2),
  ct numeric(5,3),
  colour text,
  note text,
  price bigint not null default 0,
  cost bigint not null default 0,
  agreed_cost bigint,
  cost_reason text,
  ordered int not null,
  received int not null default 0,
  rejected int not null default 0,
  -- A cost somebody gave a line by hand is told from the one its contract or product had: it stays when others write the order anew.
  cost_given boolean not null default false,
  -- Orders are found by the power and the goods of their lines through the index of the store. A numeric is compared by no leakproof
  -- operator, so behind the wall it has no index: the sphere stands beside as a whole number.
  sphere int generated always as (((sph * (1000)::numeric))::integer) stored,
  constraint supply_order_line__eye check (eye in ('od', 'os')),
  constraint supply_order_line__price check (price >= 0),
  constraint supply_order_line__cost check (cost >= 0),
  constraint supply_order_line__ordered check (ordered > 0),
  constraint supply_order_line__received check (received >= 0),
  constraint supply_order_line__rejected check (rejected >= 0),
  constraint supply_order_line__sph check (sph between -45 and 45),
  constraint supply_order_line__cyl check (cyl between -25 and 25),
  constraint supply_order_line__axis check (axis between 1 and 180),
  constraint supply_order_line__axis_missing check (eye is null or coalesce(cyl, 0) = 0 or axis is not null),
  constraint supply_order_line__cost_reason check (agreed_cost is null or cost = agreed_cost or btrim(coalesce(cost_reason, '')) <> ''),
  constraint supply_order_line__over_received check (received + rejected <= ordered),
  primary key (oid, line_id),
  constraint supply_order_line__place unique (oid, order_id, line_no),
  constraint supply_order_line__one_eye unique (oid, order_id, eye),
  foreign key (oid, hid) references store,
  foreign key (oid, order_id) references supply_order on delete cascade,
  foreign key (oid, product_id) references product
);
comment on column supply_order_line.price is 'fen a piece, retail; cost what the supplier takes, agreed_cost what the contract says';
comment on column supply_order_line.received is 'pieces that were accepted';
comment on column supply_order_line.cost_given
  is 'the cost was agreed for this order alone; the usual one follows contract and product until the order is placed';
comment on column supply_order_line.sphere is 'sph in thousandths of a dioptre';
create index supply_order_line__by_product on supply_order_line (oid, product_id);
create index supply_order_line__by_store on supply_order_line (oid, hid, product_id, order_id);
create index supply_order_line__by_sphere on supply_order_line (oid, hid, sphere, order_id) where sphere is not null;
create index supply_order_line__waiting on supply_order_line (oid, hid, order_id) where ordered > received + rejected;

-- What came of an order, paper by paper.
create table supply_receipt (
  oid bigint not null,
  receipt_id bigint generated always as identity,
  hid bigint not null,
  order_id bigint not null,
  receipt_no text not null,
  at timestamptz not null default app_now(),
  ctid_ bigint,
  delivery_no text,
  stockin_id bigint,
  note text,
  version int not null default 0,
  primary key (oid, receipt_id),
  constraint supply_receipt__number unique (oid, receipt_no),
  foreign key (oid, hid) references store,
  foreign key (oid, order_id) references supply_order,
  foreign key (oid, stockin_id) references stock_in,
  foreign key (oid, ctid_) references contact
);
create index supply_receipt__by_order on supply_receipt (oid, order_id);
create index supply_receipt__by_store on supply_receipt (oid, hid, receipt_id desc);
create index supply_receipt__by_stockin on supply_receipt (oid, stockin_id) where stockin_id is not null;
create index supply_receipt__by_person on supply_receipt (oid, ctid_);

create table supply_receipt_line (
  oid bigint not null,
  receipt_line_id bigint generated always as identity,
  hid bigint not null,
  receipt_id bigint not null,
  line_id bigint not null,
  quantity int not null default 1,
  code text,
  gtin text,
  serial text,
  batch_no text,
  produced_on date,
  expiry date,
  measured jsonb not null default '{}',
  differences jsonb not null default '[]',
  verdict text not null,
  judged_by bigint,
  reason text,
  batch_id bigint,
  -- Pieces that came into stock and went back to their supplier name the paper they left by: what it took off the supplier's account stands
  -- beside them in the remake ledger.
  returned_by bigint,
  constraint supply_receipt_line__quantity check (quantity > 0),
  constraint supply_receipt_line__verdict check (verdict in ('pass', 'mismatch', 'accepted', 'rejected')),
  constraint supply_receipt_line__accepted check (
    verdict not in ('accepted', 'rejected') or (judged_by is not null and btrim(coalesce(reason, '')) <> '')
  ),
  primary key (oid, receipt_line_id),
  foreign key (oid, hid) references store,
  foreign key (oid, receipt_id) references supply_receipt on delete cascade,
  foreign key (oid, line_id) references supply_order_line,
  foreign key (oid, batch_id) references batch,
  foreign key (oid, judged_by) references contact,
  foreign key (oid, returned_by) references stock_out,
  constraint supply_receipt_line__returned check (returned_by is null or (verdict = 'rejected' and batch_id is not null))
);
comment on column supply_receipt_line.measured is 'what the label or the lensmeter says, under the names of the line';
comment on column supply_receipt_line.verdict
  is 'pass as ordered, mismatch until somebody decides, accepted by a supervisor with a reason, rejected';
comment on column supply_receipt_line.returned_by is 'the stock-out by which the piece went back to its supplier';
create index supply_receipt_line__by_receipt on supply_receipt_line (oid, receipt_id);
create index supply_receipt_line__by_line on supply_receipt_line (oid, line_id);
create index supply_receipt_line__by_store on supply_receipt_line (oid, hid);
create index supply_receipt_line__by_batch on supply_receipt_line (oid, batch_id) where batch_id is not null;
create index supply_receipt_line__by_judge on supply_receipt_line (oid, judged_by);
create index supply_receipt_line__by_serial on supply_receipt_line (oid, serial) where serial is not null;
-- A lens with a number is accepted once, whatever order it came for: its number is in one eye of one member.
create unique index supply_receipt_line__serial_taken on supply_receipt_line (oid, serial)
  where serial is not null and verdict in ('pass', 'accepted');
create index supply_receipt_line__rejected on supply_receipt_line (oid, hid, receipt_line_id) where verdict = 'rejected';
create index supply_receipt_line__set_aside on supply_receipt_line (oid, lower(batch_no)) where verdict = 'mismatch';
create index supply_receipt_line__by_return on supply_receipt_line (oid, returned_by) where returned_by is not null;

-- How each maker wants its files, and every file that was sent: its bytes lie in the storage under their hash.
create table maker_profile (
  oid bigint not null,
  supplier_id bigint,
  format text not null,
  account text,
  height text not null default 'box',
  extra text,
  names jsonb not null default '[]',
  columns jsonb not null default '[]',
  constraint maker_profile__format check (format in ('dcs', 'excel', 'csv')),
  constraint maker_profile__height check (height in ('box', 'datum')),
  primary key (oid, supplier_id),
  foreign key (oid, supplier_id) references supplier on delete cascade
);
comment on column maker_profile.height is 'where OCHT is measured from: the bottom of the box, or the middle of it';

create table supply_sent (
  oid bigint not null,
  sent_id bigint generated always as identity,
  hid bigint not null,
  order_id bigint not null,
  format text not null,
  filename text not null,
  sha256 text not null,
  size int not null,
  said text not null,
  sent_at timestamptz not null default app_now(),
  sent_by bigint,
  constraint supply_sent__format check (format in ('dcs', 'excel', 'csv')),
  primary key (oid, sent_id),
  foreign key (oid, hid) references store,
  foreign key (oid, order_id) references supply_order on delete cascade,
  foreign key (oid, sent_by) references contact
);
comment on column supply_sent.said is 'hash of what was told to the maker: another one now means that the order was changed since';
create index supply_sent__by_order on supply_sent (oid, order_id, sent_id desc);
create index supply_sent__by_store on supply_sent (oid, hid);
create index supply_sent__by_sender on supply_sent (oid, sent_by);
