-- Tags of a store's goods, and how long the company prefix in a GTIN is: RFID tags ask for it (GS1 EPC Tag Data Standard).
alter table product add column prefix_length int constraint product__prefix_length check (prefix_length between 6 and 12);
comment on column product.prefix_length is 'digits of the GS1 company prefix in the bar code; null: not known';

create table product_tag (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  category int constraint product_tag__category check (category between 1 and 11),
  name text not null constraint product_tag__name check (btrim(name) <> ''),
  status int not null default 0 constraint product_tag__status check (status in (0, 1)),
  sort int not null default 0,
  version int not null default 0,
  primary key (oid, id),
  foreign key (oid, hid) references store,
  constraint product_tag__store unique (oid, id, hid),
  constraint product_tag__duplicate unique nulls not distinct (oid, hid, category, name)
);
comment on column product_tag.category is 'kind of goods it is for; null: any';

create table product_tagged (
  oid bigint not null,
  hid bigint not null,
  tag_id bigint not null,
  product_id bigint not null,
  primary key (oid, tag_id, hid, product_id),
  foreign key (oid, tag_id) references product_tag,
  constraint product_tagged__same_store foreign key (oid, tag_id, hid) references product_tag (oid, id, hid),
  foreign key (oid, product_id) references product on delete cascade
);
create index product_tagged__by_product on product_tagged (oid, product_id);
