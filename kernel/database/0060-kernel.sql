-- The audit tells that a secret changed, never the secret: not even a password's hash, which could be guessed at elsewhere.
create or replace function audit_change() returns trigger language plpgsql security definer set search_path = public as $$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  is_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  any_row jsonb := coalesce(is_now, was);
  before_ jsonb := was;
  after_ jsonb := is_now;
begin
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(key, value) into before_ from jsonb_each(was) where is_now -> key is distinct from value;
    if before_ is null then return null; end if;
    select jsonb_object_agg(key, value) into after_ from jsonb_each(is_now) where was -> key is distinct from value;
  end if;
  if tg_table_name = 'account' then
    before_ := (select jsonb_object_agg(key, case when key in ('password_hash', 'open_id') and value <> 'null' then '"***"' else value end) from jsonb_each(before_));
    after_ := (select jsonb_object_agg(key, case when key in ('password_hash', 'open_id') and value <> 'null' then '"***"' else value end) from jsonb_each(after_));
  end if;
  insert into audit (oid, at, hid, ctid_, request, action, tbl, row_id, pid, before, after)
  values ((any_row ->> 'oid')::bigint, app_now(), (any_row ->> 'hid')::bigint, app_ctid(), nullif(current_setting('app.request', true), ''), lower(tg_op), tg_table_name,
          (any_row ->> tg_argv[0])::bigint, case when tg_argv[1] <> '' then (any_row ->> tg_argv[1])::bigint end, before_, after_);
  return null;
end $$;
