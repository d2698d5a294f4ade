-- Bills: which payment earned points, coupons that pay or lower a bill, and the combos that are sold as packages.

alter table bill_payment add column earn_percent int constraint bill_payment__earn check (earn_percent between 0 and 1000);
comment on column bill_payment.earn_percent is 'share of the payment that earned points, as the rules stood; null: the rule of the first version';

alter table bill_payment add column coupon_id bigint;
alter table bill_payment add foreign key (oid, coupon_id) references receive_record;
alter table bill_payment add constraint bill_payment__coupon check ((pay_way = 7) = (coupon_id is not null));
create index bill_payment__by_coupon on bill_payment (oid, coupon_id) where coupon_id is not null;
alter table fee_bill add column discount_coupon_id bigint;
alter table fee_bill add foreign key (oid, discount_coupon_id) references receive_record;
create index fee_bill__by_coupon on fee_bill (oid, discount_coupon_id);

-- Combos on the price list (fee groups): several services sold for one price, used up one by one.
create table fee_group (
  oid bigint not null,
  fgid bigint generated always as identity,
  hid bigint not null,
  name text not null,
  type int not null default 0,
  combo_type int not null default 0 constraint fee_group__combo check (combo_type in (0, 1)),
  package_price bigint not null constraint fee_group__price check (package_price >= 0),
  original_price bigint not null,
  scope_hid bigint[] not null default '{}',
  validity_type int not null default 0 constraint fee_group__validity check (validity_type in (0, 1, 2, 3)),
  validity_name text,
  restricted_quantity int not null default 0 constraint fee_group__quantity check (restricted_quantity >= 0),
  purchase_restriction int not null default 0 constraint fee_group__restriction check (purchase_restriction in (0, 1)),
  cancel_limit int not null default 0 constraint fee_group__cancel check (cancel_limit >= 0),
  synchronous_setting int not null default 0 constraint fee_group__synchronous check (synchronous_setting in (0, 1)),
  note text,
  status int not null default 0 constraint fee_group__status check (status in (0, 1)),
  version int not null default 0,
  primary key (oid, fgid),
  foreign key (oid, hid) references store,
  constraint fee_group__duplicate unique (oid, hid, name)
);
comment on column fee_group.combo_type is '0 package used up piece by piece, 1 combo charged at once as its items';
comment on column fee_group.scope_hid is 'other stores that sell it; empty: the own store only';
comment on column fee_group.validity_name is 'days from the purchase (validity_type 1), last day (2), days from the first use (3)';
comment on column fee_group.restricted_quantity is 'packages a member may buy; 0: no limit';
comment on column fee_group.purchase_restriction is '1: only members who never paid a bill';
comment on column fee_group.synchronous_setting is '1: packages already bought are brought up to a changed combo';
create table fee_group_item (
  oid bigint not null,
  fgid bigint not null,
  line_no int not null,
  fiid bigint not null,
  quantity int not null constraint fee_group_item__quantity check (quantity between 1 and 999),
  primary key (oid, fgid, line_no),
  foreign key (oid, fgid) references fee_group on delete cascade,
  foreign key (oid, fiid) references fee_item
);
create index fee_group_item__by_item on fee_group_item (oid, fiid);

alter table bill_item add column fgid bigint;
alter table bill_item add foreign key (oid, fgid) references fee_group;
create index bill_item__by_combo on bill_item (oid, fgid);
