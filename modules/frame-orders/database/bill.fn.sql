-- The bill of an order has the order's lines, piece by piece at its prices (issue 10.1, point 1): asked at the end of every transaction
-- that touched either side, so that no call can charge something else than what is made.
create or replace function record_frame_bill_agrees() returns trigger language plpgsql security definer set search_path to 'public' as $$
declare
  line jsonb := to_jsonb(coalesce(new, old));
  order_id bigint;
  f record;
begin
  if tg_table_name = 'bill_item' then
    select i.record_frame_id into order_id from record_frame_item i
      where i.oid = (line ->> 'oid')::bigint
        and i.item_id = split_part(coalesce(to_jsonb(old) ->> 'ref', to_jsonb(new) ->> 'ref'), ':', 2)::bigint;
  else
    order_id := (line ->> 'record_frame_id')::bigint;
  end if;
  select oid, record_frame_id, status, fbid, total into f
  from record_frame
  where oid = (line ->> 'oid')::bigint and record_frame_id = order_id;
  if f.fbid is null or f.status in (10, 90, 95) then return null; end if;
  if exists (
    (
      select 'frame-item:' || item_id, product_id, price, quantity
      from record_frame_item
      where oid = f.oid and record_frame_id = f.record_frame_id
      except select ref, product_id, price, quantity from bill_item where oid = f.oid and fbid = f.fbid)
    union all
    (select ref, product_id, price, quantity from bill_item where oid = f.oid and fbid = f.fbid and ref like 'frame-item:%'
      except
        select 'frame-item:' || item_id, product_id, price, quantity
        from record_frame_item
        where oid = f.oid and record_frame_id = f.record_frame_id)
  ) or f.total <> (select coalesce(sum(price * quantity), 0)
    from record_frame_item
    where oid = f.oid and record_frame_id = f.record_frame_id) then
    raise exception 'the bill of order % is not what the order has', f.record_frame_id using errcode = '23514',
      constraint = 'record_frame__bill_differs';
  end if;
  return null;
end $$;
create constraint trigger frame_bill_written after insert on bill_item deferrable initially deferred
  for each row when (new.ref like 'frame-item:%') execute function record_frame_bill_agrees();
create constraint trigger frame_bill_changed after update of price, quantity, product_id, ref,
  fbid on bill_item deferrable initially deferred
  for each row when (old.ref like 'frame-item:%') execute function record_frame_bill_agrees();
create constraint trigger frame_bill_taken after delete on bill_item deferrable initially deferred
  for each row when (old.ref like 'frame-item:%') execute function record_frame_bill_agrees();
create constraint trigger record_frame_item_bill_agrees after insert or delete
  or update of price, quantity, product_id on record_frame_item deferrable initially deferred
  for each row execute function record_frame_bill_agrees();
create constraint trigger record_frame_bill_agrees after update of fbid, total on record_frame deferrable initially deferred
  for each row execute function record_frame_bill_agrees();

-- Nobody works on, sends or hands over glasses whose money was given back whole, or whose bill was cancelled.
create or replace function record_frame_paid_for() returns trigger language plpgsql security definer set search_path to 'public' as $$
begin
  if new.status <> old.status and new.status in (40, 50, 55, 60, 70, 78, 80) and old.status not in (80, 85)
    and exists (select 1 from fee_bill where oid = new.oid and fbid = new.fbid and status in (3, 4)) then
    raise exception 'the money of order % was given back', new.record_frame_id using errcode = '23514',
      constraint = 'record_frame__given_back';
  end if;
  return new;
end $$;
create trigger record_frame_paid_for before update of status on record_frame
  for each row execute function record_frame_paid_for();

-- Glasses are begun for money: paid, or where their store says so after a deposit of a share, or on account (decision 0134). And nobody
-- takes glasses home while a rest is open that nobody put on account. Asked of every move, whichever call makes it.
create or replace function record_frame_for_money() returns trigger language plpgsql security definer set search_path to 'public' as $$
declare
  bill record;
  share numeric;
begin
  if new.status = old.status or new.fbid is null then return new; end if;
  select status, paid, bill_price into bill from fee_bill where oid = new.oid and fbid = new.fbid;
  if old.status = 20 and new.status in (30, 40) and bill.status in (0, 6) then
    select nullif(value, 'null')::numeric into share from store_option where oid = new.oid and hid = new.hid and key = 'frameStartDeposit';
    if not (bill.paid > 0 and share is not null and bill.paid * 100 >= bill.bill_price * share)
      and not (
        bill.status = 6
          and exists (select from store_option where oid = new.oid and hid = new.hid and key = 'frameStartOnAccount' and value = 'true')
      ) then
      raise exception 'order % is begun without its money', new.record_frame_id using errcode = '23514',
        constraint = 'record_frame__no_money';
    end if;
  end if;
  if new.status in (78, 80) and old.status in (70, 78) and bill.status = 0 then
    raise exception 'the rest of order % is open', new.record_frame_id using errcode = '23514', constraint = 'record_frame__rest_due';
  end if;
  return new;
end $$;
create trigger record_frame_for_money before update of status on record_frame
  for each row execute function record_frame_for_money();

-- The bill of a running job is not cancelled under it: the order is, and takes its bill with it.
create or replace function fee_bill_job_runs() returns trigger language plpgsql security definer set search_path to 'public' as $$
begin
  if exists (select from record_frame where oid = new.oid and fbid = new.fbid and status in (30, 40, 50, 55, 60, 65, 70, 78, 80, 85)) then
    raise exception 'the job of bill % is running', new.bill_no using errcode = '23514', constraint = 'fee_bill__refund_order';
  end if;
  return new;
end $$;
create trigger fee_bill_job_runs before update of status on fee_bill
  for each row when (new.status = 4 and old.status <> 4) execute function fee_bill_job_runs();
