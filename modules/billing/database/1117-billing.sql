-- Baseline of billing: its tables as decision 1101 found them. A landed file is never edited; what changes a table is a new one.

create table fee_item (
  oid bigint not null,
  fiid bigint generated always as identity,
  hid bigint not null,
  type int not null,
  fcid int,
  name text not null,
  price bigint not null,
  unit text,
  brand text,
  version text,
  pinyin text not null default '',
  initials text not null default '',
  bar_code text,
  associated_projects jsonb not null default '[]',
  erp_code text,
  discountable boolean not null default true,
  status int not null default 0,
  constraint fee_item__type check (type in (0, 1, 2, 3, 7, 12)),
  constraint fee_item__price check (price >= 0),
  constraint fee_item__status check (status in (0, 1)),
  primary key (oid, fiid),
  constraint fee_item__duplicate unique (oid, hid, name),
  foreign key (oid, hid) references store
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
  original_price bigint not null default 0,
  total_discount bigint not null default 0,
  bill_price bigint not null default 0,
  paid bigint not null default 0,
  refunded bigint not null default 0,
  discount numeric(4,2) not null default 10,
  member_discount numeric(4,2) not null default 10,
  member_level text,
  rounding int not null default 0,
  trace jsonb not null default '[]',
  point_rate numeric(10,4) not null default 0,
  points_earned bigint not null default 0,
  issued boolean not null default false,
  note text,
  owe_reason text,
  flow_fe_bill_type int,
  created_at timestamptz not null default app_now(),
  paid_at timestamptz,
  discount_coupon_id bigint,
  -- Since when a bill is on account: the list of what is owed asks it, and says how old a debt is.
  owed_at timestamptz,
  constraint fee_bill__original check (original_price >= 0),
  constraint fee_bill__discount check (discount between 0 and 10),
  constraint fee_bill__member_discount check (member_discount between 0 and 10),
  constraint fee_bill__rounding check (rounding in (0, 1, 2)),
  constraint fee_bill__points check (points_earned >= 0),
  constraint fee_bill__adds_up check (bill_price = original_price - total_discount and bill_price >= 0),
  -- What must never happen: more taken than is due, more given back than was taken, a paid bill that is not paid.
  constraint fee_bill__overpaid check (paid between 0 and bill_price),
  constraint fee_bill__over_refunded check (refunded between 0 and paid),
  constraint fee_bill__paid_in_full check (status not in (1, 2, 3) or (paid = bill_price and paid_at is not null)),
  constraint fee_bill__refund_state check (
    (status <> 1 or refunded = 0) and (status <> 2 or refunded < paid) and (status <> 3 or refunded = paid)
      and (status not in (0, 4, 6) or refunded = 0)
  ),
  constraint fee_bill__cancelled check (status <> 4 or paid = 0),
  primary key (oid, fbid),
  constraint fee_bill__number unique (oid, bill_no),
  foreign key (oid, hid) references store,
  foreign key (oid, pid) references patient,
  foreign key (oid, docid) references contact,
  foreign key (oid, saler_id) references contact,
  foreign key (oid, processer_id) references contact,
  foreign key (oid, operator_id) references contact,
  foreign key (oid, discount_coupon_id) references receive_record,
  constraint fee_bill__owed_since check (status <> 6 or owed_at is not null)
);
comment on column fee_bill.ref is 'what the bill is for: frame:12';
comment on column fee_bill.original_price is 'fen at list prices';
comment on column fee_bill.bill_price is 'fen that are due: the one amount of the bill, equal to the sum of its items';
comment on column fee_bill.paid is 'fen, the sum of its payments less deposits given back';
comment on column fee_bill.refunded is 'fen of items given back';
comment on column fee_bill.trace is 'how the price came about, line by line';
comment on column fee_bill.point_rate is 'points per yuan at the time of payment, level multiple included';
comment on column fee_bill.issued is 'its goods were issued from stock';
comment on column fee_bill.owed_at is 'when it was put on account';
create unique index fee_bill__one_open on fee_bill (oid, ref) where ref is not null and status in (0, 6);
create index fee_bill__by_store on fee_bill (oid, hid, bill_date desc, fbid desc);
create index fee_bill__by_status on fee_bill (oid, hid, status, fbid desc);
create index fee_bill__by_member on fee_bill (oid, pid, fbid desc);
create index fee_bill__by_ref on fee_bill (oid, ref);
create index fee_bill__by_doctor on fee_bill (oid, docid);
create index fee_bill__by_saler on fee_bill (oid, saler_id);
create index fee_bill__by_processer on fee_bill (oid, processer_id);
create index fee_bill__by_operator on fee_bill (oid, operator_id);
create index fee_bill__by_coupon on fee_bill (oid, discount_coupon_id);
create index fee_bill__by_paid on fee_bill (oid, hid, paid_at) include (bill_price, total_discount, created_at, fbid)
  where paid_at is not null;
create index fee_bill__by_unpaid on fee_bill (oid, hid, created_at) include (fbid) where paid_at is null;

-- Money taken on a bill. Only ever added to; a deposit given back is a line with a minus.
create table bill_payment (
  oid bigint not null,
  bpid bigint generated always as identity,
  hid bigint not null,
  fbid bigint not null,
  pay_way int not null,
  amount bigint not null,
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
  earn_percent int,
  coupon_id bigint,
  constraint bill_payment__way check (pay_way between 1 and 9),
  constraint bill_payment__amount check (amount <> 0),
  constraint bill_payment__sign check ((amount > 0) = (returns is null)),
  constraint bill_payment__stored check (pay_way = 5 or (stored = 0 and gift = 0)),
  constraint bill_payment__split check (pay_way <> 5 or stored + gift = amount),
  constraint bill_payment__points check ((pay_way = 6) = (points <> 0)),
  primary key (oid, bpid),
  constraint bill_payment__returned_once unique (oid, returns),
  foreign key (oid, hid) references store,
  foreign key (oid, fbid) references fee_bill,
  foreign key (oid, returns) references bill_payment,
  foreign key (oid, entry_id) references ledger_entry,
  foreign key (oid, ctid_) references contact,
  constraint bill_payment__earn check (earn_percent between 0 and 1000),
  foreign key (oid, coupon_id) references receive_record,
  constraint bill_payment__coupon check ((pay_way = 7) = (coupon_id is not null))
);
comment on column bill_payment.pay_way
  is '1 cash, 2 WeChat, 3 Alipay, 4 bank card, 5 stored value, 6 points, 7 coupon, 8 medical insurance, 9 other';
comment on column bill_payment.amount is 'fen; stored and gift are its parts for way 5, points is what was given for way 6';
comment on column bill_payment.tendered is 'fen of cash handed over; the difference is the change';
comment on column bill_payment.returns is 'the deposit this line gives back';
comment on column bill_payment.earn_percent
  is 'share of the payment that earned points, as the rules stood; null: the rule of the first version';
create index bill_payment__by_bill on bill_payment (oid, fbid, bpid);
create index bill_payment__by_day on bill_payment (oid, hid, at);
create index bill_payment__by_entry on bill_payment (oid, entry_id);
create index bill_payment__by_person on bill_payment (oid, ctid_);
create unique index bill_payment__paid_twice on bill_payment (oid, order_no) where order_no is not null;
create index bill_payment__by_coupon on bill_payment (oid, coupon_id) where coupon_id is not null;

-- What was given back. Only ever added to: taking a refund back is another row.
create table refund (
  oid bigint not null,
  refund_id bigint generated always as identity,
  hid bigint not null,
  fbid bigint not null,
  refund_no text not null,
  amount bigint not null,
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
  constraint refund__amount check (amount >= 0),
  constraint refund__deducted check (deducted between 0 and amount),
  primary key (oid, refund_id),
  constraint refund__number unique (oid, refund_no),
  constraint refund__cancelled_once unique (oid, cancels),
  foreign key (oid, hid) references store,
  foreign key (oid, fbid) references fee_bill,
  foreign key (oid, cancels) references refund,
  foreign key (oid, entry_id) references ledger_entry,
  foreign key (oid, ctid_) references contact
);
comment on column refund.amount is 'fen of the items given back';
comment on column refund.deducted is 'fen kept for earned points that were already spent';
comment on column refund.cancels is 'the refund this row takes back';
create index refund__by_bill on refund (oid, fbid, refund_id);
create index refund__by_day on refund (oid, hid, at);
create index refund__by_entry on refund (oid, entry_id);
create index refund__by_person on refund (oid, ctid_);

-- By which payment the refund went back.
create table refund_payment (
  oid bigint not null,
  refund_id bigint,
  bpid bigint,
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
comment on column refund_payment.amount
  is 'fen of this payment that were given up; deducted of them stayed with the clinic for points already spent';
create index refund_payment__by_payment on refund_payment (oid, bpid);
create index refund_payment__by_store on refund_payment (oid, hid);

-- Combos on the price list (fee groups): several services sold for one price, used up one by one.
create table fee_group (
  oid bigint not null,
  fgid bigint generated always as identity,
  hid bigint not null,
  name text not null,
  type int not null default 0,
  combo_type int not null default 0,
  package_price bigint not null,
  original_price bigint not null,
  scope_hid bigint[] not null default '{}',
  validity_type int not null default 0,
  validity_name text,
  restricted_quantity int not null default 0,
  purchase_restriction int not null default 0,
  cancel_limit int not null default 0,
  synchronous_setting int not null default 0,
  note text,
  status int not null default 0,
  version int not null default 0,
  constraint fee_group__combo check (combo_type in (0, 1)),
  constraint fee_group__price check (package_price >= 0),
  constraint fee_group__validity check (validity_type in (0, 1, 2, 3)),
  constraint fee_group__quantity check (restricted_quantity >= 0),
  constraint fee_group__restriction check (purchase_restriction in (0, 1)),
  constraint fee_group__cancel check (cancel_limit >= 0),
  constraint fee_group__synchronous check (synchronous_setting in (0, 1)),
  constraint fee_group__status check (status in (0, 1)),
  primary key (oid, fgid),
  constraint fee_group__duplicate unique (oid, hid, name),
  foreign key (oid, hid) references store
);
comment on column fee_group.combo_type is '0 package used up piece by piece, 1 combo charged at once as its items';
comment on column fee_group.scope_hid is 'other stores that sell it; empty: the own store only';
comment on column fee_group.validity_name is 'days from the purchase (validity_type 1), last day (2), days from the first use (3)';
comment on column fee_group.restricted_quantity is 'packages a member may buy; 0: no limit';
comment on column fee_group.purchase_restriction is '1: only members who never paid a bill';
comment on column fee_group.synchronous_setting is '1: packages already bought are brought up to a changed combo';

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
  sph numeric(6,3),
  cyl numeric(6,3),
  price bigint not null,
  quantity int not null,
  amount bigint not null,
  discountable boolean not null default true,
  issued text not null default 'none',
  ref text,
  refunded_amount bigint not null default 0,
  refunded_quantity int not null default 0,
  fgid bigint,
  -- A line keeps the price of the catalogue beside the one that was charged, with who changed it and why (issue 10.1, point 10).
  list_price bigint not null,
  price_by bigint,
  price_reason text,
  constraint bill_item__price check (price >= 0),
  constraint bill_item__quantity check (quantity between 1 and 9999),
  constraint bill_item__amount check (amount >= 0),
  constraint bill_item__issued check (issued in ('bill', 'order', 'none')),
  constraint bill_item__refund_too_high check (refunded_amount between 0 and amount),
  constraint bill_item__refund_quantity check (refunded_quantity between 0 and quantity),
  primary key (oid, biid),
  constraint bill_item__line unique (oid, fbid, line_no),
  foreign key (oid, hid) references store,
  foreign key (oid, fbid) references fee_bill on delete cascade,
  foreign key (oid, fiid) references fee_item,
  foreign key (oid, product_id) references product,
  foreign key (oid, fgid) references fee_group,
  -- Powers on a bill keep the ranges of an eye (kernel/contract/eye.ts).
  constraint bill_item__sphere check (sph between -45 and 45),
  constraint bill_item__cylinder check (cyl between -25 and 25),
  constraint bill_item__list_price check (list_price >= 0),
  foreign key (oid, price_by) references contact,
  constraint bill_item__free_reason check (
    num_nonnulls(fiid, product_id, fgid, ref) > 0 or trim(price_reason) <> '' and price_reason is not null
  )
);
comment on column bill_item.kind is 'fee item type (0, 1, 2, 3, 7, 12), or 100 + product category for goods';
comment on column bill_item.price is 'fen each as charged, before discounts';
comment on column bill_item.amount is 'fen of the line after every discount';
comment on column bill_item.issued
  is 'bill: goods leave the stock when the bill is paid; order: the order of ref issues them; none: not goods';
comment on column bill_item.ref is 'the line of a paper that owns it (frame-item:12): changed by that paper only';
comment on column bill_item.list_price is 'fen each in the catalogue on the day of the bill';
create index bill_item__by_fee_item on bill_item (oid, fiid);
create index bill_item__by_product on bill_item (oid, product_id);
create index bill_item__by_combo on bill_item (oid, fgid);
create index bill_item__by_store on bill_item (oid, hid, kind, fbid);
create index bill_item__by_price_changer on bill_item (oid, price_by) where price_by is not null;

create table refund_item (
  oid bigint not null,
  refund_id bigint,
  biid bigint,
  amount bigint not null,
  quantity int not null,
  primary key (oid, refund_id, biid),
  foreign key (oid, refund_id) references refund,
  foreign key (oid, biid) references bill_item
);
comment on column refund_item.amount is 'fen; a refund taken back stays here and counts no more';
create index refund_item__by_item on refund_item (oid, biid);

create table fee_group_item (
  oid bigint not null,
  fgid bigint,
  line_no int,
  fiid bigint not null,
  quantity int not null,
  constraint fee_group_item__quantity check (quantity between 1 and 999),
  primary key (oid, fgid, line_no),
  foreign key (oid, fgid) references fee_group on delete cascade,
  foreign key (oid, fiid) references fee_item
);
create index fee_group_item__by_item on fee_group_item (oid, fiid);

create table till_handover (
  oid bigint not null,
  shift_id bigint,
  hid bigint not null,
  at timestamptz not null default app_now(),
  ctid_ bigint not null default app_ctid(),
  to_line bigint not null,
  left_float bigint not null,
  pieces jsonb not null default '[]',
  note text,
  constraint till_handover__left check (left_float >= 0),
  primary key (oid, shift_id),
  constraint till_handover__followed unique (oid, hid, shift_id, to_line, left_float),
  foreign key (oid, hid) references store,
  foreign key (oid, ctid_) references contact
);
comment on column till_handover.to_line is 'last ledger line of the tills of the store that the shift answers for';
comment on column till_handover.left_float is 'fen of cash that stay in the drawer for the next shift; the rest was handed in';
comment on column till_handover.pieces is 'notes and coins counted: [{value: fen, count}]; none when only the sum was written';
create index till_handover__by_day on till_handover (oid, hid, at);
create index till_handover__by_person on till_handover (oid, ctid_);
create index till_handover__by_shift on till_handover (oid, hid, shift_id);

create table till_shift (
  oid bigint not null,
  shift_id bigint generated always as identity,
  hid bigint not null,
  follows bigint,
  opened_at timestamptz not null default app_now(),
  opened_by bigint not null default app_ctid(),
  entered_by bigint not null default app_ctid(),
  signature text,
  from_line bigint not null,
  float_before bigint,
  opening_float bigint not null,
  float_reason text,
  constraint till_shift__chain check ((follows is null) = (float_before is null) and follows < shift_id),
  constraint till_shift__float_reason check (
    float_before is null or opening_float = float_before or btrim(coalesce(float_reason, '')) <> ''
  ),
  constraint till_shift__signed check (entered_by = opened_by or signature is not null),
  primary key (oid, shift_id),
  constraint till_shift__one_open unique nulls not DISTINCT (oid, hid, follows),
  constraint till_shift__of_its_store unique (oid, hid, shift_id),
  foreign key (oid, hid) references store,
  foreign key (oid, opened_by) references contact,
  foreign key (oid, entered_by) references contact,
  -- The chain: it begins where the one before ended, with what that one left; no money lies between two shifts.
  constraint till_shift_oid_follows_fkey foreign key (oid, hid, follows, from_line, float_before)
    references till_handover (oid, hid, shift_id, to_line, left_float)
);
comment on column till_shift.follows is 'the shift that was handed over to this one; none for the first of a store';
comment on column till_shift.opened_by is 'who answers for the drawer; entered_by is whose screen it was signed on';
comment on column till_shift.signature is 'path in a box of 300 by 100, drawn by who took over on another''s screen';
comment on column till_shift.from_line is 'ledger line after which the takings of this shift begin';
comment on column till_shift.opening_float is 'fen of cash found in the drawer, less what was taken since the hand-over';
create index till_shift__by_opener on till_shift (oid, opened_by);
create index till_shift__by_enterer on till_shift (oid, entered_by);
create index till_shift__by_follows on till_shift (oid, hid, follows, from_line, float_before);

create table till_count (
  oid bigint not null,
  shift_id bigint,
  pay_way int,
  hid bigint not null,
  received bigint not null,
  refunded bigint not null,
  expected bigint not null,
  counted bigint not null,
  difference bigint not null generated always as (counted - expected) stored,
  reason text,
  constraint till_count__way check (pay_way in (1, 2, 3, 4, 8, 9)),
  constraint till_count__received check (received >= 0),
  constraint till_count__refunded check (refunded >= 0),
  constraint till_count__count_reason check (counted = expected or btrim(coalesce(reason, '')) <> ''),
  primary key (oid, shift_id, pay_way),
  foreign key (oid, hid) references store,
  foreign key (oid, shift_id) references till_handover
);
comment on column till_count.received is 'fen that came in by this way according to the ledger';
comment on column till_count.expected is 'fen that must be there: received less refunded, and for cash the opening float';
create index till_count__by_store on till_count (oid, hid);

-- Keys of tables before, whose target stands in this file.
alter table storage_scheme add foreign key (oid, fgid) references fee_group;
alter table charge_bill add foreign key (oid, fgid) references fee_group;
alter table till_handover add foreign key (oid, hid, shift_id) references till_shift (oid, hid, shift_id);
