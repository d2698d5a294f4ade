-- Stored value: schemes, corrections with a reason, refunds to the member's own account, top-ups paid by a code.

create table storage_scheme (
  oid bigint not null,
  storage_scheme_id bigint generated always as identity,
  hid bigint not null,
  name text not null,
  money bigint not null constraint storage_scheme__money check (money > 0),
  money_gift bigint not null default 0 constraint storage_scheme__gift check (money_gift >= 0),
  fgid bigint,
  level_id bigint,
  status int not null default 0 constraint storage_scheme__status check (status in (0, 1)),
  sort int not null default 0,
  version int not null default 0,
  primary key (oid, storage_scheme_id),
  foreign key (oid, hid) references store,
  foreign key (oid, level_id) references level,
  constraint storage_scheme__duplicate unique (oid, hid, name)
);
comment on column storage_scheme.money is 'fen the member pays';
comment on column storage_scheme.money_gift is 'fen given on top';
comment on column storage_scheme.level_id is 'level the member rises to with it';
create index storage_scheme__by_level on storage_scheme (oid, level_id);

alter table charge_bill
  add column storage_scheme_id bigint,
  add column fgid bigint,
  add column level_id bigint,
  add column amends bigint,
  add column order_no text,
  add column refund_name text,
  add column refund_account text,
  add foreign key (oid, storage_scheme_id) references storage_scheme,
  add foreign key (oid, level_id) references level,
  add foreign key (oid, amends) references charge_bill,
  drop constraint charge_bill__kind,
  add constraint charge_bill__kind check (kind between 1 and 5),
  drop constraint charge_bill__way,
  add constraint charge_bill__way check ((kind in (3, 4)) = (pay_way is null)),
  add constraint charge_bill__amends check ((kind = 5) = (amends is not null)),
  add constraint charge_bill__order unique (oid, order_no);
comment on column charge_bill.kind is '1 top-up, 2 withdrawal, 3 transfer out, 4 transfer in, 5 correction of a top-up';
comment on column charge_bill.amends is 'the top-up a correction belongs to; money and money_gift are the difference';
comment on column charge_bill.order_no is 'payment order of a top-up paid by a code';
comment on column charge_bill.refund_account is 'where a withdrawal was paid to; refund_name is the holder';
create index charge_bill__by_scheme on charge_bill (oid, storage_scheme_id);
create index charge_bill__by_level on charge_bill (oid, level_id);
create index charge_bill__by_amended on charge_bill (oid, amends);
