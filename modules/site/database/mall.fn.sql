-- What visitors without an account may see: stores that opened their shop. Never cost, stock, limits or supplier.
create or replace function mall_stores()
  returns table (hid bigint, name text, address text, phone text)
  language sql stable security definer
  set search_path = public as $$
  select s.hid, s.name, s.address, s.phone from mall_store m join store s using (oid, hid) order by s.sort, s.hid
$$;

-- Names and retail prices of goods on sale in stores that opened their shop.
create or replace function mall_products(hid_ bigint, category_ int, words_ text, limit_ int, offset_ int)
  returns table (
    product_id bigint, category int, brand text, name text, spec text, colour text, unit text, price bigint, device_class int, total bigint
  )
  language sql stable security definer set search_path = public as $$
  select p.product_id, p.category, p.brand, p.name, p.spec, p.colour, p.unit, p.price, p.device_class, count(*) over () total
  from mall_store m join product p using (oid)
  where m.hid = hid_ and p.status = 0 and p.charge_type = 0 and p.price > 0 and p.category not in (7, 11)
    and (p.apply_stores is null or m.hid = any(p.apply_stores))
    and (category_ is null or p.category = category_) and (words_ is null or position(lower(words_) in p.search) > 0)
  order by p.category, p.brand nulls last, p.name, p.product_id limit limit_ offset offset_
$$;
