-- The bill of an order has the order's lines, piece by piece at its prices (issue 10.1, point 1): asked at the end of every transaction that
-- touched either side, so that no call can charge something else than what is made.
create function record_frame_bill_agrees() returns trigger language plpgsql security definer set search_path to 'public' as $$
declare
  line jsonb := to_jsonb(coalesce(new, old));
  order_id bigint;
  f record;
begin
  if tg_table_name = 'bill_item' then
    select i.record_frame_id into order_id from record_frame_item i
      where i.oid = (line ->> 'oid')::bigint and i.item_id = split_part(coalesce(to_jsonb(old) ->> 'ref', to_jsonb(new) ->> 'ref'), ':', 2)::bigint;
  else
    order_id := (line ->> 'record_frame_id')::bigint;
  end if;
  select oid, record_frame_id, status, fbid, total into f from record_frame where oid = (line ->> 'oid')::bigint and record_frame_id = order_id;
  if f.fbid is null or f.status in (10, 90, 95) then return null; end if;
  if exists (
    (select 'frame-item:' || item_id, product_id, price, quantity from record_frame_item where oid = f.oid and record_frame_id = f.record_frame_id
      except select ref, product_id, price, quantity from bill_item where oid = f.oid and fbid = f.fbid)
    union all
    (select ref, product_id, price, quantity from bill_item where oid = f.oid and fbid = f.fbid and ref like 'frame-item:%'
      except select 'frame-item:' || item_id, product_id, price, quantity from record_frame_item where oid = f.oid and record_frame_id = f.record_frame_id)
  ) or f.total <> (select coalesce(sum(price * quantity), 0) from record_frame_item where oid = f.oid and record_frame_id = f.record_frame_id) then
    raise exception 'the bill of order % is not what the order has', f.record_frame_id using errcode = '23514', constraint = 'record_frame__bill_differs';
  end if;
  return null;
end $$;
create constraint trigger frame_bill_written after insert on bill_item deferrable initially deferred
  for each row when (new.ref like 'frame-item:%') execute function record_frame_bill_agrees();
create constraint trigger frame_bill_changed after update of price, quantity, product_id, ref, fbid on bill_item deferrable initially deferred
  for each row when (old.ref like 'frame-item:%') execute function record_frame_bill_agrees();
create constraint trigger frame_bill_taken after delete on bill_item deferrable initially deferred
  for each row when (old.ref like 'frame-item:%') execute function record_frame_bill_agrees();
create constraint trigger record_frame_item_bill_agrees after insert or delete or update of price, quantity, product_id on record_frame_item
  deferrable initially deferred for each row execute function record_frame_bill_agrees();
create constraint trigger record_frame_bill_agrees after update of fbid, total on record_frame deferrable initially deferred
  for each row execute function record_frame_bill_agrees();

-- Nobody works on, sends or hands over glasses whose money was given back whole, or whose bill was cancelled.
create function record_frame_paid_for() returns trigger language plpgsql security definer set search_path to 'public' as $$
begin
  if new.status <> old.status and new.status in (40, 50, 55, 60, 70, 78, 80) and old.status not in (80, 85)
    and exists (select 1 from fee_bill where oid = new.oid and fbid = new.fbid and status in (3, 4)) then
    raise exception 'the money of order % was given back', new.record_frame_id using errcode = '23514', constraint = 'record_frame__given_back';
  end if;
  return new;
end $$;
create trigger record_frame_paid_for before update of status on record_frame for each row execute function record_frame_paid_for();
