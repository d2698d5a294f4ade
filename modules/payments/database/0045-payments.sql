-- Payments by a code: what was asked of the payment service and what it said, whatever is paid for. Prices of services a store pays
-- from its hospital balance, and coupons given to accounts.

create table payment_order (
  oid bigint not null,
  payment_order_id bigint generated always as identity,
  hid bigint not null,
  order_no text not null,
  channel text not null,
  pay_way int not null constraint payment_order__way check (pay_way in (2, 3)),
  amount bigint not null constraint payment_order__amount check (amount > 0),
  subject text not null,
  purpose text not null constraint payment_order__purpose check (purpose in ('bill', 'topup', 'balance')),
  ref text,
  payload jsonb not null default '{}',
  code_url text,
  status int not null default 0 constraint payment_order__status check (status between 0 and 3),
  trade_no text,
  created_at timestamptz not null default app_now(),
  paid_at timestamptz,
  booked boolean not null default false,
  ctid_ bigint default app_ctid(),
  primary key (oid, payment_order_id),
  foreign key (oid, hid) references store,
  foreign key (oid, ctid_) references contact,
  -- A notice of the service names nothing but this number: it is unique in the whole installation.
  constraint payment_order__number unique (order_no),
  constraint payment_order__booked_paid check (not booked or status = 1)
);
comment on column payment_order.amount is 'fen';
comment on column payment_order.status is '0 waiting, 1 paid, 2 closed or expired, 3 paid with another amount than asked for: somebody has to look';
comment on column payment_order.booked is 'the payment stands in the books of what it paid for';
comment on column payment_order.ref is 'what is paid for: fee_bill:12';
create index payment_order__by_ref on payment_order (oid, ref);
create index payment_order__by_store on payment_order (oid, hid, created_at desc);
create index payment_order__by_person on payment_order (oid, ctid_);
create index payment_order__waiting on payment_order (oid, created_at) where status = 0;

insert into payment_order (oid, hid, order_no, channel, pay_way, amount, subject, purpose, ref, code_url, status, trade_no, created_at, paid_at, booked, ctid_)
  select oid, hid, order_no, channel, pay_way, amount, order_no, 'bill', 'fee_bill:' || fbid, code_url, status, trade_no, created_at, paid_at, booked, ctid_ from pay_order;
drop table pay_order;

-- Whose order a number is: for notices of the payment service and the page that plays the phone, which know no tenant.
create function payment_order_tenant(number text) returns table (oid bigint, hid bigint, ctid_ bigint, name text) language sql stable security definer set search_path = public
as $$ select o.oid, o.hid, coalesce(o.ctid_, 0), coalesce(c.name, '系统') from payment_order o left join contact c using (oid, ctid_) where o.order_no = number $$;

create table service_price (
  oid bigint not null references organisation,
  service_price_id bigint not null constraint service_price__id check (service_price_id between 1 and 3),
  price bigint not null constraint service_price__price check (price >= 0),
  primary key (oid, service_price_id)
);
comment on table service_price is 'what differs from the defaults in modules/payments/contract/prices.ts; fen';

create table account_coupon (
  oid bigint not null,
  coupon_id bigint generated always as identity,
  uid bigint not null,
  name text not null,
  money bigint not null constraint account_coupon__money check (money > 0),
  min_money bigint not null default 0 constraint account_coupon__min check (min_money >= 0),
  valid_to date not null,
  note text,
  used_at timestamptz,
  used_ref text,
  created_at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  primary key (oid, coupon_id),
  foreign key (oid, uid) references account,
  foreign key (oid, ctid_) references contact,
  constraint account_coupon__used check ((used_at is null) = (used_ref is null))
);
comment on column account_coupon.money is 'fen taken off a recharge or renewal of at least min_money';
create index account_coupon__by_account on account_coupon (oid, uid, coupon_id desc);
create index account_coupon__by_person on account_coupon (oid, ctid_);
