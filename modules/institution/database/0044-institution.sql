-- What a store holds at its head office to pay services with (SMS, remote consultation, renewal): the hospital balance. The money stands
-- in the ledger (book hospital, account store:<hid>, floor 0); here is the paper of each movement.

create table balance_record (
  oid bigint not null,
  balance_record_id bigint generated always as identity,
  hid bigint not null,
  kind int not null constraint balance_record__kind check (kind between 1 and 6),
  amount bigint not null constraint balance_record__amount check (amount <> 0),
  balance bigint not null constraint balance_record__balance check (balance >= 0),
  pay_way int constraint balance_record__way check (pay_way in (1, 2, 3, 4, 8, 9)),
  other_hid bigint,
  reason text not null,
  ref text,
  operator_name text,
  entry_id bigint not null,
  at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  primary key (oid, balance_record_id),
  foreign key (oid, hid) references store,
  foreign key (oid, other_hid) references store,
  foreign key (oid, ctid_) references contact,
  foreign key (oid, entry_id) references ledger_entry,
  -- In: recharge, transfer in, reward, return. Out: spending, transfer out.
  constraint balance_record__sign check ((amount > 0) = (kind in (1, 4, 5, 6)))
);
comment on column balance_record.kind is '1 recharge, 2 spent, 3 transfer out, 4 transfer in, 5 reward for an invitation, 6 returned';
comment on column balance_record.amount is 'fen, + into the balance, − out of it';
comment on column balance_record.balance is 'fen held after this movement';
comment on column balance_record.operator_name is 'who did it, as the person was called then';
create index balance_record__by_store on balance_record (oid, hid, balance_record_id desc);
create index balance_record__by_other on balance_record (oid, other_hid);
create index balance_record__by_person on balance_record (oid, ctid_);
create index balance_record__by_entry on balance_record (oid, entry_id);
