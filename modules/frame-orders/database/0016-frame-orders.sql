-- Frame-glasses orders: from the prescription to the pair of glasses in the member's hand.

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
  binocle_type int not null default 1 constraint record_frame__binocle_type check (binocle_type between 1 and 7),
  len_order_type int not null default 1 constraint record_frame__len_order_type check (len_order_type in (1, 2)),
  order_date date not null default (app_now())::date,
  promised_at timestamptz,
  rush boolean not null default false,
  saler_id bigint,
  optrist_id bigint,
  -- what is ordered, right eye first; copied from the prescription by link
  ds_od numeric(6, 3), dc_od numeric(6, 3), ax_od int, add_od numeric(5, 2), prism_od numeric(5, 2), base_od text,
  ds_os numeric(6, 3), dc_os numeric(6, 3), ax_os int, add_os numeric(5, 2), prism_os numeric(5, 2), base_os text,
  pd_od numeric(5, 2), pd_os numeric(5, 2), ph_od numeric(5, 2), ph_os numeric(5, 2),
  constraint record_frame__axis check ((ax_od between 1 and 180 or ax_od is null) and (ax_os between 1 and 180 or ax_os is null)),
  constraint record_frame__axis_missing check ((coalesce(dc_od, 0) = 0 or ax_od is not null) and (coalesce(dc_os, 0) = 0 or ax_os is not null)),
  -- frame: the member's own, or one of ours
  own_frame boolean not null default false,
  frame_product_id bigint,
  frame_brand text,
  frame_a numeric(4, 1), frame_dbl numeric(4, 1), frame_ed numeric(4, 1),
  constraint record_frame__one_frame check (not (own_frame and frame_product_id is not null)),
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
  goods_by bigint, init_by bigint, processer_id bigint, final_by bigint, pickup_by bigint,
  lab text, tracking_number text, notified_at timestamptz, shelf text,
  receiver text, signature text, picked_at timestamptz,
  primary key (oid, record_frame_id),
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
  constraint record_frame__number unique (oid, order_no),
  -- What must never happen: glasses handed over or passed without a passed final inspection is kept by record_frame_passed below.
  constraint record_frame__picked check (status <> 80 or picked_at is not null)
);
comment on column record_frame.total is 'fen';
comment on column record_frame.overrides is 'findings of the order check that were overridden, with reason and person';
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

-- Goods of an order and whether they came out of stock.
create table record_frame_item (
  oid bigint not null,
  item_id bigint generated always as identity,
  hid bigint not null,
  record_frame_id bigint not null,
  part text not null constraint record_frame_item__part check (part in ('frame', 'lens_od', 'lens_os', 'service')),
  product_id bigint,
  name text not null,
  price bigint not null,
  quantity int not null default 1 constraint record_frame_item__quantity check (quantity > 0),
  source text not null default 'stock' constraint record_frame_item__source check (source in ('stock', 'order', 'none')),
  issued boolean not null default false,
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
  kind text not null constraint record_frame_inspection__kind check (kind in ('initial', 'final')),
  at timestamptz not null default app_now(),
  ctid_ bigint not null,
  set_id text,
  verdict text not null constraint record_frame_inspection__verdict check (verdict in ('pass', 'fail', 'concession')),
  ds_od numeric(6, 3), dc_od numeric(6, 3), ax_od int, add_od numeric(5, 2), pd_od numeric(5, 2), ph_od numeric(5, 2),
  ds_os numeric(6, 3), dc_os numeric(6, 3), ax_os int, add_os numeric(5, 2), pd_os numeric(5, 2), ph_os numeric(5, 2),
  items jsonb not null default '[]',
  note text,
  primary key (oid, inspection_id),
  foreign key (oid, record_frame_id) references record_frame,
  foreign key (oid, hid) references store,
  foreign key (oid, ctid_) references contact
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
  cause text not null constraint record_frame_unqualified__cause check (cause in ('order', 'lens', 'frame', 'process', 'refraction', 'member')),
  side text not null constraint record_frame_unqualified__side check (side in ('od', 'os', 'ou')),
  responsible bigint,
  cost bigint not null default 0,
  note text,
  primary key (oid, slip_id),
  foreign key (oid, record_frame_id) references record_frame,
  foreign key (oid, hid) references store,
  foreign key (oid, responsible) references contact
);
create index record_frame_unqualified__by_order on record_frame_unqualified (oid, record_frame_id);
create index record_frame_unqualified__by_store on record_frame_unqualified (oid, hid);
create index record_frame_unqualified__by_person on record_frame_unqualified (oid, responsible);

-- No pair of glasses waits for pick-up without a final inspection that passed, or a signed concession.
create function record_frame_passed() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if new.status = 70 and old.status = 60 and coalesce((
    select verdict from record_frame_inspection where oid = new.oid and record_frame_id = new.record_frame_id and kind = 'final' order by inspection_id desc limit 1), 'fail') = 'fail' then
    raise exception 'no passed final inspection' using errcode = '23514', constraint = 'record_frame__not_passed';
  end if;
  return new;
end $$;
create trigger record_frame_passed before update of status on record_frame for each row execute function record_frame_passed();
