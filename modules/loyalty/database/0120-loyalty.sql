-- Coupons that come with a storage scheme, and the top-up a coupon came with.

create table storage_scheme_coupon (
  oid bigint not null,
  storage_scheme_id bigint not null,
  kind_id bigint not null,
  quantity int not null constraint storage_scheme_coupon__quantity check (quantity between 1 and 20),
  primary key (oid, storage_scheme_id, kind_id),
  foreign key (oid, storage_scheme_id) references storage_scheme on delete cascade,
  foreign key (oid, kind_id) references coupon_kind
);
create index storage_scheme_coupon__by_kind on storage_scheme_coupon (oid, kind_id);

alter table receive_record
  add column cbid bigint,
  add foreign key (oid, cbid) references charge_bill;
comment on column receive_record.cbid is 'the top-up it came with, by its storage scheme';
create index receive_record__by_top_up on receive_record (oid, cbid);
