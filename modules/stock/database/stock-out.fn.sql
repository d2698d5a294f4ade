-- A scan is of goods on the paper, never of more than it asks for, checked only after picking, and never by one person in both rounds.
create or replace function stock_out_scan_fits() returns trigger language plpgsql set search_path to 'public' as $$
declare
  paper record;
  wanted int;
  done int;
  picked int;
  checked int;
begin
  -- Held until the transaction ends: scans of one paper come one after the other.
  select status, stockout_type into paper from stock_out where oid = new.oid and stockout_id = new.stockout_id for no key update;
  if paper.status is distinct from 1 or paper.stockout_type = 5 then
    raise exception 'paper % is not to be picked', new.stockout_id using errcode = '23514', constraint = 'stock_out_scan__scan_closed';
  end if;
  if exists (
    select
    from stock_out_scan s
    where s.oid = new.oid and s.stockout_id = new.stockout_id and s.round <> new.round and s.ctid_ is not distinct from new.ctid_
      group by s.item_id, s.batch_id having sum(s.quantity) > 0) then
    raise exception 'who picked does not check' using errcode = '23514', constraint = 'stock_out_scan__scan_own';
  end if;
  wanted := (
    select i.quantity
    from stock_out_item i
    join batch b on b.oid = i.oid and b.batch_id = new.batch_id and b.product_id = i.product_id and b.hid = i.hid
    where i.oid = new.oid and i.item_id = new.item_id and i.stockout_id = new.stockout_id
      and (i.batch_id is null or i.batch_id = new.batch_id));
  done := new.quantity + (
    select coalesce(sum(s.quantity), 0) from stock_out_scan s where s.oid = new.oid and s.item_id = new.item_id and s.round = new.round
  );
  if wanted is null or done > wanted then
    raise exception 'line % does not ask for that', new.item_id using errcode = '23514', constraint = 'stock_out_scan__scan_enough';
  end if;
  select coalesce(sum(s.quantity) filter (where s.round = 1), 0),
    coalesce(sum(s.quantity) filter (where s.round = 2), 0) into picked, checked
    from stock_out_scan s where s.oid = new.oid and s.item_id = new.item_id and s.batch_id = new.batch_id;
  if new.round = 1 then picked := picked + new.quantity; else checked := checked + new.quantity; end if;
  if checked < 0 or checked > picked then
    raise exception 'batch % was not picked', new.batch_id using errcode = '23514', constraint = 'stock_out_scan__scan_not_picked';
  end if;
  return new;
end $$;
create trigger stock_out_scan_fits before insert on stock_out_scan
  for each row execute function stock_out_scan_fits();

-- A paper whose picking began is posted when every piece was picked and checked.
create or replace function stock_out_checked() returns trigger language plpgsql set search_path to 'public' as $$
begin
  if exists (
    select from stock_out_scan s where s.oid = new.oid and s.stockout_id = new.stockout_id group by s.round having sum(s.quantity) > 0
  )
    and exists (select from stock_out_item i where i.oid = new.oid and i.stockout_id = new.stockout_id and (
      i.quantity
        <> (select coalesce(sum(s.quantity), 0) from stock_out_scan s where s.oid = i.oid and s.item_id = i.item_id and s.round = 1)
      or i.quantity
        <> (select coalesce(sum(s.quantity), 0) from stock_out_scan s where s.oid = i.oid and s.item_id = i.item_id and s.round = 2))) then
    raise exception 'paper % was not checked', new.stockout_no using errcode = '23514', constraint = 'stock_out__pick_unchecked';
  end if;
  return new;
end $$;
create trigger stock_out_checked before update of status on stock_out
  for each row when (new.status = 2 and old.status <> 2) execute function stock_out_checked();

-- Another person than its author approves that goods are written off as lost (type 6).
create or replace function loss_approved() returns trigger language plpgsql set search_path to 'public' as $$
begin
  if app_ctid() is null or app_ctid() is not distinct from new.ctid_ or is_paper_author('stock_out', new.stockout_id, app_ctid()) then
    raise exception 'loss % was agreed by nobody else', new.stockout_no using errcode = '23514', constraint = 'stock_out__loss_own';
  end if;
  return new;
end $$;
create trigger loss_approved before update of status on stock_out
  for each row when (new.stockout_type = 6 and new.status = 2 and old.status <> 2) execute function loss_approved();
