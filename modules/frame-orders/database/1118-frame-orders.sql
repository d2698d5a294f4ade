-- Baseline of frame-orders: its tables as decision 1101 found them. A landed file is never edited; what changes a table is a new one.

create table record_frame (
  oid bigint not null,
  record_frame_id bigint generated always as identity,
  hid bigint not null,
  pid bigint not null,
  order_no text not null,
  status int not null default 10,
  former_status int,
  version int not null default 0,
  prescription_id bigint,
  binocle_type int not null default 1,
  len_order_type int not null default 1,
  order_date date not null default (app_now())::date,
  promised_at timestamptz,
  rush boolean not null default false,
  saler_id bigint,
  optrist_id bigint,
  -- what is ordered, right eye first; copied from the prescription by link
  ds_od numeric(6,3),
  dc_od numeric(6,3),
  ax_od int,
  add_od numeric(5,2),
  prism_od numeric(5,2),
  base_od text,
  ds_os numeric(6,3),
  dc_os numeric(6,3),
  ax_os int,
  add_os numeric(5,2),
  prism_os numeric(5,2),
  base_os text,
  pd_od numeric(5,2),
  pd_os numeric(5,2),
  ph_od numeric(5,2),
  ph_os numeric(5,2),
  -- frame: the member's own, or one of ours
  own_frame boolean not null default false,
  frame_product_id bigint,
  frame_brand text,
  frame_a numeric(4,1),
  frame_dbl numeric(4,1),
  frame_ed numeric(4,1),
  -- lenses: a product per eye, out of stock by power or on order
  lens_product_od bigint,
  lens_product_os bigint,
  lens_brand text,
  order_options text,
  note text,
  overrides jsonb not null default '[]',
  fbid bigint,
  total bigint not null default 0,
  on_order boolean not null default false,
  -- who did what
  goods_by bigint,
  init_by bigint,
  processer_id bigint,
  final_by bigint,
  pickup_by bigint,
  lab text,
  tracking_number text,
  notified_at timestamptz,
  shelf text,
  receiver text,
  signature text,
  picked_at timestamptz,
  -- The line of its prescription that an order follows: near glasses the near one, whichever was written first.
  rx_line_id bigint,
  -- The rims of a frame as a tracer drew them, kept at the order they are glazed for.
  trace_id bigint,
  -- A frame order stands on its prescription (decision 1020): once that falls the order is stopped, wherever it is, with the sentence and
  -- the moment.
  stop_reason text,
  stopped_at timestamptz,
  -- Who wrote what a finding may be of. A person who is asked to confirm as another than the writer is compared with these.
  writers bigint[] not null default '{}',
  chosen_by bigint,
  -- Who takes glasses and is neither the member nor a guardian says what they are to the member and how to reach them; a signature is
  -- drawn.
  receiver_relation text,
  receiver_phone text,
  -- When an order was written, beside the day it is said to be of; of orders before this column that day is all that is known.
  created_at timestamptz not null default app_now(),
  constraint record_frame__binocle_type check (binocle_type between 1 and 7),
  constraint record_frame__len_order_type check (len_order_type in (1, 2)),
  constraint record_frame__axis check ((ax_od between 1 and 180 or ax_od is null) and (ax_os between 1 and 180 or ax_os is null)),
  constraint record_frame__axis_missing check (
    (coalesce(dc_od, 0) = 0 or ax_od is not null) and (coalesce(dc_os, 0) = 0 or ax_os is not null)
  ),
  constraint record_frame__one_frame check (not (own_frame and frame_product_id is not null)),
  -- What must never happen: glasses handed over or passed without a passed final inspection is kept by record_frame_passed below.
  constraint record_frame__picked check (status <> 80 or picked_at is not null),
  primary key (oid, record_frame_id),
  constraint record_frame__number unique (oid, order_no),
  foreign key (oid, hid) references store,
  foreign key (oid, pid) references patient,
  foreign key (oid, prescription_id) references prescription,
  foreign key (oid, saler_id) references contact,
  foreign key (oid, optrist_id) references contact,
  foreign key (oid, goods_by) references contact,
  foreign key (oid, init_by) references contact,
  foreign key (oid, processer_id) references contact,
  foreign key (oid, final_by) references contact,
  foreign key (oid, pickup_by) references contact,
  foreign key (oid, frame_product_id) references product,
  foreign key (oid, lens_product_od) references product,
  foreign key (oid, lens_product_os) references product,
  foreign key (oid, fbid) references fee_bill,
  -- An order keeps the ranges of an eye (kernel/contract/eye.ts) as prescriptions do: what is taken over by link is held to what a form may
  -- type.
  constraint record_frame__sphere check (ds_od between -45 and 45 and ds_os between -45 and 45),
  constraint record_frame__cylinder check (dc_od between -25 and 25 and dc_os between -25 and 25),
  constraint record_frame__add check (add_od between 0 and 5 and add_os between 0 and 5),
  constraint record_frame__prism check (prism_od between 0 and 20 and prism_os between 0 and 20),
  constraint record_frame__pd check (pd_od between 17 and 45 and pd_os between 17 and 45),
  constraint record_frame__height check (ph_od between 8 and 50 and ph_os between 8 and 50),
  constraint record_frame__size check (frame_a between 30 and 70 and frame_dbl between 8 and 30 and frame_ed between 30 and 80),
  constraint record_frame__base_missing check (
    (coalesce(prism_od, 0) = 0 or base_od is not null) and (coalesce(prism_os, 0) = 0 or base_os is not null)
  ),
  foreign key (oid, rx_line_id) references prescription_line,
  constraint record_frame__options check (string_to_array(order_options, ',') <@ array['加急', '开槽', '打孔', '抛光', '染色', '棱镜', '美薄']),
  foreign key (oid, trace_id) references device_file,
  constraint record_frame__stopped check ((stop_reason is null) = (stopped_at is null)),
  constraint record_frame_chosen_by_fkey foreign key (oid, chosen_by) references contact,
  constraint record_frame__not_drawn check (coalesce(signature, '') = '' or signature ~ '^M[-0-9., ]+L')
);
comment on column record_frame.overrides is 'findings of the order check that were overridden, with reason and person';
comment on column record_frame.total is 'fen';
comment on column record_frame.trace_id
  is 'file of the tracer; its box stands in frame_a, frame_dbl, frame_ed until somebody says another size';
comment on column record_frame.stop_reason
  is 'what the order stands on has fallen: the sentence for people; steps are refused until it is taken off';
comment on column record_frame.writers is 'everybody who wrote a power, the type of glasses or the prescription of the order';
comment on column record_frame.chosen_by is 'who chose its lenses last';
create index record_frame__by_store on record_frame (oid, hid, status, promised_at);
create index record_frame__by_day on record_frame (oid, hid, record_frame_id desc);
create index record_frame__by_member on record_frame (oid, pid, record_frame_id desc);
create index record_frame__by_prescription on record_frame (oid, prescription_id);
create index record_frame__by_saler on record_frame (oid, saler_id);
create index record_frame__by_optrist on record_frame (oid, optrist_id);
create index record_frame__by_goods on record_frame (oid, goods_by);
create index record_frame__by_init on record_frame (oid, init_by);
create index record_frame__by_processer on record_frame (oid, processer_id);
create index record_frame__by_final on record_frame (oid, final_by);
create index record_frame__by_pickup on record_frame (oid, pickup_by);
create index record_frame__by_frame on record_frame (oid, frame_product_id);
create index record_frame__by_lens_od on record_frame (oid, lens_product_od);
create index record_frame__by_lens_os on record_frame (oid, lens_product_os);
create index record_frame__by_bill on record_frame (oid, fbid);
create index record_frame__by_rx_line on record_frame (oid, rx_line_id) where rx_line_id is not null;
create index record_frame__by_trace on record_frame (oid, trace_id) where trace_id is not null;
create index record_frame__stopped on record_frame (oid, hid, record_frame_id) where stop_reason is not null;
create index record_frame__by_chooser on record_frame (oid, chosen_by);

-- Goods of an order and whether they came out of stock.
create table record_frame_item (
  oid bigint not null,
  item_id bigint generated always as identity,
  hid bigint not null,
  record_frame_id bigint not null,
  part text not null,
  product_id bigint,
  name text not null,
  price bigint not null,
  quantity int not null default 1,
  source text not null default 'stock',
  issued boolean not null default false,
  constraint record_frame_item__part check (part in ('frame', 'lens_od', 'lens_os', 'service')),
  constraint record_frame_item__quantity check (quantity > 0),
  constraint record_frame_item__source check (source in ('stock', 'order', 'none')),
  primary key (oid, item_id),
  foreign key (oid, record_frame_id) references record_frame,
  foreign key (oid, hid) references store,
  foreign key (oid, product_id) references product
);
comment on column record_frame_item.price is 'fen each';
create index record_frame_item__by_order on record_frame_item (oid, record_frame_id);
create index record_frame_item__by_store on record_frame_item (oid, hid);
create index record_frame_item__by_product on record_frame_item (oid, product_id);

-- Initial and final inspection: a measurement and its judgement by the tolerance set of the date, not a tick.
create table record_frame_inspection (
  oid bigint not null,
  inspection_id bigint generated always as identity,
  hid bigint not null,
  record_frame_id bigint not null,
  kind text not null,
  at timestamptz not null default app_now(),
  ctid_ bigint not null,
  set_id text,
  verdict text not null,
  ds_od numeric(6,3),
  dc_od numeric(6,3),
  ax_od int,
  add_od numeric(5,2),
  pd_od numeric(5,2),
  ph_od numeric(5,2),
  ds_os numeric(6,3),
  dc_os numeric(6,3),
  ax_os int,
  add_os numeric(5,2),
  pd_os numeric(5,2),
  ph_os numeric(5,2),
  items jsonb not null default '[]',
  note text,
  -- The final inspection measures the prism where one was ordered.
  prism_od numeric(5,2),
  base_od text,
  prism_os numeric(5,2),
  base_os text,
  -- The lensmeter's file behind a final inspection: of the member whose glasses they are, and each good for one inspection.
  lensmeter_id bigint,
  constraint record_frame_inspection__kind check (kind in ('initial', 'final')),
  constraint record_frame_inspection__verdict check (verdict in ('pass', 'fail', 'concession')),
  primary key (oid, inspection_id),
  foreign key (oid, record_frame_id) references record_frame,
  foreign key (oid, hid) references store,
  foreign key (oid, ctid_) references contact,
  constraint record_frame_inspection__sphere check (ds_od between -45 and 45 and ds_os between -45 and 45),
  constraint record_frame_inspection__cylinder check (dc_od between -25 and 25 and dc_os between -25 and 25),
  constraint record_frame_inspection__axis check (ax_od between 1 and 180 and ax_os between 1 and 180),
  constraint record_frame_inspection__add check (add_od between 0 and 5 and add_os between 0 and 5),
  constraint record_frame_inspection__pd check (pd_od between 17 and 45 and pd_os between 17 and 45),
  constraint record_frame_inspection__height check (ph_od between 8 and 50 and ph_os between 8 and 50),
  constraint record_frame_inspection__prism check (prism_od between 0 and 20 and prism_os between 0 and 20),
  foreign key (oid, lensmeter_id) references device_file,
  constraint record_frame_inspection__file_once unique (oid, lensmeter_id)
);
create index record_frame_inspection__by_order on record_frame_inspection (oid, record_frame_id, inspection_id desc);
create index record_frame_inspection__by_store on record_frame_inspection (oid, hid);
create index record_frame_inspection__by_person on record_frame_inspection (oid, ctid_);

-- A slip for every pair or lens that was found unqualified.
create table record_frame_unqualified (
  oid bigint not null,
  slip_id bigint generated always as identity,
  hid bigint not null,
  record_frame_id bigint not null,
  at timestamptz not null default app_now(),
  found_at int not null,
  cause text not null,
  side text not null,
  responsible bigint,
  cost bigint not null default 0,
  note text,
  constraint record_frame_unqualified__cause check (cause in ('order', 'lens', 'frame', 'process', 'refraction', 'member')),
  constraint record_frame_unqualified__side check (side in ('od', 'os', 'ou')),
  primary key (oid, slip_id),
  foreign key (oid, record_frame_id) references record_frame,
  foreign key (oid, hid) references store,
  foreign key (oid, responsible) references contact
);
create index record_frame_unqualified__by_order on record_frame_unqualified (oid, record_frame_id);
create index record_frame_unqualified__by_store on record_frame_unqualified (oid, hid);
create index record_frame_unqualified__by_person on record_frame_unqualified (oid, responsible);

-- After-sales: what a member came back for, who pays, and what came of it. Glasses are in after-sales while a case of theirs is open.
create table record_frame_service (
  oid bigint not null,
  service_id bigint generated always as identity,
  hid bigint not null,
  record_frame_id bigint not null,
  kind text not null,
  complaint text,
  warranty_until date,
  payer text not null,
  cost bigint not null default 0,
  linked_id bigint,
  opened_at timestamptz not null default app_now(),
  opened_by bigint,
  outcome text,
  closed_at timestamptz,
  closed_by bigint,
  version int not null default 0,
  constraint record_frame_service__kind check (kind in ('adjust', 'repair', 'relens', 'remake', 'return')),
  constraint record_frame_service__payer check (payer in ('store', 'supplier', 'member')),
  constraint record_frame_service__cost check (cost >= 0),
  constraint record_frame_service__itself check (linked_id <> record_frame_id),
  constraint record_frame_service__outcome check (closed_at is null or coalesce(btrim(outcome), '') <> ''),
  primary key (oid, service_id),
  foreign key (oid, hid) references store,
  foreign key (oid, record_frame_id) references record_frame,
  foreign key (oid, linked_id) references record_frame,
  foreign key (oid, opened_by) references contact,
  foreign key (oid, closed_by) references contact
);
comment on column record_frame_service.warranty_until
  is 'last day of the warranty of these glasses, as the store set it on the day of the case';
comment on column record_frame_service.cost is 'fen; what it costs whoever pays';
comment on column record_frame_service.linked_id is 'the order that makes the new lenses or glasses';
create index record_frame_service__by_order on record_frame_service (oid, record_frame_id, service_id desc);
create unique index record_frame_service__open on record_frame_service (oid, record_frame_id) where closed_at is null;
create index record_frame_service__by_store on record_frame_service (oid, hid, opened_at desc);
create index record_frame_service__by_link on record_frame_service (oid, linked_id);
create index record_frame_service__by_opener on record_frame_service (oid, opened_by);
create index record_frame_service__by_closer on record_frame_service (oid, closed_by);
