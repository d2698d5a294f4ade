-- The organisation of a payment order, for notices of the payment service and the simulated phone, which know no tenant.
create or replace function payment_order_tenant(number text)
  returns table (oid bigint, hid bigint, ctid_ bigint, name text)
  language sql stable security definer
  set search_path = public
as $$
  select o.oid, o.hid, coalesce(o.ctid_, 0), coalesce(c.name, '系统')
  from payment_order o
  left join contact c using (oid, ctid_)
  where o.order_no = number $$;
