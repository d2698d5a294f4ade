-- Counts by state are read from the index alone; refused pieces, few among all received, have one of their own.
drop index supply_order__by_state;
create index supply_order__by_state on supply_order (oid, hid, kind, status, promised_on) include (flow);
create index supply_receipt_line__rejected on supply_receipt_line (oid, hid, receipt_line_id) where verdict = 'rejected';
