-- What happened is not later than now: the wall puts this on every table that says which of its columns tell of the past (contract/tables.ts, happened).
create function not_yet() returns trigger language plpgsql set search_path = public as $$
declare
  name_ text;
  said timestamptz;
begin
  foreach name_ in array tg_argv loop
    said := (to_jsonb(new) ->> name_)::timestamptz;
    if said > app_now() + interval '1 day' then
      raise exception '% of % is later than now: %', name_, tg_table_name, said using errcode = '23514', constraint = tg_table_name || '__not_yet', table = tg_table_name, column = name_;
    end if;
  end loop;
  return new;
end $$;

-- As before, and with the reason of a late entry.
create or replace function audit_change() returns trigger language plpgsql security definer set search_path = public as $$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  is_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  any_row jsonb := coalesce(is_now, was);
  before_ jsonb := was;
  after_ jsonb := is_now;
  secret text[];
  own text;
  of_pid bigint;
begin
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(key, value) into before_ from jsonb_each(was) where is_now -> key is distinct from value;
    if before_ is null then return null; end if;
    select jsonb_object_agg(key, value) into after_ from jsonb_each(is_now) where was -> key is distinct from value;
  end if;
  if tg_nargs > 2 and tg_argv[2] <> '' then
    secret := string_to_array(tg_argv[2], ',');
    before_ := (select jsonb_object_agg(key, case when key = any (secret) and value <> 'null' then '"***"' else value end) from jsonb_each(before_));
    after_ := (select jsonb_object_agg(key, case when key = any (secret) and value <> 'null' then '"***"' else value end) from jsonb_each(after_));
  end if;
  if tg_nargs > 3 and tg_argv[3] <> '' then
    foreach own in array string_to_array(tg_argv[3], ';') loop
      -- A row that only now learns whose it is, or forgets it, belongs to that member all the same.
      of_pid := coalesce((is_now ->> split_part(own, ':', 1))::bigint, (was ->> split_part(own, ':', 1))::bigint);
      continue when of_pid is null;
      secret := string_to_array(split_part(own, ':', 2), ',');
      before_ := (select jsonb_object_agg(key, case when key = any (secret) then audit_conceal(value, (any_row ->> 'oid')::bigint, of_pid) else value end) from jsonb_each(before_));
      after_ := (select jsonb_object_agg(key, case when key = any (secret) then audit_conceal(value, (any_row ->> 'oid')::bigint, of_pid) else value end) from jsonb_each(after_));
    end loop;
  end if;
  -- Entered later than the store allows, by somebody who may: why.
  if coalesce(current_setting('app.backdate', true), '') <> '' and tg_op <> 'DELETE' then
    after_ := after_ || jsonb_build_object('backdate_reason', current_setting('app.backdate', true));
  end if;
  insert into audit (oid, at, hid, ctid_, request, action, tbl, row_id, pid, before, after)
  values ((any_row ->> 'oid')::bigint, app_now(), (any_row ->> 'hid')::bigint, app_ctid(), nullif(current_setting('app.request', true), ''), lower(tg_op), tg_table_name,
          (any_row ->> tg_argv[0])::bigint, case when tg_argv[1] <> '' then (any_row ->> tg_argv[1])::bigint end, before_, after_);
  return null;
end $$;
