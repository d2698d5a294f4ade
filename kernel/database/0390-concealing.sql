-- Conceals the personal columns of one audited row: the member's key is looked up once for all of them (decision 0083), each has an initialisation vector of its own.
create function audit_concealed(columns jsonb, secret text[], of_oid bigint, of_pid bigint) returns jsonb language plpgsql security definer set search_path = public as $$
declare
  own_key bytea;
  mark text;
begin
  if columns is null or not columns ?| secret then return columns; end if;
  own_key := person_key_of(of_oid, of_pid);
  mark := format('sealed:%s:%s:', of_pid, left(encode(sha256(own_key), 'hex'), 8));
  return (
    select jsonb_object_agg(c.key, coalesce(
      to_jsonb(mark || translate(encode(v.iv || encrypt_iv(convert_to(c.value::text, 'UTF8'), own_key, v.iv, 'aes-cbc/pad:pkcs'), 'base64'), E'\n', '')), c.value))
    from jsonb_each(columns) c
    left join lateral (select gen_random_bytes(16) iv) v on c.key = any (secret) and c.value <> 'null');
end $$;
revoke all on function audit_concealed(jsonb, text[], bigint, bigint) from public;

-- As before; concealing takes a row at a time.
create or replace function audit_change() returns trigger language plpgsql security definer set search_path = public as $$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  is_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  any_row jsonb := coalesce(is_now, was);
  of_oid bigint := (any_row ->> 'oid')::bigint;
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
      before_ := audit_concealed(before_, secret, of_oid, of_pid);
      after_ := audit_concealed(after_, secret, of_oid, of_pid);
    end loop;
  end if;
  -- Entered later than the store allows, by somebody who may: why.
  if coalesce(current_setting('app.backdate', true), '') <> '' and tg_op <> 'DELETE' then
    after_ := after_ || jsonb_build_object('backdate_reason', current_setting('app.backdate', true));
  end if;
  insert into audit (oid, at, hid, ctid_, request, action, tbl, row_id, pid, before, after)
  values (of_oid, app_now(), (any_row ->> 'hid')::bigint, app_ctid(), nullif(current_setting('app.request', true), ''), lower(tg_op), tg_table_name,
          (any_row ->> tg_argv[0])::bigint, case when tg_argv[1] <> '' then (any_row ->> tg_argv[1])::bigint end, before_, after_);
  return null;
end $$;
drop function audit_conceal(jsonb, bigint, bigint);
