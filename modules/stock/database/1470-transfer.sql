-- A transfer between stores is one paper: the stock-out names the store it goes to, and sending it writes the receipt of that store.
alter table stock_out
  add column to_hid bigint,
  add constraint stock_out__to_store foreign key (oid, to_hid) references store,
  add constraint stock_out__transfer_to check (to_hid is null or stockout_type = 3);
comment on column stock_out.to_hid is 'store a transfer goes to; older transfers named none';
create index stock_out__by_destination on stock_out (oid, to_hid, stockout_id desc) where to_hid is not null;

alter table stock_in
  add column stockout_id bigint,
  add column from_hid bigint,
  add column counted_at timestamptz,
  add column decided_by bigint,
  add column decided_at timestamptz,
  add constraint stock_in__one_of_transfer unique (oid, stockout_id),
  add foreign key (oid, stockout_id) references stock_out,
  add foreign key (oid, from_hid) references store,
  add foreign key (oid, decided_by) references contact,
  add constraint stock_in__transfer check (
    num_nonnulls(stockout_id, from_hid) in (0, 2) and (stockout_id is null or stockin_type = 2)
      and num_nonnulls(decided_by, decided_at) in (0, 2)
  );
comment on column stock_in.stockout_id is 'transfer that this is the receipt of';
comment on column stock_in.counted_at is 'when the receiving store counted a transfer';
create index stock_in__by_sender on stock_in (oid, from_hid) where from_hid is not null;
create index stock_in__by_decider on stock_in (oid, decided_by) where decided_by is not null;

alter table stock_in_item
  add column source_batch bigint,
  add column surplus int not null default 0,
  add column outcome int,
  add foreign key (oid, source_batch) references batch,
  add constraint stock_in_item__surplus check (surplus between 0 and 100000 and (surplus = 0 or source_batch is not null)),
  add constraint stock_in_item__outcome check (outcome between 1 and 3),
  add constraint stock_in_item__sent check (source_batch is null or quantity + rejected <= expected);
comment on column stock_in_item.source_batch is 'batch of the sending store; its pieces on the way are on the account transit:<batch>';
comment on column stock_in_item.surplus is 'pieces that arrived beyond what was sent; in no stock until somebody decides';
comment on column stock_in_item.outcome is '1 written off, 2 back to the sending store, 3 taken in by the receiving store';
create index stock_in_item__by_source on stock_in_item (oid, source_batch) where source_batch is not null;
