-- Master data of a store in one table: a kind, a name, an order, a state, and what else the kind declares (modules/settings/contract/kinds.ts) as JSON.
-- Shared in the chain (wall.sql): a tag given in one store is shown in the other; only the store's own people change it (ownStore).
create table master_item (
  oid bigint not null references organisation,
  id bigint generated always as identity,
  hid bigint not null,
  kind text not null constraint master_item__kind check (kind ~ '^[a-z-]{2,30}$'),
  name text not null,
  sort int not null default 0,
  status int not null default 0 constraint master_item__status check (status in (0, 1)),
  body jsonb not null default '{}',
  version int not null default 0,
  created_at timestamptz not null default app_now(),
  primary key (oid, id),
  foreign key (oid, hid) references store
);
comment on column master_item.status is '0 active, 1 stopped';
comment on column master_item.body is 'fields of the kind; money in fen';
-- Equal names are told apart by what the kind groups by.
create unique index master_item__duplicate on master_item (oid, hid, kind, coalesce(body ->> 'use', body ->> 'type', ''), name);
create index master_item__by_kind on master_item (oid, hid, kind, sort, id);

-- Choices of a store: the value of each key that was ever set; the others have the default of modules/settings/contract/options.ts.
create table store_option (
  oid bigint not null references organisation,
  id bigint generated always as identity,
  hid bigint not null,
  key text not null,
  value jsonb not null,
  primary key (oid, id),
  foreign key (oid, hid) references store,
  constraint store_option__duplicate unique (oid, hid, key)
);

-- How often rows are pointed to, by every foreign key there is or will be. Runs as the caller, so behind the wall.
create function row_uses(target regclass, ids bigint[]) returns table (id bigint, n bigint) language plpgsql stable as $$
declare
  k record;
begin
  for k in
    select c.conrelid::regclass as tbl, a.attname as col
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
    where c.contype = 'f' and c.confrelid = target and cardinality(c.conkey) = 2
  loop
    return query execute format('select %I::bigint, count(*) from %s where oid = current_setting(''app.oid'')::bigint and %I = any ($1) group by 1', k.col, k.tbl, k.col) using ids;
  end loop;
end $$;
