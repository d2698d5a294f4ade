-- What suppliers say they delivered: a file of theirs, row by row, and what was decided of each difference from what is owed.
alter table payable drop constraint payable__kind, add constraint payable__kind check (kind between 1 and 6);
comment on column payable.kind is '1 received, 2 returned, 3 difference of price, 4 revoked, 5 made good by the supplier, 6 accepted from a statement';

create table supplier_statement (
  oid bigint not null references organisation,
  statement_id bigint generated always as identity,
  hid bigint not null,
  statement_no text not null,
  supplier_id bigint not null,
  from_on date not null,
  to_on date not null,
  filename text not null,
  ctid_ bigint default app_ctid(),
  created_at timestamptz not null default app_now(),
  primary key (oid, statement_id),
  foreign key (oid, hid) references store,
  foreign key (oid, supplier_id) references supplier,
  foreign key (oid, ctid_) references contact,
  constraint supplier_statement__number unique (oid, statement_no),
  constraint supplier_statement__statement_term check (to_on >= from_on)
);
create index supplier_statement__by_supplier on supplier_statement (oid, supplier_id, statement_id desc);
create index supplier_statement__by_store on supplier_statement (oid, hid, statement_id desc);
create index supplier_statement__by_person on supplier_statement (oid, ctid_);
create table statement_row (
  oid bigint not null,
  row_id bigint generated always as identity,
  hid bigint not null,
  statement_id bigint not null,
  row_no int not null,
  day date,
  delivery_no text,
  order_no text,
  goods text not null,
  product_id bigint,
  sph numeric(5, 2) constraint statement_row__sph check (sph between -45 and 70),
  cyl numeric(5, 2) constraint statement_row__cyl check (cyl between -25 and 0),
  quantity int not null constraint statement_row__quantity check (quantity <> 0),
  price bigint not null constraint statement_row__price check (price >= 0),
  primary key (oid, row_id),
  foreign key (oid, hid) references store,
  foreign key (oid, statement_id) references supplier_statement on delete cascade,
  foreign key (oid, product_id) references product
);
comment on column statement_row.goods is 'as the supplier calls them';
comment on column statement_row.quantity is 'pieces; negative for goods taken back';
comment on column statement_row.price is 'fen a piece';
comment on constraint statement_row__sph on statement_row is 'kept in minus cylinder: a plus cylinder of up to 25 D moves into the sphere';
comment on constraint statement_row__cyl on statement_row is 'kept in minus cylinder';
create index statement_row__by_statement on statement_row (oid, statement_id);
create index statement_row__by_product on statement_row (oid, product_id);
create index statement_row__by_store on statement_row (oid, hid);
create table statement_decision (
  oid bigint not null,
  decision_id bigint generated always as identity,
  hid bigint not null,
  statement_id bigint not null,
  line text not null,
  finding int not null,
  difference bigint not null,
  decision int not null constraint statement_decision__decision check (decision in (1, 2)),
  payable_ids bigint[] not null,
  payable_id bigint,
  note text,
  ctid_ bigint default app_ctid(),
  at timestamptz not null default app_now(),
  primary key (oid, decision_id),
  foreign key (oid, hid) references store,
  foreign key (oid, statement_id) references supplier_statement on delete cascade,
  foreign key (oid, payable_id) references payable,
  foreign key (oid, ctid_) references contact,
  constraint statement_decision__once unique (oid, statement_id, line)
);
comment on column statement_decision.line is 't: and a row of theirs, or what of ours they left out; a decision counts while finding and difference are what they were';
comment on column statement_decision.payable_ids is 'what is ours on the line: not paid while the line is disputed';
comment on column statement_decision.payable_id is 'what was posted of an accepted difference';
create index statement_decision__by_payable on statement_decision (oid, payable_id);
create index statement_decision__by_store on statement_decision (oid, hid);
create index statement_decision__by_person on statement_decision (oid, ctid_);
