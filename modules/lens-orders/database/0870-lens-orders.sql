-- Orders are found by the power and the goods of their lines through the index of the store. A numeric is compared by no leakproof operator, so behind the
-- wall it has no index: the sphere stands beside as a whole number.
alter table supply_order_line add column sphere int generated always as ((sph * 1000)::int) stored;
comment on column supply_order_line.sphere is 'sph in thousandths of a dioptre';
-- As it was, but for the generated column: before a row is written it has no value yet.
create or replace function supply_order_line_frozen() returns trigger language plpgsql security definer set search_path = public as $$
declare
  line supply_order_line := case when tg_op = 'DELETE' then old else new end;
  status_ int := (select status from supply_order where oid = line.oid and order_id = line.order_id);
  kept jsonb := '{"received": 0, "rejected": 0, "sphere": null}';
begin
  if status_ < 3 or status_ is null or (tg_op = 'DELETE' and status_ = 9)
     or (tg_op = 'UPDATE' and to_jsonb(new) || kept = to_jsonb(old) || kept) then
    return line;
  end if;
  raise exception 'lines of a placed order are frozen' using errcode = '23514', constraint = 'supply_order_line__frozen';
end $$;
drop index supply_order_line__by_store;
create index supply_order_line__by_store on supply_order_line (oid, hid, product_id, order_id);
create index supply_order_line__by_sphere on supply_order_line (oid, hid, sphere, order_id) where sphere is not null;
-- What is on its way to the shelf is counted from two indexes alone.
create index supply_order__for_shelf on supply_order (oid, hid, promised_on, order_id) include (kind, flow, status, supplier_id) where pid is null and record_frame_id is null;
create index supply_order_line__waiting on supply_order_line (oid, hid, order_id) where ordered > received + rejected;
