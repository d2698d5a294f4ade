-- An order of any kind stands on what its kind declares (decision 1020): once that falls the order is stopped, wherever it is.
alter table supply_order add column stop_reason text, add column stopped_at timestamptz;
alter table supply_order add constraint supply_order__stopped check ((stop_reason is null) = (stopped_at is null));
comment on column supply_order.stop_reason is 'what the order stands on has fallen: the sentence for people; steps are refused until it is taken off';
create index supply_order__stopped on supply_order (oid, hid, order_id) where stop_reason is not null;

-- No step on lenses whose prescription is a draft, void or somebody else's, or whose fitting nobody has checked; whoever gives the order up may.
create function supply_order_basis() returns trigger language plpgsql security definer set search_path = public as $$
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
create trigger supply_order_basis before update of status on supply_order for each row execute function supply_order_basis();

-- Stops the open orders of the chain that stand on a prescription, a fitting, glasses, or the consent of a member to lenses of a kind. What lies in stock
-- waits for a member (6) until it is handed over; lenses of glasses went on with them.
create function supply_orders_stop(basis text, id_ bigint, pid_ bigint, kinds text[], supply_open int[], fitted_open int[], because text)
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

-- Orders that stood on a void prescription before this was kept.
update supply_order o set stop_reason = concat('处方 ', r.rx_no, ' 已作废：由医师另开处方后改用，或取消订单'), stopped_at = app_now()
from prescription r
where r.oid = o.oid and r.id = o.prescription_id and r.status = 8
  and ((o.flow = 'supply' and o.status in (1, 2, 3, 4, 5)) or (o.flow = 'fitted' and o.status in (1, 2, 3, 4, 5, 6, 7)));
