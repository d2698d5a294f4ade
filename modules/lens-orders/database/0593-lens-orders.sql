-- How each maker wants its files, and every file that was sent: its bytes lie in the storage under their hash.
create table maker_profile (
  oid bigint not null,
  supplier_id bigint not null,
  format text not null constraint maker_profile__format check (format in ('dcs', 'excel', 'csv')),
  account text,
  height text not null default 'box' constraint maker_profile__height check (height in ('box', 'datum')),
  extra text,
  names jsonb not null default '[]',
  columns jsonb not null default '[]',
  primary key (oid, supplier_id),
  foreign key (oid, supplier_id) references supplier on delete cascade
);
comment on column maker_profile.height is 'where OCHT is measured from: the bottom of the box, or the middle of it';

create table supply_sent (
  oid bigint not null,
  sent_id bigint generated always as identity,
  hid bigint not null,
  order_id bigint not null,
  format text not null constraint supply_sent__format check (format in ('dcs', 'excel', 'csv')),
  filename text not null,
  sha256 text not null,
  size int not null,
  said text not null,
  sent_at timestamptz not null default app_now(),
  sent_by bigint,
  primary key (oid, sent_id),
  foreign key (oid, hid) references store,
  foreign key (oid, order_id) references supply_order on delete cascade,
  foreign key (oid, sent_by) references contact
);
comment on column supply_sent.said is 'hash of what was told to the maker: another one now means that the order was changed since';
create index supply_sent__by_order on supply_sent (oid, order_id, sent_id desc);
create index supply_sent__by_store on supply_sent (oid, hid);
create index supply_sent__by_sender on supply_sent (oid, sent_by);
