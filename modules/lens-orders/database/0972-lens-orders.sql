-- Orders that are not done are a hundred among a hundred thousand: who unpacks, chases or hands over asks for these alone.
create index supply_order__undone on supply_order (oid, hid, promised_on, order_id) include (kind, flow, status)
  where (flow = 'supply' and status in (1, 2, 3, 4, 5)) or (flow = 'fitted' and status in (1, 2, 3, 4, 5, 6, 7));
create index supply_order__unhanded on supply_order (oid, hid, flow, status) where handed_at is null and pid is not null and record_frame_id is null;
