-- Organisations and their stores. An organisation is the tenant; a store (hid, "hospital" in the legacy calls) belongs to one.

create table organisation (
  oid bigint primary key,
  name text not null,
  kind text not null default 'chain' constraint organisation__kind check (kind in ('chain', 'joint', 'single')),
  created_at timestamptz not null default app_now()
);
create sequence organisation_oid_seq;
alter table organisation alter column oid set default nextval('organisation_oid_seq');

create table store (
  oid bigint not null references organisation,
  hid bigint generated always as identity,
  name text not null,
  short_name text not null,
  phone text,
  address text,
  logo text,
  time_open text, time_close text,
  time_open2 text, time_close2 text,
  time_open3 text, time_close3 text,
  sight_standard int not null default 5 constraint store__sight_standard check (sight_standard in (5, 1)),
  member_discount_min numeric(4, 2) not null default 7 constraint store__discount check (member_discount_min between 0 and 10),
  is_opt_required boolean not null default true,
  order_method int not null default 1,
  hospital_note text,
  print_head text,
  expire_date date,
  sort int not null default 0,
  version int not null default 0,
  primary key (oid, hid),
  constraint store__duplicate unique (oid, name)
);
comment on column store.sight_standard is '5 = five-grade notation, 1 = decimal';
comment on column store.member_discount_min is 'lowest discount in 折 that staff may give';
comment on column store.expire_date is 'the account''s expiry; past it the menu is cut down';
