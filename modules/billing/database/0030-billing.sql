-- Payments by scanning a code: what was asked of the payment service and what it said. Booked on the bill by the confirm call.
create table pay_order (
  oid bigint not null,
  pay_order_id bigint generated always as identity,
  hid bigint not null,
  fbid bigint not null,
  order_no text not null,
  channel text not null,
  pay_way int not null constraint pay_order__way check (pay_way in (2, 3)),
  amount bigint not null constraint pay_order__amount check (amount > 0),
  code_url text,
  status int not null default 0 constraint pay_order__status check (status in (0, 1, 2)),
  trade_no text,
  created_at timestamptz not null default app_now(),
  paid_at timestamptz,
  booked boolean not null default false,
  ctid_ bigint default app_ctid(),
  primary key (oid, pay_order_id),
  foreign key (oid, hid) references store,
  foreign key (oid, fbid) references fee_bill on delete cascade,
  foreign key (oid, ctid_) references contact,
  constraint pay_order__number unique (oid, order_no),
  constraint pay_order__booked_paid check (not booked or status = 1)
);
comment on column pay_order.amount is 'fen';
comment on column pay_order.status is '0 waiting, 1 paid, 2 closed or expired';
comment on column pay_order.booked is 'the payment stands on the bill';
create index pay_order__by_bill on pay_order (oid, fbid);
create index pay_order__by_store on pay_order (oid, hid, created_at);
create index pay_order__by_person on pay_order (oid, ctid_);
