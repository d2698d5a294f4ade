-- Pieces that came into stock and went back to their supplier name the paper they left by: what it took off the supplier's account stands beside them in the remake ledger.
alter table supply_receipt_line add column returned_by bigint, add foreign key (oid, returned_by) references stock_out;
comment on column supply_receipt_line.returned_by is 'the stock-out by which the piece went back to its supplier';
create index supply_receipt_line__by_return on supply_receipt_line (oid, returned_by) where returned_by is not null;
-- What went back before names its order in the note of the paper.
update supply_receipt_line r set returned_by = d.stockout_id
  from supply_order_line l, supply_order o, stock_out d
  where l.oid = r.oid and l.line_id = r.line_id and o.oid = l.oid and o.order_id = l.order_id and r.verdict = 'rejected' and r.batch_id is not null
    and d.oid = o.oid and d.hid = o.hid and d.stockout_type = 4 and starts_with(d.note, '订单 ' || o.order_no || ' 退换：')
    and exists (select from stock_out_item i where i.oid = d.oid and i.stockout_id = d.stockout_id and i.batch_id = r.batch_id);
alter table supply_receipt_line add constraint supply_receipt_line__returned check (returned_by is null or (verdict = 'rejected' and batch_id is not null));
