-- What lists read of stock, kept beside the ledger by the statement that posts: of each batch, and of each product and power of a store. Nobody has
-- a grant to write either. Whether a batch has expired is not kept: it is asked at reading, by index, so that no job of the night can be late.
create table stock_level (
  oid bigint not null,
  batch_id bigint not null,
  hid bigint not null,
  warehouse_id bigint not null,
  product_id bigint not null,
  supplier_id bigint,
  sph numeric(5, 2) constraint stock_level__sph check (sph between -45 and 70),
  cyl numeric(5, 2) constraint stock_level__cyl check (cyl between -25 and 0),
  axis int constraint stock_level__axis check (axis between 1 and 180),
  lot text,
  expiry date,
  cost bigint not null,
  held boolean not null,
  locked boolean not null,
  on_hand bigint not null default 0,
  primary key (oid, batch_id),
  foreign key (oid, hid) references store
);
comment on constraint stock_level__sph on stock_level is 'as in its batch: kept in minus cylinder';
comment on constraint stock_level__cyl on stock_level is 'kept in minus cylinder';
comment on column stock_level.lot is 'number of the lot in small letters: what it is found by';
comment on column stock_level.held is 'kept for an order: issued to nobody else';
comment on column stock_level.on_hand is 'pieces: balance of the account batch:<id> in the book stock';
create index stock_level__by_sku on stock_level (oid, hid, product_id, sph, cyl, expiry nulls last, batch_id);
create index stock_level__filled on stock_level (oid, hid, product_id, sph, cyl, expiry nulls last, batch_id)
  include (warehouse_id, supplier_id, on_hand, held, locked, cost) where on_hand > 0;
create index stock_level__expiring on stock_level (oid, hid, expiry) include (product_id, sph, cyl, on_hand, held, locked) where on_hand > 0 and expiry is not null;
create index stock_level__locked on stock_level (oid, hid) where on_hand > 0 and locked;
create index stock_level__by_store on stock_level (oid, hid, batch_id desc);
create index stock_level__by_lot on stock_level (oid, lot) where lot is not null;

create table sku_level (
  oid bigint not null,
  sku_id bigint generated always as identity,
  hid bigint not null,
  product_id bigint not null,
  sph numeric(5, 2) constraint sku_level__sph check (sph between -45 and 70),
  cyl numeric(5, 2) constraint sku_level__cyl check (cyl between -25 and 0),
  batches int not null,
  on_hand bigint not null,
  held bigint not null,
  locked bigint not null,
  value bigint not null,
  primary key (oid, sku_id),
  foreign key (oid, hid) references store,
  constraint sku_level__one unique nulls not distinct (oid, hid, product_id, sph, cyl)
);
create index sku_level__none on sku_level (oid, hid, product_id) where batches = 0;
comment on constraint sku_level__sph on sku_level is 'as in its batches: kept in minus cylinder';
comment on constraint sku_level__cyl on sku_level is 'kept in minus cylinder';
comment on table sku_level is 'sums of stock_level by store, product and power';
comment on column sku_level.batches is 'batches of it, empty ones too';
comment on column sku_level.held is 'pieces kept for orders that are not locked as well: what anybody may have is on_hand - held - locked, less what expired';
comment on column sku_level.value is 'fen, at the cost of each batch';

-- What changed batches come to, added to the sums in one order of the rows: entries that post several goods do not wait for each other in a ring.
create function sku_level_keep() returns trigger language plpgsql security definer set search_path to 'public' as $$
declare
  gone stock_level[];
  come stock_level[];
begin
  if tg_op <> 'INSERT' then gone := array(select x::stock_level from old_rows x); end if;
  if tg_op <> 'DELETE' then come := array(select x::stock_level from new_rows x where tg_op = 'UPDATE' or x.on_hand <> 0); end if;
  insert into sku_level as k (oid, hid, product_id, sph, cyl, batches, on_hand, held, locked, value)
    select oid, hid, product_id, sph, cyl, sum(way), sum(way * on_hand), coalesce(sum(way * on_hand) filter (where held and not locked), 0),
      coalesce(sum(way * on_hand) filter (where locked), 0), sum(way * on_hand * cost)
    from (select -1 way, x.* from unnest(gone) x union all select 1, x.* from unnest(come) x) d group by oid, hid, product_id, sph, cyl
    having (sum(way), sum(way * on_hand), coalesce(sum(way * on_hand) filter (where held and not locked), 0), coalesce(sum(way * on_hand) filter (where locked), 0),
      sum(way * on_hand * cost)) <> (0, 0, 0, 0, 0)
    order by oid, hid, product_id, sph, cyl
    on conflict on constraint sku_level__one do update set batches = k.batches + excluded.batches, on_hand = k.on_hand + excluded.on_hand,
      held = k.held + excluded.held, locked = k.locked + excluded.locked, value = k.value + excluded.value;
  -- What has no batch any more: seldom, a batch that nothing moved through was deleted.
  if tg_op = 'DELETE' or exists (select from unnest(gone) o join unnest(come) n on n.oid = o.oid and n.batch_id = o.batch_id
      where (n.hid, n.product_id, n.sph, n.cyl) is distinct from (o.hid, o.product_id, o.sph, o.cyl)) then
    delete from sku_level k using unnest(gone) x where k.oid = x.oid and k.hid = x.hid and k.product_id = x.product_id
      and k.sph is not distinct from x.sph and k.cyl is not distinct from x.cyl and k.batches = 0 and k.on_hand = 0;
  end if;
  return null;
end $$;
create trigger sku_level_insert after insert on stock_level referencing new table as new_rows for each statement execute function sku_level_keep();
create trigger sku_level_delete after delete on stock_level referencing old table as old_rows for each statement execute function sku_level_keep();
create trigger sku_level_update after update on stock_level referencing old table as old_rows new table as new_rows for each statement execute function sku_level_keep();

-- A batch that is opened empty is counted as the transaction ends: a receipt opens its batches before it locks the accounts it posts to, and would hold the sum
-- of a power while it waits for somebody who sells of it and waits for the sum.
create function sku_level_open() returns trigger language plpgsql security definer set search_path to 'public' as $$
begin
  insert into sku_level as k (oid, hid, product_id, sph, cyl, batches, on_hand, held, locked, value) values (new.oid, new.hid, new.product_id, new.sph, new.cyl, 1, 0, 0, 0, 0)
    on conflict on constraint sku_level__one do update set batches = k.batches + 1;
  -- Opened and deleted, or made another power, in one transaction.
  delete from sku_level k where k.oid = new.oid and k.hid = new.hid and k.product_id = new.product_id and k.batches = 0 and k.on_hand = 0;
  return null;
end $$;
create constraint trigger sku_level_open after insert on stock_level deferrable initially deferred for each row when (new.on_hand = 0) execute function sku_level_open();

-- What an entry moves, once a statement: the accounts of its batches are locked by who posts.
create function stock_level_move() returns trigger language plpgsql security definer set search_path to 'public' as $$
begin
  if not exists (select from new_rows where book = 'stock') then return null; end if;
  with moved as (
    select l.oid, substr(a.key, 7)::bigint batch_id, sum(l.amount) amount from new_rows l join ledger_account a on a.oid = l.oid and a.account_id = l.account_id
      where l.book = 'stock' and a.key ~ '^batch:[0-9]{1,18}$' group by 1, 2
  ), locked as (
    select v.oid, v.batch_id, m.amount from moved m join stock_level v on v.oid = m.oid and v.batch_id = m.batch_id order by v.oid, v.batch_id for no key update of v
  )
  update stock_level v set on_hand = v.on_hand + l.amount from locked l where v.oid = l.oid and v.batch_id = l.batch_id;
  return null;
end $$;
create trigger stock_level_move after insert on ledger_line referencing new table as new_rows for each statement execute function stock_level_move();

-- What a batch says of itself.
create function stock_level_of_batch() returns trigger language plpgsql security definer set search_path to 'public' as $$
begin
  if tg_op = 'INSERT' then
    insert into stock_level (oid, batch_id, hid, warehouse_id, product_id, supplier_id, sph, cyl, axis, lot, expiry, cost, held, locked)
      select oid, batch_id, hid, warehouse_id, product_id, supplier_id, sph, cyl, axis, lower(batch_no), expiry, cost, held_for is not null, locked from new_rows order by batch_id;
  elsif tg_op = 'DELETE' then
    delete from stock_level v using old_rows o where v.oid = o.oid and v.batch_id = o.batch_id;
  elsif exists (select from new_rows n join old_rows o on o.oid = n.oid and o.batch_id = n.batch_id
      where (n.hid, n.warehouse_id, n.product_id, n.supplier_id, n.sph, n.cyl, n.axis, n.batch_no, n.expiry, n.cost, n.held_for, n.locked)
        is distinct from (o.hid, o.warehouse_id, o.product_id, o.supplier_id, o.sph, o.cyl, o.axis, o.batch_no, o.expiry, o.cost, o.held_for, o.locked)) then
    with said as (
      select v.oid, v.batch_id from new_rows n join stock_level v on v.oid = n.oid and v.batch_id = n.batch_id order by v.oid, v.batch_id for no key update of v
    )
    update stock_level v set hid = n.hid, warehouse_id = n.warehouse_id, product_id = n.product_id, supplier_id = n.supplier_id, sph = n.sph, cyl = n.cyl, axis = n.axis,
        lot = lower(n.batch_no), expiry = n.expiry, cost = n.cost, held = n.held_for is not null, locked = n.locked
      from said s join new_rows n on n.oid = s.oid and n.batch_id = s.batch_id where v.oid = s.oid and v.batch_id = s.batch_id;
  end if;
  return null;
end $$;
create trigger stock_level_insert after insert on batch referencing new table as new_rows for each statement execute function stock_level_of_batch();
create trigger stock_level_delete after delete on batch referencing old table as old_rows for each statement execute function stock_level_of_batch();
create trigger stock_level_update after update on batch referencing old table as old_rows new table as new_rows for each statement execute function stock_level_of_batch();

-- Both tables anew, of one organisation or of all: for rows that came past the triggers (a restore in bulk). Such tables are not analyzed yet, and a plan made
-- for a few rows would go through the accounts once for each batch. Empty batches are counted at once: one after the other, each would pass by the versions of the
-- sum that those before it left behind.
create function stock_levels_anew(of bigint default null) returns void language plpgsql security definer set search_path to 'public' set enable_nestloop to off as $$
begin
  lock table ledger_line, batch in share row exclusive mode;
  delete from stock_level where of is null or oid = of;
  delete from sku_level where of is null or oid = of;
  alter table stock_level disable trigger sku_level_open;
  insert into stock_level (oid, batch_id, hid, warehouse_id, product_id, supplier_id, sph, cyl, axis, lot, expiry, cost, held, locked, on_hand)
    select b.oid, b.batch_id, b.hid, b.warehouse_id, b.product_id, b.supplier_id, b.sph, b.cyl, b.axis, lower(b.batch_no), b.expiry, b.cost, b.held_for is not null, b.locked, coalesce(a.balance, 0)
    from batch b left join ledger_account a on a.oid = b.oid and a.book = 'stock' and a.key = 'batch:' || b.batch_id where of is null or b.oid = of;
  alter table stock_level enable trigger sku_level_open;
  insert into sku_level as k (oid, hid, product_id, sph, cyl, batches, on_hand, held, locked, value)
    select oid, hid, product_id, sph, cyl, count(*), 0, 0, 0, 0 from stock_level where on_hand = 0 and (of is null or oid = of) group by oid, hid, product_id, sph, cyl
    on conflict on constraint sku_level__one do update set batches = k.batches + excluded.batches;
end $$;
select stock_levels_anew();
