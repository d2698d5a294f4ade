-- What a clinic orders: one family of kinds over one table, from the draft to the shelf or the member's hand. A kind says by `flow` which
-- machine it moves in, by `four_eyes` that another person reviews it, by `serialized` that each of its lenses is a thing with a number.
create table supply_bundle (
  oid bigint not null references organisation,
  bundle_id bigint generated always as identity,
  hid bigint not null,
  kind text not null,
  bundle_no text not null,
  note text,
  version int not null default 0,
  ctid_ bigint,
  created_at timestamptz not null default app_now(),
  primary key (oid, bundle_id),
  foreign key (oid, hid) references store,
  foreign key (oid, ctid_) references contact,
  constraint supply_bundle__number unique (oid, bundle_no)
);
comment on table supply_bundle is 'orders written together under one header: all or none';
create index supply_bundle__by_store on supply_bundle (oid, hid, bundle_id desc);
create index supply_bundle__by_person on supply_bundle (oid, ctid_);

create table supply_order (
  oid bigint not null references organisation,
  order_id bigint generated always as identity,
  hid bigint not null,
  kind text not null,
  flow text not null constraint supply_order__flow check (flow in ('supply', 'fitted')),
  four_eyes boolean not null default false,
  serialized boolean not null default false,
  order_no text not null,
  mode int not null default 1 constraint supply_order__mode check (mode in (1, 2, 3)),
  status int not null default 1,
  version int not null default 0,
  creator_type int not null default 1 constraint supply_order__creator_type check (creator_type = 1),
  bundle_id bigint,
  pid bigint,
  prescription_id bigint,
  rx_line_id bigint,
  fitting_id bigint,
  record_frame_id bigint,
  original_id bigint,
  cause text constraint supply_order__cause check (cause in ('lost', 'broken', 'adjust', 'quality')),
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
  classify_status int constraint supply_order__classify_status check (classify_status in (1, 2)),
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
  total bigint not null default 0 constraint supply_order__total check (total >= 0),
  cost_total bigint not null default 0 constraint supply_order__cost_total check (cost_total >= 0),
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
  primary key (oid, order_id),
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
  constraint supply_order__number unique (oid, order_no),
  constraint supply_order__one_of unique (oid, order_id, kind, pid),
  constraint supply_order__original foreign key (oid, original_id, kind, pid) references supply_order (oid, order_id, kind, pid),
  constraint supply_order__options check (string_to_array(order_options, ',') <@ array['加急', '开槽', '打孔', '抛光', '染色', '棱镜', '美薄']),
  constraint supply_order__supplement check ((original_id is null) = (cause is null) and (mode = 3) = (original_id is not null)),
  constraint supply_order__member_missing check ((mode = 1) = (pid is null) and (flow <> 'fitted' or pid is not null)),
  constraint supply_order__unplaced check (status not between 3 and 8 or (supplier_id is not null and promised_on is not null)),
  constraint supply_order__reviewer check (not four_eyes or status not between 3 and 8 or reviewed_by is not null),
  constraint supply_order__own_review check (not four_eyes or reviewed_by is null or reviewed_by is distinct from ctid_),
  constraint supply_order__not_handed check (flow <> 'fitted' or status <> 8 or (btrim(coalesce(receiver, '')) <> '' and signature is not null and handed_at is not null))
);
comment on column supply_order.kind is 'which of the declared kinds; the declaration is code (modules/lens-orders/contract/kinds)';
comment on column supply_order.mode is '1 for stock, 2 for a member, 3 instead of lenses of an earlier order';
comment on column supply_order.total is 'fen, retail; cost_total is what the supplier is owed for all that is ordered';
comment on column supply_order.extra is 'what order, orderOpt and orderLen held beyond the fields kept here: answered unchanged';
comment on column supply_order.unpaid_reason is 'why a supervisor let it be placed before it was paid for';
create index supply_order__by_store on supply_order (oid, hid, kind, order_id desc);
create index supply_order__by_state on supply_order (oid, hid, kind, status, promised_on);
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

create table supply_order_line (
  oid bigint not null,
  line_id bigint generated always as identity,
  hid bigint not null,
  order_id bigint not null,
  line_no int not null,
  eye text constraint supply_order_line__eye check (eye in ('od', 'os')),
  product_id bigint not null,
  name text not null,
  unit text,
  sph numeric(6, 3), cyl numeric(6, 3), axis int, addition numeric(5, 2), prism numeric(5, 2), base text,
  mono_pd numeric(5, 2), fit_height numeric(5, 2),
  bc numeric(6, 3), rc numeric(6, 3), ac numeric(6, 3), target numeric(6, 3), rzd numeric(6, 1), lza numeric(5, 1),
  dia numeric(5, 2), ct numeric(5, 3), colour text,
  note text,
  price bigint not null default 0 constraint supply_order_line__price check (price >= 0),
  cost bigint not null default 0 constraint supply_order_line__cost check (cost >= 0),
  agreed_cost bigint,
  cost_reason text,
  ordered int not null constraint supply_order_line__ordered check (ordered > 0),
  received int not null default 0 constraint supply_order_line__received check (received >= 0),
  rejected int not null default 0 constraint supply_order_line__rejected check (rejected >= 0),
  primary key (oid, line_id),
  foreign key (oid, hid) references store,
  foreign key (oid, order_id) references supply_order on delete cascade,
  foreign key (oid, product_id) references product,
  constraint supply_order_line__place unique (oid, order_id, line_no),
  constraint supply_order_line__one_eye unique (oid, order_id, eye),
  constraint supply_order_line__sph check (sph between -45 and 45),
  constraint supply_order_line__cyl check (cyl between -25 and 25),
  constraint supply_order_line__axis check (axis between 1 and 180),
  constraint supply_order_line__axis_missing check (eye is null or coalesce(cyl, 0) = 0 or axis is not null),
  constraint supply_order_line__cost_reason check (agreed_cost is null or cost = agreed_cost or btrim(coalesce(cost_reason, '')) <> ''),
  constraint supply_order_line__over_received check (received + rejected <= ordered)
);
comment on column supply_order_line.price is 'fen a piece, retail; cost what the supplier takes, agreed_cost what the contract says';
comment on column supply_order_line.received is 'pieces that were accepted';
create index supply_order_line__by_store on supply_order_line (oid, hid);
create index supply_order_line__by_product on supply_order_line (oid, product_id);

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
  foreign key (oid, hid) references store,
  foreign key (oid, order_id) references supply_order,
  foreign key (oid, stockin_id) references stock_in,
  foreign key (oid, ctid_) references contact,
  constraint supply_receipt__number unique (oid, receipt_no)
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
  quantity int not null default 1 constraint supply_receipt_line__quantity check (quantity > 0),
  code text,
  gtin text,
  serial text,
  batch_no text,
  produced_on date,
  expiry date,
  measured jsonb not null default '{}',
  differences jsonb not null default '[]',
  verdict text not null constraint supply_receipt_line__verdict check (verdict in ('pass', 'mismatch', 'accepted', 'rejected')),
  judged_by bigint,
  reason text,
  batch_id bigint,
  primary key (oid, receipt_line_id),
  foreign key (oid, hid) references store,
  foreign key (oid, receipt_id) references supply_receipt on delete cascade,
  foreign key (oid, line_id) references supply_order_line,
  foreign key (oid, batch_id) references batch,
  foreign key (oid, judged_by) references contact,
  constraint supply_receipt_line__accepted check (verdict not in ('accepted', 'rejected') or (judged_by is not null and btrim(coalesce(reason, '')) <> ''))
);
comment on column supply_receipt_line.verdict is 'pass as ordered, mismatch until somebody decides, accepted by a supervisor with a reason, rejected';
comment on column supply_receipt_line.measured is 'what the label or the lensmeter says, under the names of the line';
create index supply_receipt_line__by_receipt on supply_receipt_line (oid, receipt_id);
create index supply_receipt_line__by_line on supply_receipt_line (oid, line_id);
create index supply_receipt_line__by_store on supply_receipt_line (oid, hid);
create index supply_receipt_line__by_batch on supply_receipt_line (oid, batch_id) where batch_id is not null;
create index supply_receipt_line__by_judge on supply_receipt_line (oid, judged_by);
create index supply_receipt_line__by_serial on supply_receipt_line (oid, serial) where serial is not null;

-- From the moment an order is placed its lines say what was ordered: only what came of them is still written.
create function supply_order_line_frozen() returns trigger language plpgsql security definer set search_path = public as $$
declare
  line supply_order_line := case when tg_op = 'DELETE' then old else new end;
  status_ int := (select status from supply_order where oid = line.oid and order_id = line.order_id);
  kept jsonb := '{"received": 0, "rejected": 0}';
begin
  if status_ < 3 or status_ is null or (tg_op = 'DELETE' and status_ = 9)
     or (tg_op = 'UPDATE' and to_jsonb(new) || kept = to_jsonb(old) || kept) then
    return line;
  end if;
  raise exception 'lines of a placed order are frozen' using errcode = '23514', constraint = 'supply_order_line__frozen';
end $$;
create trigger supply_order_line_frozen before insert or update or delete on supply_order_line for each row execute function supply_order_line_frozen();

-- Goods that are said to be here lie in stock by a posted paper, each lens passed, and what is handed over has its numbers.
create function supply_order_kept() returns trigger language plpgsql security definer set search_path = public as $$
declare
  here boolean := (new.flow = 'supply' and new.status = 6) or (new.flow = 'fitted' and new.status = 7);
begin
  if new.status = old.status then return new; end if;
  if here and (not exists (select 1 from supply_order_line where oid = new.oid and order_id = new.order_id and received > 0) or exists (
      select 1 from supply_order_line l where l.oid = new.oid and l.order_id = new.order_id and l.received <> coalesce((
        select sum(r.quantity) from supply_receipt_line r join supply_receipt p on p.oid = r.oid and p.receipt_id = r.receipt_id
          join stock_in s on s.oid = p.oid and s.stockin_id = p.stockin_id and s.status = 2
          where r.oid = l.oid and r.line_id = l.line_id and r.verdict in ('pass', 'accepted')), 0))) then
    raise exception 'no posted stock-in of the same pieces' using errcode = '23514', constraint = 'supply_order__not_in_stock';
  end if;
  if new.flow = 'fitted' and new.status = 7 and exists (select 1 from supply_order_line where oid = new.oid and order_id = new.order_id and received = 0 and rejected < ordered) then
    raise exception 'an eye without a passed receipt' using errcode = '23514', constraint = 'supply_order__eye_not_passed';
  end if;
  if new.status = 8 and new.flow = 'fitted' and new.serialized and exists (
      select 1 from supply_order_line l where l.oid = new.oid and l.order_id = new.order_id and l.received <> (
        select count(distinct r.serial) from supply_receipt_line r where r.oid = l.oid and r.line_id = l.line_id and r.verdict in ('pass', 'accepted'))) then
    raise exception 'a lens without a serial' using errcode = '23514', constraint = 'supply_order__serial_missing';
  end if;
  return new;
end $$;
create trigger supply_order_kept before update of status on supply_order for each row execute function supply_order_kept();
