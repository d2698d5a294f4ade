-- Goods that came for one order are held for it: part of what a batch is, so that they are never mixed with what may be sold.
alter table batch
  add column held_for text constraint batch__held_for check (held_for ~ '^[a-z]+:[0-9]+$'),
  drop constraint batch__same,
  add constraint batch__same unique nulls not distinct (oid, warehouse_id, product_id, sph, cyl, axis, batch_no, expiry, cost, supplier_id, held_for);
comment on column batch.held_for is 'ref of the order the pieces are kept for; issued to nobody else';
create index batch__by_held on batch (oid, held_for) where held_for is not null;

-- Held pieces go to whom they are held for, whichever call issues them. What is undone, counted for less, scrapped or sent back to its supplier may leave.
create function batch_held() returns trigger language plpgsql security definer set search_path to 'public' as $$
declare
  held text := (select b.held_for from ledger_account a join batch b on b.oid = a.oid and b.batch_id = case when starts_with(a.key, 'batch:') then substr(a.key, 7)::bigint end
    where a.oid = new.oid and a.account_id = new.account_id);
  e record;
begin
  if held is null then return null; end if;
  select ref, reverses into e from ledger_entry where oid = new.oid and entry_id = new.entry_id;
  if e.reverses is not null or e.ref in (held, 'freed-' || held) or e.ref like 'adjust:%' then return null; end if;
  if e.ref like 'stockout:%' and exists (select 1 from stock_out
      where oid = new.oid and stockout_id = split_part(e.ref, ':', 2)::bigint and stockout_type in (4, 5, 6)) then return null; end if;
  raise exception 'pieces are held for %', held using errcode = '23514', constraint = 'batch__held';
end $$;
create trigger batch_held after insert on ledger_line for each row when (new.book = 'stock' and new.amount < 0) execute function batch_held();
