-- A reading keeps the limits its warehouse had, and is judged by them whoever writes it.
create or replace function climate_limits() returns trigger language plpgsql set search_path to 'public' as $$
begin
  new.ctid_ := app_ctid();
  new.created_at := app_now();
  select coalesce(l.temp_min, 0), coalesce(l.temp_max, 30), coalesce(l.humidity_min, 35), coalesce(l.humidity_max, 75)
    into new.temp_min, new.temp_max, new.humidity_min, new.humidity_max
    from (select 1) one left join gsp_limit l on l.oid = new.oid and l.warehouse_id = new.warehouse_id;
  return new;
end $$;
create trigger climate_limits before insert on gsp_climate for each row execute function climate_limits();

create or replace function typed_by() returns trigger language plpgsql set search_path to 'public' as $$
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
create or replace function corrects_own() returns trigger language plpgsql set search_path to 'public' as $$
declare
  there bigint;
begin
  execute format('select hid from %I where oid = $1 and id = $2', tg_table_name) into there using new.oid, new.corrects_id;
  if there is distinct from new.hid then
    raise exception 'row % is of another store', new.corrects_id using errcode = '23514', constraint = tg_table_name || '__corrects_other';
  end if;
  return new;
end $$;
create trigger corrects_own before insert on gsp_climate
  for each row when (new.corrects_id is not null) execute function corrects_own();
create trigger corrects_own before insert on gsp_upkeep
  for each row when (new.corrects_id is not null) execute function corrects_own();
create trigger corrects_own before insert on gsp_adverse
  for each row when (new.corrects_id is not null) execute function corrects_own();
create trigger corrects_own before insert on gsp_equipment
  for each row when (new.corrects_id is not null) execute function corrects_own();
create trigger corrects_own before insert on gsp_training
  for each row when (new.corrects_id is not null) execute function corrects_own();
