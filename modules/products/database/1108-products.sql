-- Baseline of products: its tables as decision 1101 found them. A landed file is never edited; what changes a table is a new one.

-- Brands with what they say of their lenses: who delivers them, how long that takes, what they are made in. The text `product.brand` names
-- one.
create table brand (
  oid bigint not null,
  brand_id bigint generated always as identity,
  brand_code text not null,
  name text not null,
  categories int[] not null default '{}',
  stock_days int,
  custom_days int,
  sph_min numeric(5,2),
  sph_max numeric(5,2),
  cyl_min numeric(5,2),
  bc_min numeric(5,2),
  bc_max numeric(5,2),
  dia_min numeric(5,2),
  dia_max numeric(5,2),
  target_min numeric(5,2),
  target_max numeric(5,2),
  jessen_factor numeric(4,2),
  life_months int,
  status int not null default 0,
  note text,
  created_at timestamptz not null default app_now(),
  version_no int not null default 0,
  constraint brand__code check (brand_code <> ''),
  constraint brand__name check (name <> ''),
  constraint brand__stock_days check (stock_days between 0 and 365),
  constraint brand__custom_days check (custom_days between 0 and 365),
  constraint brand__sph_min check (sph_min between -45 and 45),
  constraint brand__sph_max check (sph_max between -45 and 45),
  constraint brand__cyl_min check (cyl_min between -25 and 25),
  constraint brand__bc_min check (bc_min between 5 and 12),
  constraint brand__bc_max check (bc_max between 5 and 12),
  constraint brand__dia_min check (dia_min between 7 and 24),
  constraint brand__dia_max check (dia_max between 7 and 24),
  constraint brand__target_min check (target_min between -10 and 0),
  constraint brand__target_max check (target_max between -10 and 0),
  constraint brand__jessen check (jessen_factor between 0 and 2),
  constraint brand__life check (life_months between 1 and 60),
  constraint brand__status check (status in (0, 1)),
  constraint brand__limits_order check (sph_min <= sph_max and bc_min <= bc_max and dia_min <= dia_max and target_min <= target_max),
  primary key (oid, brand_id),
  constraint brand__brand_exists unique (oid, name),
  constraint brand__brand_code_taken unique (oid, brand_code),
  foreign key (oid) references organisation
);
comment on column brand.categories is 'kinds of goods sold under it';
comment on column brand.stock_days is 'days from the order to the delivery of what the maker has in stock';
comment on column brand.custom_days is 'the same of what is made to order';
comment on column brand.jessen_factor is 'D; base curve of an ortho-k lens = flat K − |target| − factor';
comment on column brand.life_months is 'months after which a lens that is worn is replaced';

-- The catalogue of the chain: what is sold, issued and counted. One product may be a whole range of powers; stock keeps each power apart.
create table product (
  oid bigint not null,
  product_id bigint generated always as identity,
  category int not null,
  product_category_child text,
  brand text,
  series text,
  version text,
  name text not null,
  spec text,
  colour text,
  bar_code text,
  unit text not null default '件',
  price bigint not null default 0,
  cost bigint not null default 0,
  -- lenses and contact lenses: the range that is made, in D and mm; minus-cylinder notation
  lens_type int,
  film text,
  classify_status int not null default 1,
  index numeric(4,3),
  diameter text,
  base_curve text,
  sph_min numeric(5,2),
  sph_max numeric(5,2),
  cyl_min numeric(5,2),
  cyl_max numeric(5,2),
  combined_max numeric(5,2),
  -- medical devices: class and registration
  device_class int not null default 0,
  registration_no text,
  registration_expires date,
  maker text,
  charge_type int not null default 0,
  supplier_id bigint,
  apply_stores bigint[],
  min_stock int,
  max_stock int,
  status int not null default 0,
  note text,
  search text not null default '',
  created_at timestamptz not null default app_now(),
  version_no int not null default 0,
  brand_id bigint,
  -- Tags of a store's goods, and how long the company prefix in a GTIN is: RFID tags ask for it (GS1 EPC Tag Data Standard).
  prefix_length int,
  -- Whether a device of class II or III may come in: kept by its approvals (quality management), written by nobody.
  approved_on date,
  approved_until date,
  constraint product__category check (category between 1 and 11),
  constraint product__name check (name <> ''),
  constraint product__price check (price >= 0),
  constraint product__cost check (cost >= 0),
  constraint product__classify_status check (classify_status in (1, 2)),
  constraint product__index check (index between 1.4 and 2),
  constraint product__range_order check (sph_min <= sph_max and cyl_min <= cyl_max),
  constraint product__device_class check (device_class between 0 and 3),
  constraint product__min_stock check (min_stock >= 0),
  constraint product__stock_limits check (max_stock is null or min_stock is null or max_stock >= min_stock),
  constraint product__status check (status in (0, 1)),
  primary key (oid, product_id),
  constraint product__bar_code_taken unique (oid, bar_code),
  constraint product__duplicate unique nulls not DISTINCT (
    oid, category, brand, series, version, name, spec, colour, lens_type, index, diameter, sph_min, sph_max, cyl_min, cyl_max
  ),
  foreign key (oid) references organisation,
  foreign key (oid, supplier_id) references supplier,
  -- The range a lens is made in lies within the ranges of an eye (kernel/contract/eye.ts).
  constraint product__sphere check (sph_min between -45 and 45 and sph_max between -45 and 45),
  constraint product__cylinder check (cyl_min between -25 and 25 and cyl_max between -25 and 25),
  constraint product__combined check (combined_max between 0 and 70),
  foreign key (oid, brand_id) references brand,
  constraint product__prefix_length check (prefix_length between 6 and 12)
);
comment on column product.price is 'fen, retail';
comment on column product.cost is 'fen, purchase price last agreed';
comment on column product.classify_status is '1 in stock by power, 2 made to order';
comment on column product.diameter is 'mm; several separated by a slash';
comment on column product.combined_max is 'largest |sphere| + |cylinder| that is made, D';
comment on column product.apply_stores is 'stores that sell it; null = the whole chain';
comment on column product.search is 'name, brand, version, codes and pinyin initials in lower case, for finding';
comment on column product.prefix_length is 'digits of the GS1 company prefix in the bar code; null: not known';
comment on column product.approved_on
  is 'day its registration was approved as it stands (首营品种); null when it was not, or has been changed since';
comment on column product.approved_until is 'the first of the approved papers ends then';
create index product__by_category on product (oid, category, brand, version);
create index product__by_supplier on product (oid, supplier_id) where supplier_id is not null;
create index product__by_brand on product (oid, brand_id) where brand_id is not null;

create table brand_supplier (
  oid bigint not null,
  brand_id bigint,
  supplier_id bigint,
  primary key (oid, brand_id, supplier_id),
  foreign key (oid, brand_id) references brand on delete cascade,
  foreign key (oid, supplier_id) references supplier
);
create index brand_supplier__by_supplier on brand_supplier (oid, supplier_id);

-- What a lens costs by its power. A list holds from a day on until the next list of that lens; its bands are ranges, no two of which hold
-- for one lens.
create table lens_price_list (
  oid bigint not null,
  product_id bigint,
  from_day date,
  prism_price bigint,
  prism_cost bigint,
  tint_price bigint,
  tint_cost bigint,
  thinning_price bigint,
  thinning_cost bigint,
  rush_price bigint,
  rush_cost bigint,
  ctid_ bigint default app_ctid(),
  created_at timestamptz not null default app_now(),
  constraint lens_price_list__prism_price check (prism_price >= 0),
  constraint lens_price_list__prism_cost check (prism_cost >= 0),
  constraint lens_price_list__tint_price check (tint_price >= 0),
  constraint lens_price_list__tint_cost check (tint_cost >= 0),
  constraint lens_price_list__thinning_price check (thinning_price >= 0),
  constraint lens_price_list__thinning_cost check (thinning_cost >= 0),
  constraint lens_price_list__rush_price check (rush_price >= 0),
  constraint lens_price_list__rush_cost check (rush_cost >= 0),
  primary key (oid, product_id, from_day),
  foreign key (oid) references organisation,
  foreign key (oid, product_id) references product on delete cascade,
  foreign key (oid, ctid_) references contact
);
comment on column lens_price_list.prism_price is 'fen for each Δ; null of every adder: the maker does not offer it';
create index lens_price_list__by_person on lens_price_list (oid, ctid_);

create table lens_price_band (
  oid bigint not null,
  band_id bigint generated always as identity,
  product_id bigint not null,
  from_day date not null,
  sph_from numeric(5,2) not null,
  sph_to numeric(5,2) not null,
  cyl_from numeric(5,2) not null,
  cyl_to numeric(5,2) not null,
  combined_from numeric(5,2),
  combined_to numeric(5,2),
  add_from numeric(4,2),
  add_to numeric(4,2),
  diameter_from numeric(5,2),
  diameter_to numeric(5,2),
  price bigint not null,
  cost bigint not null default 0,
  constraint lens_price_band__sph_from check (sph_from between -45 and 45),
  constraint lens_price_band__sph_to check (sph_to between -45 and 45),
  constraint lens_price_band__cyl_from check (cyl_from between -25 and 0),
  constraint lens_price_band__cyl_to check (cyl_to between -25 and 0),
  constraint lens_price_band__combined_from check (combined_from between 0 and 70),
  constraint lens_price_band__combined_to check (combined_to between 0 and 70),
  constraint lens_price_band__add_from check (add_from between 0 and 5),
  constraint lens_price_band__add_to check (add_to between 0 and 5),
  constraint lens_price_band__diameter_from check (diameter_from between 40 and 90),
  constraint lens_price_band__diameter_to check (diameter_to between 40 and 90),
  constraint lens_price_band__price check (price >= 0),
  constraint lens_price_band__cost check (cost >= 0),
  constraint lens_price_band__band_order check (
    sph_from <= sph_to and cyl_from <= cyl_to and coalesce(combined_from <= combined_to, true)
      and coalesce(add_from <= add_to, true) and coalesce(diameter_from <= diameter_to, true)
  ),
  primary key (oid, band_id),
  constraint lens_price_band__lens_bands_overlap exclude using gist (
    oid with =, product_id with =, from_day with =, int4range((sph_from * 100)::int, (sph_to * 100)::int, '[]') with &&,
      int4range((cyl_from * 100)::int, (cyl_to * 100)::int, '[]') with &&,
      int4range((combined_from * 100)::int, (combined_to * 100)::int, '[]') with &&,
      int4range((add_from * 100)::int, (add_to * 100)::int, '[]') with &&,
      int4range((diameter_from * 100)::int, (diameter_to * 100)::int, '[]') with &&
  ),
  foreign key (oid, product_id, from_day) references lens_price_list on delete cascade
);
comment on column lens_price_band.cyl_from is 'D, minus cylinder: the stronger end';
comment on column lens_price_band.combined_to
  is '|sphere| + |cylinder| to which the price holds, D; null with combined_from: whatever it is';
comment on column lens_price_band.add_from is 'D; null with add_to: whatever it is. A lens without addition has 0';
comment on column lens_price_band.diameter_from is 'mm of the blank; null with diameter_to: whatever it is';
comment on column lens_price_band.price is 'fen a lens, retail';
comment on column lens_price_band.cost is 'fen a lens, as the maker asks';
create index lens_price_band__by_list on lens_price_band (oid, product_id, from_day);

create table product_tag (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  category int,
  name text not null,
  status int not null default 0,
  sort int not null default 0,
  version int not null default 0,
  constraint product_tag__category check (category between 1 and 11),
  constraint product_tag__name check (btrim(name) <> ''),
  constraint product_tag__status check (status in (0, 1)),
  primary key (oid, id),
  constraint product_tag__store unique (oid, id, hid),
  constraint product_tag__duplicate unique nulls not DISTINCT (oid, hid, category, name),
  foreign key (oid, hid) references store
);
comment on column product_tag.category is 'kind of goods it is for; null: any';

create table product_tagged (
  oid bigint not null,
  hid bigint,
  tag_id bigint,
  product_id bigint,
  primary key (oid, tag_id, hid, product_id),
  foreign key (oid, tag_id) references product_tag,
  constraint product_tagged__same_store foreign key (oid, tag_id, hid) references product_tag (oid, id, hid),
  foreign key (oid, product_id) references product on delete cascade
);
create index product_tagged__by_product on product_tagged (oid, product_id);
