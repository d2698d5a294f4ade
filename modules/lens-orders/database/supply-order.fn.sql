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
create trigger supply_order_line_frozen before insert or update or delete on supply_order_line
  for each row execute function supply_order_line_frozen();

-- Goods that are said to be here lie in stock by a posted paper, each lens passed, and what is handed over has its numbers.
create or replace function supply_order_kept() returns trigger language plpgsql security definer set search_path = public as $$
declare
  here boolean := (new.flow = 'supply' and new.status = 6) or (new.flow = 'fitted' and new.status = 7);
begin
  if new.status = old.status then return new; end if;
  if here and (not exists (select 1 from supply_order_line where oid = new.oid and order_id = new.order_id and received > 0) or exists (
      select 1 from supply_order_line l where l.oid = new.oid and l.order_id = new.order_id and l.received <> coalesce((
        select sum(r.quantity) from supply_receipt_line r join supply_receipt p on p.oid = r.oid and p.receipt_id = r.receipt_id
          join stock_in s on s.oid = p.oid and s.stockin_id = p.stockin_id and s.status = 2
          where r.oid = l.oid and r.line_id = l.line_id and r.verdict in ('pass', 'accepted')), 0))) then
    raise exception 'no posted stock-in of the same pieces' using errcode = '23514', constraint = 'supply_order__not_in_stock';
  end if;
  if new.flow = 'fitted' and new.status = 7
    and exists (
      select 1 from supply_order_line where oid = new.oid and order_id = new.order_id and received = 0 and rejected < ordered
    ) then
    raise exception 'an eye without a passed receipt' using errcode = '23514', constraint = 'supply_order__eye_not_passed';
  end if;
  if new.status = 8 and new.flow = 'fitted' and new.serialized and exists (
      select 1 from supply_order_line l where l.oid = new.oid and l.order_id = new.order_id and l.received <> (
        select count(distinct r.serial)
        from supply_receipt_line r
        where r.oid = l.oid and r.line_id = l.line_id and r.verdict in ('pass', 'accepted'))) then
    raise exception 'a lens without a serial' using errcode = '23514', constraint = 'supply_order__serial_missing';
  end if;
  return new;
end $$;
create trigger supply_order_kept before update of status on supply_order
  for each row execute function supply_order_kept();

-- The paper a receipt posted stands while its order does: its goods leave by the order, never behind its back.
create or replace function stock_in_of_order() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if exists (select 1 from supply_receipt r join supply_order o on o.oid = r.oid and o.order_id = r.order_id
      where r.oid = new.oid and r.stockin_id = new.stockin_id and o.status not in (9, 11)) then
    raise exception 'the paper belongs to a receipt' using errcode = '23514', constraint = 'stock_in__paper_of_order';
  end if;
  return new;
end $$;
create trigger stock_in_of_order before update of status on stock_in
  for each row when (new.status = 4 and old.status = 2) execute function stock_in_of_order();

-- No step on lenses whose prescription is a draft, void or somebody else's, or whose fitting nobody has checked; whoever gives the order up
-- may.
create or replace function supply_order_basis() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if new.status = old.status
    or step_gives_up(case new.flow when 'fitted' then 'fitted-order' else 'supply-order' end, old.status, new.status) then
    return new;
  end if;
  if new.prescription_id is not null and not exists (
      select from prescription
      where oid = new.oid and id = new.prescription_id and pid = new.pid and status not in (0, 8)
    ) then
    raise exception 'prescription % of order % is not in force', new.prescription_id, new.order_id
      using errcode = '23514', constraint = 'supply_order__basis_fallen';
  end if;
  if new.fitting_id is not null and not exists (
      select from clinical_record
      where oid = new.oid and id = new.fitting_id and pid = new.pid and kind = 'fitting' and status = 2
    ) then
    raise exception 'fitting % of order % is not in force', new.fitting_id, new.order_id
      using errcode = '23514', constraint = 'supply_order__basis_fallen';
  end if;
  return new;
end $$;
create trigger supply_order_basis before update of status on supply_order
  for each row execute function supply_order_basis();

-- Stops the open orders of the chain that stand on a prescription, a fitting, glasses, or the consent of a member to lenses of a kind. What
-- lies in stock waits for a member (6) until it is handed over; lenses of glasses went on with them.
create or replace function supply_orders_stop(
    basis text, id_ bigint, pid_ bigint, kinds text[], supply_open int[], fitted_open int[], because text
  )
returns table (order_id bigint, hid bigint) language plpgsql security definer set search_path = public as $$
begin
  return query
    with stopped as (
      update supply_order o set stop_reason = because, stopped_at = app_now()
      where o.oid = current_setting('app.oid')::bigint and o.stop_reason is null and o.kind = any(kinds) and o.handed_at is null
        and (o.flow <> 'supply' or o.status <> 6 or (o.pid is not null and o.record_frame_id is null))
        and case basis
          when 'prescription' then o.prescription_id = id_
          when 'fitting' then o.fitting_id = id_
          when 'glasses' then o.record_frame_id = id_
          when 'consent' then o.pid = pid_
          else false
        end
        and o.status = any(case o.flow when 'fitted' then fitted_open else supply_open end)
      returning o.order_id, o.hid, o.oid, o.status, o.flow
    ), noted as (
      insert into move_history (oid, machine, row_id, move, from_status, to_status, note)
      select s.oid, case s.flow when 'fitted' then 'fitted-order' else 'supply-order' end, s.order_id, 'stop', s.status, s.status, because
      from stopped s
    )
    select s.order_id, s.hid from stopped s;
end $$;

create or replace function supply_order_writers() returns trigger language plpgsql as $$
begin
  if new.ctid_ is not null and not new.ctid_ = any (new.writers) then
    new.writers := new.writers || new.ctid_;
  end if;
  return new;
end $$;
create trigger supply_order_writers before insert or update of ctid_ on supply_order
  for each row execute function supply_order_writers();
