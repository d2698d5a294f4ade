-- Fee items, fee bills, what was paid on them and what was given back.

create table fee_item (
  oid bigint not null,
  fiid bigint generated always as identity,
  hid bigint not null,
  type int not null constraint fee_item__type check (type in (0, 1, 2, 3, 7, 12)),
  fcid int,
  name text not null,
  price bigint not null constraint fee_item__price check (price >= 0),
  unit text,
  brand text,
  version text,
  pinyin text not null default '',
  initials text not null default '',
  bar_code text,
  associated_projects jsonb not null default '[]',
  erp_code text,
  discountable boolean not null default true,
  status int not null default 0 constraint fee_item__status check (status in (0, 1)),
  primary key (oid, fiid),
  foreign key (oid, hid) references store,
  constraint fee_item__duplicate unique (oid, hid, name)
);
comment on column fee_item.price is 'fen';
comment on column fee_item.version is 'model, as the legacy field has it';
comment on column fee_item.status is '0 active, 1 stopped';
create index fee_item__by_type on fee_item (oid, hid, status, type, fiid);

create table fee_bill (
  oid bigint not null,
  fbid bigint generated always as identity,
  hid bigint not null,
  pid bigint not null,
  bill_no text not null,
  bill_date date not null default (app_now())::date,
  status int not null default 0,
  version int not null default 0,
  ref text,
  docid bigint,
  saler_id bigint,
  processer_id bigint,
  operator_id bigint,
  original_price bigint not null default 0 constraint fee_bill__original check (original_price >= 0),
  total_discount bigint not null default 0,
  bill_price bigint not null default 0,
  paid bigint not null default 0,
  refunded bigint not null default 0,
  discount numeric(4, 2) not null default 10 constraint fee_bill__discount check (discount between 0 and 10),
  member_discount numeric(4, 2) not null default 10 constraint fee_bill__member_discount check (member_discount between 0 and 10),
  member_level text,
  rounding int not null default 0 constraint fee_bill__rounding check (rounding in (0, 1, 2)),
  trace jsonb not null default '[]',
  point_rate numeric(10, 4) not null default 0,
  points_earned bigint not null default 0 constraint fee_bill__points check (points_earned >= 0),
  issued boolean not null default false,
  note text,
  owe_reason text,
  flow_fe_bill_type int,
  created_at timestamptz not null default app_now(),
  paid_at timestamptz,
  primary key (oid, fbid),
  foreign key (oid, hid) references store,
  foreign key (oid, pid) references patient,
  foreign key (oid, docid) references contact,
  foreign key (oid, saler_id) references contact,
  foreign key (oid, processer_id) references contact,
  foreign key (oid, operator_id) references contact,
  constraint fee_bill__number unique (oid, bill_no),
  constraint fee_bill__adds_up check (bill_price = original_price - total_discount and bill_price >= 0),
  -- What must never happen: more taken than is due, more given back than was taken, a paid bill that is not paid.
  constraint fee_bill__overpaid check (paid between 0 and bill_price),
  constraint fee_bill__over_refunded check (refunded between 0 and paid),
  constraint fee_bill__paid_in_full check (status not in (1, 2, 3) or (paid = bill_price and paid_at is not null)),
  constraint fee_bill__refund_state check (
    (status <> 1 or refunded = 0) and (status <> 2 or refunded < paid) and (status <> 3 or refunded = paid) and (status not in (0, 4, 6) or refunded = 0)),
  constraint fee_bill__cancelled check (status <> 4 or paid = 0)
);
comment on column fee_bill.original_price is 'fen at list prices';
comment on column fee_bill.bill_price is 'fen that are due: the one amount of the bill, equal to the sum of its items';
comment on column fee_bill.paid is 'fen, the sum of its payments less deposits given back';
comment on column fee_bill.refunded is 'fen of items given back';
comment on column fee_bill.ref is 'what the bill is for: frame:12';
comment on column fee_bill.trace is 'how the price came about, line by line';
comment on column fee_bill.point_rate is 'points per yuan at the time of payment, level multiple included';
comment on column fee_bill.issued is 'its goods were issued from stock';
create unique index fee_bill__one_open on fee_bill (oid, ref) where ref is not null and status in (0, 6);
create index fee_bill__by_store on fee_bill (oid, hid, bill_date desc, fbid desc);
create index fee_bill__by_status on fee_bill (oid, hid, status, fbid desc);
create index fee_bill__by_member on fee_bill (oid, pid, fbid desc);
create index fee_bill__by_ref on fee_bill (oid, ref);
create index fee_bill__by_doctor on fee_bill (oid, docid);
create index fee_bill__by_saler on fee_bill (oid, saler_id);
create index fee_bill__by_processer on fee_bill (oid, processer_id);
create index fee_bill__by_operator on fee_bill (oid, operator_id);

create table bill_item (
  oid bigint not null,
  biid bigint generated always as identity,
  hid bigint not null,
  fbid bigint not null,
  line_no int not null,
  name text not null,
  kind int not null,
  fiid bigint,
  product_id bigint,
  sph numeric(6, 3),
  cyl numeric(6, 3),
  price bigint not null constraint bill_item__price check (price >= 0),
  quantity int not null constraint bill_item__quantity check (quantity between 1 and 9999),
  amount bigint not null constraint bill_item__amount check (amount >= 0),
  discountable boolean not null default true,
  issued text not null default 'none' constraint bill_item__issued check (issued in ('bill', 'order', 'none')),
  ref text,
  refunded_amount bigint not null default 0,
  refunded_quantity int not null default 0,
  primary key (oid, biid),
  foreign key (oid, hid) references store,
  foreign key (oid, fbid) references fee_bill on delete cascade,
  foreign key (oid, fiid) references fee_item,
  foreign key (oid, product_id) references product,
  constraint bill_item__line unique (oid, fbid, line_no),
  constraint bill_item__refund_too_high check (refunded_amount between 0 and amount),
  constraint bill_item__refund_quantity check (refunded_quantity between 0 and quantity)
);
comment on column bill_item.price is 'fen each at list price';
comment on column bill_item.amount is 'fen of the line after every discount';
comment on column bill_item.kind is 'fee item type (0, 1, 2, 3, 7, 12), or 100 + product category for goods';
comment on column bill_item.issued is 'bill: goods leave the stock when the bill is paid; order: the order of ref issues them; none: not goods';
create index bill_item__by_store on bill_item (oid, hid);
create index bill_item__by_fee_item on bill_item (oid, fiid);
create index bill_item__by_product on bill_item (oid, product_id);

-- Money taken on a bill. Only ever added to; a deposit given back is a line with a minus.
create table bill_payment (
  oid bigint not null,
  bpid bigint generated always as identity,
  hid bigint not null,
  fbid bigint not null,
  pay_way int not null constraint bill_payment__way check (pay_way between 1 and 9),
  amount bigint not null constraint bill_payment__amount check (amount <> 0),
  stored bigint not null default 0,
  gift bigint not null default 0,
  points bigint not null default 0,
  tendered bigint,
  order_no text,
  returns bigint,
  entry_id bigint not null,
  at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  note text,
  primary key (oid, bpid),
  foreign key (oid, hid) references store,
  foreign key (oid, fbid) references fee_bill,
  foreign key (oid, returns) references bill_payment,
  foreign key (oid, entry_id) references ledger_entry,
  foreign key (oid, ctid_) references contact,
  constraint bill_payment__returned_once unique (oid, returns),
  constraint bill_payment__sign check ((amount > 0) = (returns is null)),
  constraint bill_payment__stored check (pay_way = 5 or (stored = 0 and gift = 0)),
  constraint bill_payment__split check (pay_way <> 5 or stored + gift = amount),
  constraint bill_payment__points check ((pay_way = 6) = (points <> 0))
);
comment on column bill_payment.pay_way is '1 cash, 2 WeChat, 3 Alipay, 4 bank card, 5 stored value, 6 points, 7 coupon, 8 medical insurance, 9 other';
comment on column bill_payment.amount is 'fen; stored and gift are its parts for way 5, points is what was given for way 6';
comment on column bill_payment.tendered is 'fen of cash handed over; the difference is the change';
comment on column bill_payment.returns is 'the deposit this line gives back';
create index bill_payment__by_bill on bill_payment (oid, fbid, bpid);
create index bill_payment__by_day on bill_payment (oid, hid, at);
create index bill_payment__by_entry on bill_payment (oid, entry_id);
create index bill_payment__by_person on bill_payment (oid, ctid_);
create unique index bill_payment__paid_twice on bill_payment (oid, order_no) where order_no is not null;

-- What was given back. Only ever added to: taking a refund back is another row.
create table refund (
  oid bigint not null,
  refund_id bigint generated always as identity,
  hid bigint not null,
  fbid bigint not null,
  refund_no text not null,
  amount bigint not null constraint refund__amount check (amount >= 0),
  deducted bigint not null default 0,
  points_back bigint not null default 0,
  points_taken bigint not null default 0,
  points_short bigint not null default 0,
  goods_back boolean not null default false,
  reason text,
  cancels bigint,
  entry_id bigint,
  at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  primary key (oid, refund_id),
  foreign key (oid, hid) references store,
  foreign key (oid, fbid) references fee_bill,
  foreign key (oid, cancels) references refund,
  foreign key (oid, entry_id) references ledger_entry,
  foreign key (oid, ctid_) references contact,
  constraint refund__number unique (oid, refund_no),
  constraint refund__cancelled_once unique (oid, cancels),
  constraint refund__deducted check (deducted between 0 and amount)
);
comment on column refund.amount is 'fen of the items given back';
comment on column refund.deducted is 'fen kept for earned points that were already spent';
comment on column refund.cancels is 'the refund this row takes back';
create index refund__by_bill on refund (oid, fbid, refund_id);
create index refund__by_day on refund (oid, hid, at);
create index refund__by_entry on refund (oid, entry_id);
create index refund__by_person on refund (oid, ctid_);

create table refund_item (
  oid bigint not null,
  refund_id bigint not null,
  biid bigint not null,
  amount bigint not null,
  quantity int not null,
  primary key (oid, refund_id, biid),
  foreign key (oid, refund_id) references refund,
  foreign key (oid, biid) references bill_item
);
comment on column refund_item.amount is 'fen; a refund taken back stays here and counts no more';
create index refund_item__by_item on refund_item (oid, biid);

-- By which payment the refund went back.
create table refund_payment (
  oid bigint not null,
  refund_id bigint not null,
  bpid bigint not null,
  hid bigint not null,
  pay_way int not null,
  amount bigint not null,
  deducted bigint not null default 0,
  stored bigint not null default 0,
  gift bigint not null default 0,
  points bigint not null default 0,
  primary key (oid, refund_id, bpid),
  foreign key (oid, refund_id) references refund,
  foreign key (oid, bpid) references bill_payment,
  foreign key (oid, hid) references store
);
comment on column refund_payment.amount is 'fen of this payment that were given up; deducted of them stayed with the clinic for points already spent';
create index refund_payment__by_payment on refund_payment (oid, bpid);
create index refund_payment__by_store on refund_payment (oid, hid);

-- The amount due is the sum of the items, whoever writes them.
create function fee_bill_items_add_up() returns trigger language plpgsql security definer set search_path = public as $$
declare bill record; items bigint;
begin
  select fbid, bill_price into bill from fee_bill where oid = new.oid and fbid = new.fbid;
  if bill is null then return null; end if;
  select coalesce(sum(amount), 0) into items from bill_item where oid = new.oid and fbid = new.fbid;
  if items <> bill.bill_price then raise exception 'items of bill % add up to %, not %', bill.fbid, items, bill.bill_price; end if;
  return null;
end $$;
create constraint trigger fee_bill_items_add_up after insert or update of bill_price on fee_bill deferrable initially deferred for each row execute function fee_bill_items_add_up();
create constraint trigger bill_item_adds_up after insert or update of amount on bill_item deferrable initially deferred for each row execute function fee_bill_items_add_up();

-- What a bill says was paid is the sum of its payments.
create function fee_bill_paid_adds_up() returns trigger language plpgsql security definer set search_path = public as $$
declare said bigint; sum_ bigint;
begin
  select paid into said from fee_bill where oid = new.oid and fbid = new.fbid;
  select coalesce(sum(amount), 0) into sum_ from bill_payment where oid = new.oid and fbid = new.fbid;
  if said is distinct from sum_ then raise exception 'payments of bill % add up to %, not %', new.fbid, sum_, said; end if;
  return null;
end $$;
create constraint trigger bill_payment_adds_up after insert on bill_payment deferrable initially deferred for each row execute function fee_bill_paid_adds_up();
create constraint trigger fee_bill_paid_adds_up after insert or update of paid on fee_bill deferrable initially deferred for each row execute function fee_bill_paid_adds_up();
