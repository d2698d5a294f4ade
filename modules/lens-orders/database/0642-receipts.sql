-- A lens with a number is accepted once, whatever order it came for: its number is in one eye of one member.
create unique index supply_receipt_line__serial_taken on supply_receipt_line (oid, serial) where serial is not null and verdict in ('pass', 'accepted');

-- The paper a receipt posted stands while its order does: its goods leave by the order, never behind its back.
create function stock_in_of_order() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if exists (select 1 from supply_receipt r join supply_order o on o.oid = r.oid and o.order_id = r.order_id
      where r.oid = new.oid and r.stockin_id = new.stockin_id and o.status not in (9, 11)) then
    raise exception 'the paper belongs to a receipt' using errcode = '23514', constraint = 'stock_in__paper_of_order';
  end if;
  return new;
end $$;
create trigger stock_in_of_order before update of status on stock_in for each row when (new.status = 4 and old.status = 2) execute function stock_in_of_order();

-- What an order says it got is what its receipts accepted and refused.
create function supply_receipt_counted() returns trigger language plpgsql security definer set search_path = public as $$
declare
  l record;
begin
  for l in select x.line_id, x.received, x.rejected,
      coalesce(sum(r.quantity) filter (where r.verdict in ('pass', 'accepted')), 0) here, coalesce(sum(r.quantity) filter (where r.verdict = 'rejected'), 0) refused
    from supply_order_line x left join supply_receipt_line r on r.oid = x.oid and r.line_id = x.line_id
    where x.oid = new.oid and x.line_id = new.line_id group by x.line_id, x.received, x.rejected loop
    if l.received <> l.here or l.rejected <> l.refused then
      raise exception 'line % counts other pieces than its receipts', l.line_id using errcode = '23514', constraint = 'supply_order_line__other_count';
    end if;
  end loop;
  return null;
end $$;
create constraint trigger supply_receipt_counted after insert or update on supply_receipt_line deferrable initially deferred for each row execute function supply_receipt_counted();
create constraint trigger supply_line_counted after update of received, rejected on supply_order_line deferrable initially deferred for each row execute function supply_receipt_counted();
