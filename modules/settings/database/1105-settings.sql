-- Baseline of settings: its tables as decision 1101 found them. A landed file is never edited; what changes a table is a new one.

-- Master data of a clinic: member levels (issue 3 adds the other kinds).
create table level (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  name text not null,
  discount numeric(4,2) not null default 10,
  point_multiple numeric(4,2) not null default 1,
  sort int not null default 0,
  upgrade_spend bigint,
  constraint level__discount check (discount between 0 and 10),
  constraint level__multiple check (point_multiple between 0 and 10),
  primary key (oid, id),
  constraint level__duplicate unique (oid, hid, name),
  foreign key (oid) references organisation,
  foreign key (oid, hid) references store,
  constraint level__upgrade check (upgrade_spend >= 0)
);
comment on column level.upgrade_spend is 'fen of net spending from which a member reaches the level; null: only by hand';

-- Master data of a store in one table: a kind, a name, an order, a state, and what else the kind declares
-- (modules/settings/contract/kinds.ts) as JSON. Shared in the chain (wall.sql): a tag given in one store is shown in the other; only the
-- store's own people change it (ownStore).
create table master_item (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  kind text not null,
  name text not null,
  sort int not null default 0,
  status int not null default 0,
  body jsonb not null default '{}',
  version int not null default 0,
  created_at timestamptz not null default app_now(),
  constraint master_item__kind check (kind ~ '^[a-z-]{2,30}$'),
  constraint master_item__status check (status in (0, 1)),
  primary key (oid, id),
  foreign key (oid) references organisation,
  foreign key (oid, hid) references store
);
comment on column master_item.status is '0 active, 1 stopped';
comment on column master_item.body is 'fields of the kind; money in fen';
-- Equal names are told apart by what the kind groups by.
create unique index master_item__duplicate on master_item (oid, hid, kind, coalesce(body ->> 'use', body ->> 'type', ''), name);
create index master_item__by_kind on master_item (oid, hid, kind, sort, id);

-- Choices of a store: the value of each key that was ever set; the others have the default of modules/settings/contract/options.ts.
create table store_option (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  key text not null,
  value jsonb not null,
  primary key (oid, id),
  constraint store_option__duplicate unique (oid, hid, key),
  foreign key (oid) references organisation,
  foreign key (oid, hid) references store
);
