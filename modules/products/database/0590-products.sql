-- Brands with what they say of their lenses: who delivers them, how long that takes, what they are made in. The text `product.brand` names one.
create table brand (
  oid bigint not null references organisation,
  brand_id bigint generated always as identity,
  brand_code text not null constraint brand__code check (brand_code <> ''),
  name text not null constraint brand__name check (name <> ''),
  categories int[] not null default '{}',
  stock_days int constraint brand__stock_days check (stock_days between 0 and 365),
  custom_days int constraint brand__custom_days check (custom_days between 0 and 365),
  sph_min numeric(5, 2) constraint brand__sph_min check (sph_min between -45 and 45),
  sph_max numeric(5, 2) constraint brand__sph_max check (sph_max between -45 and 45),
  cyl_min numeric(5, 2) constraint brand__cyl_min check (cyl_min between -25 and 25),
  bc_min numeric(5, 2) constraint brand__bc_min check (bc_min between 5 and 12),
  bc_max numeric(5, 2) constraint brand__bc_max check (bc_max between 5 and 12),
  dia_min numeric(5, 2) constraint brand__dia_min check (dia_min between 7 and 24),
  dia_max numeric(5, 2) constraint brand__dia_max check (dia_max between 7 and 24),
  target_min numeric(5, 2) constraint brand__target_min check (target_min between -10 and 0),
  target_max numeric(5, 2) constraint brand__target_max check (target_max between -10 and 0),
  jessen_factor numeric(4, 2) constraint brand__jessen check (jessen_factor between 0 and 2),
  life_months int constraint brand__life check (life_months between 1 and 60),
  status int not null default 0 constraint brand__status check (status in (0, 1)),
  note text,
  created_at timestamptz not null default app_now(),
  version_no int not null default 0,
  primary key (oid, brand_id),
  constraint brand__brand_exists unique (oid, name),
  constraint brand__brand_code_taken unique (oid, brand_code),
  constraint brand__limits_order check (sph_min <= sph_max and bc_min <= bc_max and dia_min <= dia_max and target_min <= target_max)
);
comment on column brand.categories is 'kinds of goods sold under it';
comment on column brand.stock_days is 'days from the order to the delivery of what the maker has in stock';
comment on column brand.custom_days is 'the same of what is made to order';
comment on column brand.jessen_factor is 'D; base curve of an ortho-k lens = flat K − |target| − factor';
comment on column brand.life_months is 'months after which a lens that is worn is replaced';

create table brand_supplier (
  oid bigint not null,
  brand_id bigint not null,
  supplier_id bigint not null,
  primary key (oid, brand_id, supplier_id),
  foreign key (oid, brand_id) references brand on delete cascade,
  foreign key (oid, supplier_id) references supplier
);
create index brand_supplier__by_supplier on brand_supplier (oid, supplier_id);

alter table product add brand_id bigint;
alter table product add foreign key (oid, brand_id) references brand;
create index product__by_brand on product (oid, brand_id) where brand_id is not null;

insert into brand (oid, brand_code, name, categories)
  select oid, brand, brand, array_agg(distinct category) from product where btrim(coalesce(brand, '')) <> '' group by oid, brand;
insert into brand_supplier (oid, brand_id, supplier_id)
  select distinct p.oid, b.brand_id, p.supplier_id from product p join brand b on b.oid = p.oid and b.name = p.brand where p.supplier_id is not null;
update product p set brand_id = b.brand_id from brand b where b.oid = p.oid and b.name = p.brand;

-- Whoever writes a product names its brand; the brand of that name is linked, and made where there is none yet.
create function product_brand_link() returns trigger language plpgsql set search_path = public as $$
begin
  if btrim(coalesce(new.brand, '')) = '' then
    new.brand_id := null;
    return new;
  end if;
  select brand_id into new.brand_id from brand where oid = new.oid and name = new.brand;
  if not found then
    insert into brand (oid, brand_code, name, categories)
      values (new.oid, case when exists (select from brand where oid = new.oid and brand_code = new.brand) then new.brand || '-' || new.product_id else new.brand end, new.brand, array[new.category])
      on conflict (oid, name) do update set name = excluded.name
      returning brand_id into new.brand_id;
  end if;
  return new;
end $$;
create trigger product_brand_link before insert or update of brand on product for each row execute function product_brand_link();
