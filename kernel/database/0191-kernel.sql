-- A record that the whole chain reads is changed by the store that made it (declared in contract/tables.ts: changedBy store). Another store changes it in a
-- transaction that says why; what stood before is kept with that reason. Told by the wall: the key column.
create function of_its_store() returns trigger language plpgsql security definer set search_path = public as $$
declare
  stores text := coalesce(current_setting('app.hids', true), '');
  reason_ text := coalesce(current_setting('app.chain', true), '');
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
begin
  -- Migrations and the owner's repairs work in no store.
  if stores = '' or coalesce(new.hid = any (stores::bigint[]), true) and coalesce(old.hid = any (stores::bigint[]), true) then return coalesce(new, old); end if;
  if tg_op = 'UPDATE' and only_merging(was, to_jsonb(new)) then return new; end if;
  if reason_ = '' then raise exception '% of another store', tg_table_name using errcode = 'M0002'; end if;
  if tg_op = 'UPDATE' and was ? 'version' then
    insert into record_version (oid, hid, pid, tbl, row_id, version, data, reason)
    values (old.oid, old.hid, old.pid, tg_table_name, (was ->> tg_argv[0])::bigint, old.version, was, reason_) on conflict (oid, tbl, row_id, version) do nothing;
  end if;
  return coalesce(new, old);
end $$;
