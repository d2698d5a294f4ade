-- Registers people type: maintenance of stock, climate of warehouses, complaints and adverse events, equipment, training. A row is never changed: what is wrong is
-- put right by a row that names it, once.
create table gsp_limit (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  warehouse_id bigint not null,
  temp_min numeric(4, 1) not null default 0,
  temp_max numeric(4, 1) not null default 30,
  humidity_min int not null default 35 constraint gsp_limit__humidity_min check (humidity_min between 0 and 100),
  humidity_max int not null default 75 constraint gsp_limit__humidity_max check (humidity_max between 0 and 100),
  version int not null default 0,
  primary key (oid, id),
  foreign key (oid, hid) references store,
  foreign key (oid, warehouse_id) references warehouse,
  constraint gsp_limit__limit_exists unique (oid, warehouse_id),
  constraint gsp_limit__limit_order check (temp_min < temp_max and humidity_min < humidity_max)
);
create index gsp_limit__by_store on gsp_limit (oid, hid);

create table gsp_climate (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  warehouse_id bigint not null,
  at timestamptz not null,
  temperature numeric(4, 1) not null constraint gsp_climate__temperature check (temperature between -40 and 80),
  humidity numeric(4, 1) not null constraint gsp_climate__humidity check (humidity between 0 and 100),
  temp_min numeric(4, 1),
  temp_max numeric(4, 1),
  humidity_min int,
  humidity_max int,
  action text,
  logger text,
  corrects_id bigint,
  ctid_ bigint default app_ctid(),
  created_at timestamptz not null default app_now(),
  primary key (oid, id),
  foreign key (oid, hid) references store,
  foreign key (oid, warehouse_id) references warehouse,
  foreign key (oid, corrects_id) references gsp_climate,
  foreign key (oid, ctid_) references contact,
  constraint gsp_climate__corrected_once unique (oid, corrects_id),
  constraint gsp_climate__action_missing check (
    (temperature between temp_min and temp_max and humidity between humidity_min and humidity_max) or coalesce(trim(action), '') <> '')
);
comment on column gsp_climate.temp_min is 'limits of the warehouse when it was read, °C and % relative humidity: copied by the database';
comment on column gsp_climate.logger is 'file of a logger it came from';
create unique index gsp_climate__climate_taken on gsp_climate (oid, warehouse_id, at) where corrects_id is null;
create index gsp_climate__by_warehouse on gsp_climate (oid, warehouse_id, at desc);
create index gsp_climate__by_store on gsp_climate (oid, hid, at desc);
create index gsp_climate__by_person on gsp_climate (oid, ctid_);

create table gsp_upkeep (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  warehouse_id bigint not null,
  at timestamptz not null,
  product_id bigint,
  batch_no text,
  pieces int not null constraint gsp_upkeep__pieces check (pieces >= 0),
  result int not null constraint gsp_upkeep__result check (result in (1, 2)),
  finding text,
  action text,
  corrects_id bigint,
  ctid_ bigint default app_ctid(),
  created_at timestamptz not null default app_now(),
  primary key (oid, id),
  foreign key (oid, hid) references store,
  foreign key (oid, warehouse_id) references warehouse,
  foreign key (oid, product_id) references product,
  foreign key (oid, corrects_id) references gsp_upkeep,
  foreign key (oid, ctid_) references contact,
  constraint gsp_upkeep__corrected_once unique (oid, corrects_id),
  constraint gsp_upkeep__action_missing check (result = 1 or coalesce(trim(action), '') <> '')
);
create index gsp_upkeep__by_store on gsp_upkeep (oid, hid, at desc);
create index gsp_upkeep__by_warehouse on gsp_upkeep (oid, warehouse_id, at desc);
create index gsp_upkeep__by_product on gsp_upkeep (oid, product_id);
create index gsp_upkeep__by_person on gsp_upkeep (oid, ctid_);

create table gsp_adverse (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  at timestamptz not null,
  kind int not null constraint gsp_adverse__kind check (kind in (1, 2, 3)),
  harm int not null constraint gsp_adverse__harm check (harm between 0 and 4),
  pid bigint,
  product_id bigint,
  batch_no text,
  description text not null constraint gsp_adverse__description check (trim(description) <> ''),
  handling text,
  report_no text,
  reported_on date,
  corrects_id bigint,
  ctid_ bigint default app_ctid(),
  created_at timestamptz not null default app_now(),
  primary key (oid, id),
  foreign key (oid, hid) references store,
  foreign key (oid, pid) references patient,
  foreign key (oid, product_id) references product,
  foreign key (oid, corrects_id) references gsp_adverse,
  foreign key (oid, ctid_) references contact,
  constraint gsp_adverse__corrected_once unique (oid, corrects_id)
);
create index gsp_adverse__by_store on gsp_adverse (oid, hid, at desc);
create index gsp_adverse__by_member on gsp_adverse (oid, pid);
create index gsp_adverse__by_product on gsp_adverse (oid, product_id);
create index gsp_adverse__by_person on gsp_adverse (oid, ctid_);

create table gsp_equipment (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  at timestamptz not null,
  name text not null constraint gsp_equipment__name check (trim(name) <> ''),
  serial text,
  kind int not null constraint gsp_equipment__kind check (kind between 1 and 4),
  result int not null constraint gsp_equipment__result check (result in (1, 2)),
  action text,
  certificate text,
  next_on date,
  corrects_id bigint,
  ctid_ bigint default app_ctid(),
  created_at timestamptz not null default app_now(),
  primary key (oid, id),
  foreign key (oid, hid) references store,
  foreign key (oid, corrects_id) references gsp_equipment,
  foreign key (oid, ctid_) references contact,
  constraint gsp_equipment__corrected_once unique (oid, corrects_id),
  constraint gsp_equipment__action_missing check (result = 1 or coalesce(trim(action), '') <> '')
);
create index gsp_equipment__by_store on gsp_equipment (oid, hid, at desc);
create index gsp_equipment__by_person on gsp_equipment (oid, ctid_);

create table gsp_training (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  at timestamptz not null,
  topic text not null constraint gsp_training__topic check (trim(topic) <> ''),
  trainer text,
  attendees text not null constraint gsp_training__attendees check (trim(attendees) <> ''),
  hours numeric(4, 1) not null constraint gsp_training__hours check (hours > 0 and hours <= 100),
  result text,
  next_on date,
  corrects_id bigint,
  ctid_ bigint default app_ctid(),
  created_at timestamptz not null default app_now(),
  primary key (oid, id),
  foreign key (oid, hid) references store,
  foreign key (oid, corrects_id) references gsp_training,
  foreign key (oid, ctid_) references contact,
  constraint gsp_training__corrected_once unique (oid, corrects_id)
);
create index gsp_training__by_store on gsp_training (oid, hid, at desc);
create index gsp_training__by_person on gsp_training (oid, ctid_);

-- A reading keeps the limits its warehouse had, and is judged by them whoever writes it.
create function climate_limits() returns trigger language plpgsql set search_path to 'public' as $$
begin
  new.ctid_ := app_ctid();
  new.created_at := app_now();
  select coalesce(l.temp_min, 0), coalesce(l.temp_max, 30), coalesce(l.humidity_min, 35), coalesce(l.humidity_max, 75)
    into new.temp_min, new.temp_max, new.humidity_min, new.humidity_max
    from (select 1) one left join gsp_limit l on l.oid = new.oid and l.warehouse_id = new.warehouse_id;
  return new;
end $$;
create trigger climate_limits before insert on gsp_climate for each row execute function climate_limits();
create function typed_by() returns trigger language plpgsql set search_path to 'public' as $$
begin
  new.ctid_ := app_ctid();
  new.created_at := app_now();
  return new;
end $$;
create trigger typed_by before insert on gsp_upkeep for each row execute function typed_by();
create trigger typed_by before insert on gsp_adverse for each row execute function typed_by();
create trigger typed_by before insert on gsp_equipment for each row execute function typed_by();
create trigger typed_by before insert on gsp_training for each row execute function typed_by();
-- What is put right is a row of the same store.
create function corrects_own() returns trigger language plpgsql set search_path to 'public' as $$
declare
  there bigint;
begin
  execute format('select hid from %I where oid = $1 and id = $2', tg_table_name) into there using new.oid, new.corrects_id;
  if there is distinct from new.hid then
    raise exception 'row % is of another store', new.corrects_id using errcode = '23514', constraint = tg_table_name || '__corrects_other';
  end if;
  return new;
end $$;
create trigger corrects_own before insert on gsp_climate for each row when (new.corrects_id is not null) execute function corrects_own();
create trigger corrects_own before insert on gsp_upkeep for each row when (new.corrects_id is not null) execute function corrects_own();
create trigger corrects_own before insert on gsp_adverse for each row when (new.corrects_id is not null) execute function corrects_own();
create trigger corrects_own before insert on gsp_equipment for each row when (new.corrects_id is not null) execute function corrects_own();
create trigger corrects_own before insert on gsp_training for each row when (new.corrects_id is not null) execute function corrects_own();
