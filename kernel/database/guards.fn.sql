-- Only the store that made a record changes it (tables with `changedBy: 'store'`). Another store may do so in a transaction that states
-- why; the former version is kept with that reason. Argument, from the wall: the key column.
create or replace function of_its_store() returns trigger language plpgsql security definer set search_path = public as $$
declare
  stores text := coalesce(current_setting('app.hids', true), '');
  reason_ text := coalesce(current_setting('app.chain', true), '');
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
begin
  -- Migrations and the owner's repairs work in no store; a store that is being opened is nobody's yet.
  if stores = '' or tg_op = 'INSERT' and tg_table_name = 'store' or coalesce(new.hid = any (stores::bigint[]), true)
    and coalesce(old.hid = any (stores::bigint[]), true) then return coalesce(new, old); end if;
  if tg_op = 'UPDATE' and only_merging(was, to_jsonb(new)) then return new; end if;
  if reason_ = '' then raise exception '% of another store', tg_table_name using errcode = 'M0002'; end if;
  if tg_op = 'UPDATE' and was ? 'version' and was ? 'pid' then
    insert into record_version (oid, hid, pid, tbl, row_id, version, data, reason)
    values (old.oid, old.hid, (was ->> 'pid')::bigint, tg_table_name, (was ->> tg_argv[0])::bigint, old.version, was, reason_)
      on conflict (oid, tbl, row_id, version)
      do nothing;
  end if;
  return coalesce(new, old);
end $$;

-- Refuses a moment later than now in the columns a table declares as `happened`. The wall creates the triggers.
create or replace function not_yet() returns trigger language plpgsql set search_path = public as $$
declare
  name_ text;
  said timestamptz;
begin
  foreach name_ in array tg_argv loop
    said := (to_jsonb(new) ->> name_)::timestamptz;
    if said > app_now() + interval '1 day' then
      raise exception '% of % is later than now: %', name_, tg_table_name, said using errcode = '23514', constraint = tg_table_name
        || '__not_yet', table = tg_table_name, column = name_;
    end if;
  end loop;
  return new;
end $$;
