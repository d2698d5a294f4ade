-- Adds changed batches to the sums per product and power, always in one order of the rows, so that entries with several goods cannot
-- deadlock.
create or replace function sku_level_keep() returns trigger language plpgsql security definer set search_path to 'public' as $$
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
    having (
      sum(way), sum(way * on_hand), coalesce(sum(way * on_hand) filter (where held and not locked), 0),
        coalesce(sum(way * on_hand) filter (where locked), 0),
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
create trigger sku_level_insert after insert on stock_level
  referencing new table as new_rows
  for each statement execute function sku_level_keep();
create trigger sku_level_delete after delete on stock_level
  referencing old table as old_rows
  for each statement execute function sku_level_keep();
create trigger sku_level_update after update on stock_level
  referencing old table as old_rows new table as new_rows
  for each statement execute function sku_level_keep();

-- Counts a batch that is opened empty at the end of the transaction. A receipt opens its batches before it locks the accounts it posts to;
-- counting at once would hold the sum that a concurrent sale waits for.
create or replace function sku_level_open() returns trigger language plpgsql security definer set search_path to 'public' as $$
begin
  insert into sku_level as k (oid, hid, product_id, sph, cyl, batches, on_hand, held, locked, value)
  values (new.oid, new.hid, new.product_id, new.sph, new.cyl, 1, 0, 0, 0, 0)
    on conflict on constraint sku_level__one do update set batches = k.batches + 1;
  -- Opened and deleted, or made another power, in one transaction.
  delete from sku_level k where k.oid = new.oid and k.hid = new.hid and k.product_id = new.product_id and k.batches = 0 and k.on_hand = 0;
  return null;
end $$;
create constraint trigger sku_level_open after insert on stock_level deferrable initially deferred
  for each row when (new.on_hand = 0) execute function sku_level_open();

-- Adds what an entry moves, once per statement. The poster holds the locks of the batches' accounts.
create or replace function stock_level_move() returns trigger language plpgsql security definer set search_path to 'public' as $$
begin
  if not exists (select from new_rows where book = 'stock') then return null; end if;
  with moved as (
    select l.oid, substr(a.key, 7)::bigint batch_id, sum(l.amount) amount
    from new_rows l
    join ledger_account a on a.oid = l.oid and a.account_id = l.account_id
      where l.book = 'stock' and a.key ~ '^batch:[0-9]{1,18}$' group by 1, 2
  ), locked as (
    select v.oid, v.batch_id, m.amount
    from moved m
    join stock_level v on v.oid = m.oid and v.batch_id = m.batch_id
    order by v.oid, v.batch_id for no key update of v
  )
  update stock_level v set on_hand = v.on_hand + l.amount from locked l where v.oid = l.oid and v.batch_id = l.batch_id;
  return null;
end $$;
create trigger stock_level_move after insert on ledger_line
  referencing new table as new_rows
  for each statement execute function stock_level_move();

-- Keeps the columns of the level that come from the batch itself.
create or replace function stock_level_of_batch() returns trigger language plpgsql security definer set search_path to 'public' as $$
begin
  if tg_op = 'INSERT' then
    insert into stock_level (oid, batch_id, hid, warehouse_id, product_id, supplier_id, sph, cyl, axis, lot, expiry, cost, held, locked)
      select oid, batch_id, hid, warehouse_id, product_id, supplier_id, sph, cyl, axis, lower(batch_no), expiry, cost,
        held_for is not null, locked
      from new_rows
      order by batch_id;
  elsif tg_op = 'DELETE' then
    delete from stock_level v using old_rows o where v.oid = o.oid and v.batch_id = o.batch_id;
  elsif exists (select from new_rows n join old_rows o on o.oid = n.oid and o.batch_id = n.batch_id
      where (n.hid, n.warehouse_id, n.product_id, n.supplier_id, n.sph, n.cyl, n.axis, n.batch_no, n.expiry, n.cost, n.held_for, n.locked)
        is distinct from (
          o.hid, o.warehouse_id, o.product_id, o.supplier_id, o.sph, o.cyl, o.axis, o.batch_no, o.expiry, o.cost, o.held_for, o.locked
        )) then
    with said as (
      select v.oid, v.batch_id
      from new_rows n
      join stock_level v on v.oid = n.oid and v.batch_id = n.batch_id
      order by v.oid, v.batch_id for no key update of v
    )
    update stock_level v
    set hid = n.hid, warehouse_id = n.warehouse_id, product_id = n.product_id, supplier_id = n.supplier_id, sph = n.sph,
      cyl = n.cyl, axis = n.axis,
        lot = lower(n.batch_no), expiry = n.expiry, cost = n.cost, held = n.held_for is not null, locked = n.locked
      from said s join new_rows n on n.oid = s.oid and n.batch_id = s.batch_id where v.oid = s.oid and v.batch_id = s.batch_id;
  end if;
  return null;
end $$;
create trigger stock_level_insert after insert on batch
  referencing new table as new_rows
  for each statement execute function stock_level_of_batch();
create trigger stock_level_delete after delete on batch
  referencing old table as old_rows
  for each statement execute function stock_level_of_batch();
create trigger stock_level_update after update on batch
  referencing old table as old_rows new table as new_rows
  for each statement execute function stock_level_of_batch();

-- Builds both level tables from nothing, for one organisation or all, after rows were written past the triggers (a bulk restore). Nested
-- loops are off: the tables are not analyzed yet, and a plan for a few rows would read the accounts once per batch. Empty batches are
-- counted in one statement.
create or replace function stock_levels_anew(of bigint default null)
  returns void
  language plpgsql security definer
  set search_path to 'public'
  set enable_nestloop to off as $$
begin
  lock table ledger_line, batch in share row exclusive mode;
  delete from stock_level where of is null or oid = of;
  delete from sku_level where of is null or oid = of;
  alter table stock_level disable trigger sku_level_open;
  insert into stock_level (
    oid, batch_id, hid, warehouse_id, product_id, supplier_id, sph, cyl, axis, lot, expiry, cost, held, locked, on_hand
  )
    select b.oid, b.batch_id, b.hid, b.warehouse_id, b.product_id, b.supplier_id, b.sph, b.cyl, b.axis, lower(b.batch_no),
      b.expiry, b.cost, b.held_for is not null, b.locked, coalesce(a.balance, 0)
    from batch b
      left join ledger_account a on a.oid = b.oid and a.book = 'stock' and a.key = 'batch:' || b.batch_id
      where of is null or b.oid = of;
  alter table stock_level enable trigger sku_level_open;
  insert into sku_level as k (oid, hid, product_id, sph, cyl, batches, on_hand, held, locked, value)
    select oid, hid, product_id, sph, cyl, count(*), 0, 0, 0, 0
    from stock_level
    where on_hand = 0 and (of is null or oid = of)
    group by oid, hid, product_id, sph, cyl
    on conflict on constraint sku_level__one do update set batches = k.batches + excluded.batches;
end $$;
