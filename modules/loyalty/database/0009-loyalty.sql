-- Stored value, gift money and points of members. The money itself stands in the ledger (books stored, gift, points); here is the paper.

create table charge_bill (
  oid bigint not null,
  cbid bigint generated always as identity,
  hid bigint not null,
  pid bigint not null,
  bill_no text not null,
  kind int not null constraint charge_bill__kind check (kind between 1 and 4),
  money bigint not null default 0,
  money_gift bigint not null default 0,
  pay_way int constraint charge_bill__pay_way check (pay_way in (1, 2, 3, 4, 8, 9)),
  pay_time timestamptz not null default app_now(),
  other_pid bigint,
  referrer text,
  charge_consultant_id bigint,
  note text,
  entry_id bigint not null,
  created_at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  primary key (oid, cbid),
  foreign key (oid, hid) references store,
  foreign key (oid, pid) references patient,
  foreign key (oid, other_pid) references patient,
  foreign key (oid, charge_consultant_id) references contact,
  foreign key (oid, ctid_) references contact,
  foreign key (oid, entry_id) references ledger_entry,
  constraint charge_bill__number unique (oid, bill_no),
  constraint charge_bill__one_entry unique (oid, entry_id, pid),
  constraint charge_bill__moves check (money <> 0 or money_gift <> 0),
  -- Paid in and paid out have a way; between members no money changes hands.
  constraint charge_bill__way check ((kind in (1, 2)) = (pay_way is not null)),
  -- Gift money is never paid out (C.11).
  constraint charge_bill__gift_kept check (kind <> 2 or money_gift = 0)
);
comment on column charge_bill.kind is '1 top-up, 2 withdrawal, 3 transfer out, 4 transfer in';
comment on column charge_bill.money is 'fen of principal, + into the wallet, − out of it';
comment on column charge_bill.money_gift is 'fen of gift money, + into the wallet, − out of it';
create index charge_bill__by_store on charge_bill (oid, hid, pay_time desc, cbid desc);
create index charge_bill__by_member on charge_bill (oid, pid, cbid desc);
create index charge_bill__by_other on charge_bill (oid, other_pid);
create index charge_bill__by_consultant on charge_bill (oid, charge_consultant_id);
create index charge_bill__by_person on charge_bill (oid, ctid_);

-- What an organisation set differently from the defaults in modules/loyalty/contract/rules.ts.
create table points_rule (
  oid bigint not null references organisation,
  points_rule_id bigint not null constraint points_rule__id check (points_rule_id between 1 and 6),
  points_number int not null constraint points_rule__number check (points_number >= 0),
  primary key (oid, points_rule_id)
);
