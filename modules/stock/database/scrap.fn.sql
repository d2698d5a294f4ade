-- Another person than its author approves that goods are scrapped.
create or replace function scrap_approved() returns trigger language plpgsql set search_path to 'public' as $$
begin
  if not exists (
    select 1
    from scrap s
    where s.oid = new.oid and s.stockout_id = new.stockout_id and s.approved_by is distinct from new.ctid_ and s.approved_by is not null
      and not is_paper_author('stock_out', new.stockout_id, s.approved_by)
  ) then
    raise exception 'scrap % was agreed by nobody else', new.stockout_no using errcode = '23514', constraint = 'stock_out__scrap_own';
  end if;
  return new;
end $$;
create trigger scrap_approved before update of status on stock_out
  for each row when (new.stockout_type = 5 and new.status = 2 and old.status <> 2) execute function scrap_approved();

-- A record of destruction is written once, after the goods went out, and never changes.
create or replace function scrap_kept() returns trigger language plpgsql set search_path to 'public' as $$
begin
  if old.destroyed_on is not null then
    raise exception 'the destruction is on record' using errcode = '23514', constraint = 'scrap__destroyed_already';
  end if;
  if new.destroyed_on is not null
    and not exists (select 1 from stock_out o where o.oid = new.oid and o.stockout_id = new.stockout_id and o.status = 2) then
    raise exception 'what is in stock was not destroyed' using errcode = '23514', constraint = 'scrap__not_posted_scrap';
  end if;
  return new;
end $$;
create trigger scrap_kept before update on scrap for each row execute function scrap_kept();

-- Goods that are recorded as destroyed do not come back into stock when their paper is revoked.
create or replace function scrap_gone() returns trigger language plpgsql set search_path to 'public' as $$
begin
  if exists (select 1 from scrap s where s.oid = new.oid and s.stockout_id = new.stockout_id and s.destroyed_on is not null) then
    raise exception 'the goods of % are destroyed', new.stockout_no using errcode = '23514', constraint = 'stock_out__scrap_destroyed';
  end if;
  return new;
end $$;
create trigger scrap_gone before update of status on stock_out
  for each row when (new.stockout_type = 5 and new.status = 4 and old.status <> 4) execute function scrap_gone();
