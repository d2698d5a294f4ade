-- Orders are found by the power and the goods of their lines through the index of the store. A numeric is compared by no leakproof operator, so behind the
-- wall it has no index: the sphere stands beside as a whole number.
alter table supply_order_line add column sphere int generated always as ((sph * 1000)::int) stored;
comment on column supply_order_line.sphere is 'sph in thousandths of a dioptre';
drop index supply_order_line__by_store;
create index supply_order_line__by_store on supply_order_line (oid, hid, product_id, order_id);
create index supply_order_line__by_sphere on supply_order_line (oid, hid, sphere, order_id) where sphere is not null;
-- What is on its way to the shelf is counted from two indexes alone.
create index supply_order__for_shelf on supply_order (oid, hid, promised_on, order_id) include (kind, flow, status, supplier_id) where pid is null and record_frame_id is null;
create index supply_order_line__waiting on supply_order_line (oid, hid, order_id) where ordered > received + rejected;
