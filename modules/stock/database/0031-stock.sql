-- Prices agreed after a stock-in or stock-out was posted: what the supplier invoices, what a receiver is charged. The posted cost stays what it was.
create table stock_price (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  stock_in_item_id bigint,
  stock_out_item_id bigint,
  price bigint not null constraint stock_price__price check (price >= 0),
  note text,
  at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  primary key (oid, id),
  foreign key (oid, hid) references store,
  foreign key (oid, stock_in_item_id) references stock_in_item,
  foreign key (oid, stock_out_item_id) references stock_out_item,
  foreign key (oid, ctid_) references contact,
  constraint stock_price__one_paper check (num_nonnulls(stock_in_item_id, stock_out_item_id) = 1)
);
comment on column stock_price.price is 'fen a piece, as agreed';
create index stock_price__by_store on stock_price (oid, hid);
create unique index stock_price__in on stock_price (oid, stock_in_item_id) where stock_in_item_id is not null;
create unique index stock_price__out on stock_price (oid, stock_out_item_id) where stock_out_item_id is not null;
create index stock_price__by_person on stock_price (oid, ctid_);
