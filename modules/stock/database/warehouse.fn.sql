-- A new store has a first warehouse.
create or replace function store_opens_warehouse() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into warehouse (oid, hid, name, first) values (new.oid, new.hid, '主仓库', true);
  return null;
end $$;
create trigger store_opens_warehouse after insert on store
  for each row execute function store_opens_warehouse();
