-- A cost somebody gave a line by hand is told from the one its contract or product had: it stays when others write the order anew.
alter table supply_order_line add column cost_given boolean not null default false;
comment on column supply_order_line.cost_given is 'the cost was agreed for this order alone; the usual one follows contract and product until the order is placed';
update supply_order_line l set cost_given = true
  from supply_order o, product p
  where o.oid = l.oid and o.order_id = l.order_id and o.status < 3 and p.oid = l.oid and p.product_id = l.product_id
    and l.cost <> coalesce(l.agreed_cost, p.cost, 0);
