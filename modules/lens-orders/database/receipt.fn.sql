-- A piece that is set aside takes its place until somebody decides of it: nothing else comes for it meanwhile.
create or replace function supply_receipt_counted() returns trigger language plpgsql security definer set search_path = public as $$
declare
  l record;
begin
  for l in select x.line_id, x.ordered, x.received, x.rejected,
      coalesce(sum(r.quantity) filter (where r.verdict in ('pass', 'accepted')), 0) here,
        coalesce(sum(r.quantity) filter (where r.verdict = 'rejected'), 0) refused,
      coalesce(sum(r.quantity) filter (where r.verdict = 'mismatch'), 0) aside
    from supply_order_line x left join supply_receipt_line r on r.oid = x.oid and r.line_id = x.line_id
    where x.oid = new.oid and x.line_id = new.line_id group by x.line_id, x.ordered, x.received, x.rejected loop
    if l.received <> l.here or l.rejected <> l.refused then
      raise exception 'line % counts other pieces than its receipts', l.line_id using errcode = '23514',
        constraint = 'supply_order_line__other_count';
    end if;
    if l.received + l.rejected + l.aside > l.ordered then
      raise exception 'line % has more pieces set aside than are due', l.line_id using errcode = '23514',
        constraint = 'supply_order_line__over_received';
    end if;
  end loop;
  return null;
end $$;
create constraint trigger supply_receipt_counted after insert or update on supply_receipt_line deferrable initially deferred
  for each row execute function supply_receipt_counted();
create constraint trigger supply_line_counted after update of received, rejected on supply_order_line deferrable initially deferred
  for each row execute function supply_receipt_counted();
