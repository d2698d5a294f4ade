-- What a lens costs by its power. A list holds from a day on until the next list of that lens; its bands are ranges, no two of which hold for one lens.
create table lens_price_list (
  oid bigint not null references organisation,
  product_id bigint not null,
  from_day date not null,
  prism_price bigint constraint lens_price_list__prism_price check (prism_price >= 0),
  prism_cost bigint constraint lens_price_list__prism_cost check (prism_cost >= 0),
  tint_price bigint constraint lens_price_list__tint_price check (tint_price >= 0),
  tint_cost bigint constraint lens_price_list__tint_cost check (tint_cost >= 0),
  thinning_price bigint constraint lens_price_list__thinning_price check (thinning_price >= 0),
  thinning_cost bigint constraint lens_price_list__thinning_cost check (thinning_cost >= 0),
  rush_price bigint constraint lens_price_list__rush_price check (rush_price >= 0),
  rush_cost bigint constraint lens_price_list__rush_cost check (rush_cost >= 0),
  ctid_ bigint default app_ctid(),
  created_at timestamptz not null default app_now(),
  primary key (oid, product_id, from_day),
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
  sph_from numeric(5, 2) not null constraint lens_price_band__sph_from check (sph_from between -45 and 45),
  sph_to numeric(5, 2) not null constraint lens_price_band__sph_to check (sph_to between -45 and 45),
  cyl_from numeric(5, 2) not null constraint lens_price_band__cyl_from check (cyl_from between -25 and 0),
  cyl_to numeric(5, 2) not null constraint lens_price_band__cyl_to check (cyl_to between -25 and 0),
  combined_from numeric(5, 2) constraint lens_price_band__combined_from check (combined_from between 0 and 70),
  combined_to numeric(5, 2) constraint lens_price_band__combined_to check (combined_to between 0 and 70),
  add_from numeric(4, 2) constraint lens_price_band__add_from check (add_from between 0 and 5),
  add_to numeric(4, 2) constraint lens_price_band__add_to check (add_to between 0 and 5),
  diameter_from numeric(5, 2) constraint lens_price_band__diameter_from check (diameter_from between 40 and 90),
  diameter_to numeric(5, 2) constraint lens_price_band__diameter_to check (diameter_to between 40 and 90),
  price bigint not null constraint lens_price_band__price check (price >= 0),
  cost bigint not null default 0 constraint lens_price_band__cost check (cost >= 0),
  primary key (oid, band_id),
  foreign key (oid, product_id, from_day) references lens_price_list on delete cascade,
  constraint lens_price_band__band_order check (
    sph_from <= sph_to and cyl_from <= cyl_to and coalesce(combined_from <= combined_to, true)
    and coalesce(add_from <= add_to, true) and coalesce(diameter_from <= diameter_to, true)
  ),
  constraint lens_price_band__lens_bands_overlap exclude using gist (
    oid with =, product_id with =, from_day with =,
    int4range((sph_from * 100)::int, (sph_to * 100)::int, '[]') with &&,
    int4range((cyl_from * 100)::int, (cyl_to * 100)::int, '[]') with &&,
    int4range((combined_from * 100)::int, (combined_to * 100)::int, '[]') with &&,
    int4range((add_from * 100)::int, (add_to * 100)::int, '[]') with &&,
    int4range((diameter_from * 100)::int, (diameter_to * 100)::int, '[]') with &&
  )
);
comment on column lens_price_band.cyl_from is 'D, minus cylinder: the stronger end';
comment on column lens_price_band.combined_to is '|sphere| + |cylinder| to which the price holds, D; null with combined_from: whatever it is';
comment on column lens_price_band.add_from is 'D; null with add_to: whatever it is. A lens without addition has 0';
comment on column lens_price_band.diameter_from is 'mm of the blank; null with diameter_to: whatever it is';
comment on column lens_price_band.price is 'fen a lens, retail';
comment on column lens_price_band.cost is 'fen a lens, as the maker asks';
create index lens_price_band__by_list on lens_price_band (oid, product_id, from_day);
