-- Links a product to the brand of its name. Makes the brand when there is none.
create or replace function product_brand_link() returns trigger language plpgsql set search_path = public as $$
begin
  if btrim(coalesce(new.brand, '')) = '' then
    new.brand_id := null;
    return new;
  end if;
  select brand_id into new.brand_id from brand where oid = new.oid and name = new.brand;
  if not found then
    insert into brand (oid, brand_code, name, categories)
      values (
        new.oid, case
          when exists (select from brand where oid = new.oid and brand_code = new.brand) then new.brand || '-' || new.product_id
          else new.brand end, new.brand, array[new.category]
      )
      on conflict (oid, name) do update set name = excluded.name
      returning brand_id into new.brand_id;
  end if;
  return new;
end $$;
create trigger product_brand_link before insert or update of brand on product
  for each row execute function product_brand_link();
