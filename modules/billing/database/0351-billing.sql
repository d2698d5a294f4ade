-- A line keeps the price of the catalogue beside the one that was charged, with who changed it and why (issue 10.1, point 10).
alter table bill_item
  add column list_price bigint,
  add column price_by bigint,
  add column price_reason text;
update bill_item set list_price = price;
alter table bill_item alter column list_price set not null,
  add constraint bill_item__list_price check (list_price >= 0),
  add constraint bill_item_oid_price_by_fkey foreign key (oid, price_by) references contact (oid, ctid_);
create index bill_item__by_price_changer on bill_item (oid, price_by) where price_by is not null;
comment on column bill_item.list_price is 'fen each in the catalogue on the day of the bill';
comment on column bill_item.price is 'fen each as charged, before discounts';
comment on column bill_item.ref is 'the line of a paper that owns it (frame-item:12): changed by that paper only';
