-- Baseline of payments: its tables as decision 1101 found them. A landed file is never edited; what changes a table is a new one.

create table payment_order (
  oid bigint not null,
  payment_order_id bigint generated always as identity,
  hid bigint not null,
  order_no text not null,
  channel text not null,
  pay_way int not null,
  amount bigint not null,
  subject text not null,
  purpose text not null,
  ref text,
  payload jsonb not null default '{}',
  code_url text,
  status int not null default 0,
  trade_no text,
  created_at timestamptz not null default app_now(),
  paid_at timestamptz,
  booked boolean not null default false,
  ctid_ bigint default app_ctid(),
  -- The code a member shows at the till pays once: its print is kept, never the code.
  code_print text,
  constraint payment_order__way check (pay_way in (2, 3)),
  constraint payment_order__amount check (amount > 0),
  constraint payment_order__purpose check (purpose in ('bill', 'topup', 'balance')),
  constraint payment_order__status check (status between 0 and 3),
  constraint payment_order__booked_paid check (not booked or status = 1),
  primary key (oid, payment_order_id),
  -- A notice of the service names nothing but this number: it is unique in the whole installation.
  constraint payment_order__number unique (order_no),
  foreign key (oid, hid) references store,
  foreign key (oid, ctid_) references contact,
  constraint payment_order__code_used unique (code_print)
);
comment on column payment_order.amount is 'fen';
comment on column payment_order.ref is 'what is paid for: fee_bill:12';
comment on column payment_order.status
  is '0 waiting, 1 paid, 2 closed or expired, 3 paid with another amount than asked for: somebody has to look';
comment on column payment_order.booked is 'the payment stands in the books of what it paid for';
create index payment_order__by_ref on payment_order (oid, ref);
create index payment_order__by_store on payment_order (oid, hid, created_at desc);
create index payment_order__by_person on payment_order (oid, ctid_);
create index payment_order__waiting on payment_order (oid, created_at) where status = 0;

create table service_price (
  oid bigint not null,
  service_price_id bigint,
  price bigint not null,
  constraint service_price__id check (service_price_id between 1 and 3),
  constraint service_price__price check (price >= 0),
  primary key (oid, service_price_id),
  foreign key (oid) references organisation
);
comment on table service_price is 'what differs from the defaults in modules/payments/contract/prices.ts; fen';

create table account_coupon (
  oid bigint not null,
  coupon_id bigint generated always as identity,
  uid bigint not null,
  name text not null,
  money bigint not null,
  min_money bigint not null default 0,
  valid_to date not null,
  note text,
  used_at timestamptz,
  used_ref text,
  created_at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  constraint account_coupon__money check (money > 0),
  constraint account_coupon__min check (min_money >= 0),
  constraint account_coupon__used check ((used_at is null) = (used_ref is null)),
  primary key (oid, coupon_id),
  foreign key (oid, uid) references account,
  foreign key (oid, ctid_) references contact
);
comment on column account_coupon.money is 'fen taken off a recharge or renewal of at least min_money';
create index account_coupon__by_account on account_coupon (oid, uid, coupon_id desc);
create index account_coupon__by_person on account_coupon (oid, ctid_);
