-- The catalogue of the chain: what is sold, issued and counted. One product may be a whole range of powers; stock keeps each power apart.
create table product (
  oid bigint not null references organisation,
  product_id bigint generated always as identity,
  category int not null constraint product__category check (category between 1 and 11),
  product_category_child text,
  brand text,
  series text,
  version text,
  name text not null constraint product__name check (name <> ''),
  spec text,
  colour text,
  bar_code text,
  unit text not null default '件',
  price bigint not null default 0 constraint product__price check (price >= 0),
  cost bigint not null default 0 constraint product__cost check (cost >= 0),
  -- lenses and contact lenses: the range that is made, in D and mm; minus-cylinder notation
  lens_type int,
  film text,
  classify_status int not null default 1 constraint product__classify_status check (classify_status in (1, 2)),
  index numeric(4, 3) constraint product__index check (index between 1.4 and 2),
  diameter text,
  base_curve text,
  sph_min numeric(5, 2),
  sph_max numeric(5, 2),
  cyl_min numeric(5, 2),
  cyl_max numeric(5, 2),
  combined_max numeric(5, 2),
  constraint product__range_order check (sph_min <= sph_max and cyl_min <= cyl_max),
  -- medical devices: class and registration
  device_class int not null default 0 constraint product__device_class check (device_class between 0 and 3),
  registration_no text,
  registration_expires date,
  maker text,
  charge_type int not null default 0,
  supplier_id bigint,
  apply_stores bigint[],
  min_stock int constraint product__min_stock check (min_stock >= 0),
  max_stock int,
  constraint product__stock_limits check (max_stock is null or min_stock is null or max_stock >= min_stock),
  status int not null default 0 constraint product__status check (status in (0, 1)),
  note text,
  search text not null default '',
  created_at timestamptz not null default app_now(),
  version_no int not null default 0,
  primary key (oid, product_id),
  constraint product__bar_code_taken unique (oid, bar_code),
  constraint product__duplicate unique nulls not distinct (oid, category, brand, series, version, name, spec, colour, lens_type, index, diameter, sph_min, sph_max, cyl_min, cyl_max)
);
comment on column product.price is 'fen, retail';
comment on column product.cost is 'fen, purchase price last agreed';
comment on column product.classify_status is '1 in stock by power, 2 made to order';
comment on column product.diameter is 'mm; several separated by a slash';
comment on column product.combined_max is 'largest |sphere| + |cylinder| that is made, D';
comment on column product.apply_stores is 'stores that sell it; null = the whole chain';
comment on column product.search is 'name, brand, version, codes and pinyin initials in lower case, for finding';
create index product__by_category on product (oid, category, brand, version);
create index product__by_supplier on product (oid, supplier_id) where supplier_id is not null;
