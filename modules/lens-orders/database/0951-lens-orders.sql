-- Cases that wait for lenses ordered before the case was told of it.
update okjing_case c set ordered_on = o.day, stage = case c.stage when 'order' then 'take' else c.stage end, next_label = case c.stage when 'order' then '取镜' else c.next_label end
  from (select oid, pid, max(order_date) as day from supply_order where kind = 'okjing' and status in (3, 4, 5, 6, 7, 8) group by oid, pid) o
  where c.oid = o.oid and c.pid = o.pid and c.status = 0 and o.day >= c.opened_at::date;

-- A lot is the same in capitals and small letters.
drop index supply_receipt_line__set_aside;
create index supply_receipt_line__set_aside on supply_receipt_line (oid, lower(batch_no)) where verdict = 'mismatch';
