-- Who a member is enters the audit encrypted with a key of that member. Erasing destroys the key: the rows stay as they were sealed, and nobody reads
-- them any more.
create extension if not exists pgcrypto;
create table person_key (
  oid bigint not null,
  pid bigint not null,
  key bytea not null default gen_random_bytes(32),
  primary key (oid, pid)
);

create function person_key_of(of_oid bigint, of_pid bigint) returns bytea language plpgsql security definer set search_path = public as $$
declare found_ bytea;
begin
  select key into found_ from person_key where oid = of_oid and pid = of_pid;
  if found_ is null then
    insert into person_key (oid, pid) values (of_oid, of_pid) on conflict (oid, pid) do update set key = person_key.key returning key into found_;
  end if;
  return found_;
end $$;

-- `sealed:<pid>:<which key>:<base64 of iv and AES-256-CBC>`. The tag tells a destroyed key from the next one.
create function audit_conceal(fact jsonb, of_oid bigint, of_pid bigint) returns jsonb language plpgsql security definer set search_path = public as $$
declare
  own_key bytea;
  iv bytea := gen_random_bytes(16);
begin
  if fact is null or fact = 'null' or of_pid is null then return fact; end if;
  own_key := person_key_of(of_oid, of_pid);
  return to_jsonb(format('sealed:%s:%s:%s', of_pid, left(encode(sha256(own_key), 'hex'), 8),
    translate(encode(iv || encrypt_iv(convert_to(fact::text, 'UTF8'), own_key, iv, 'aes-cbc/pad:pkcs'), 'base64'), E'\n', '')));
end $$;

-- The columns of an audit row as they were, for the organisation asking; a fact whose key is gone reads as erased.
create function audit_reveal(columns jsonb) returns jsonb language plpgsql stable security definer set search_path = public as $$
declare
  shown jsonb := columns;
  name_ text;
  part text[];
  own_key bytea;
  packed bytea;
begin
  for name_, part in select key, string_to_array(value #>> '{}', ':') from jsonb_each(columns) where jsonb_typeof(value) = 'string' and value #>> '{}' ~ '^sealed:\d+:[0-9a-f]{8}:[A-Za-z0-9+/=]+$' loop
    select key into own_key from person_key where oid = current_setting('app.oid')::bigint and pid = part[2]::bigint;
    if own_key is null or left(encode(sha256(own_key), 'hex'), 8) <> part[3] then
      shown := shown || jsonb_build_object(name_, '（已注销）');
    else
      packed := decode(part[4], 'base64');
      shown := shown || jsonb_build_object(name_, convert_from(decrypt_iv(substr(packed, 17), own_key, substr(packed, 1, 16), 'aes-cbc/pad:pkcs'), 'UTF8')::jsonb);
    end if;
  end loop;
  return shown;
end $$;

-- Told by the wall: the key column, the column of the member or '', the secret columns, the personal ones as `pid:name,mobile;kept_pid:taken`.
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
  insert into audit (oid, at, hid, ctid_, request, action, tbl, row_id, pid, before, after)
  values ((any_row ->> 'oid')::bigint, app_now(), (any_row ->> 'hid')::bigint, app_ctid(), nullif(current_setting('app.request', true), ''), lower(tg_op), tg_table_name,
          (any_row ->> tg_argv[0])::bigint, case when tg_argv[1] <> '' then (any_row ->> tg_argv[1])::bigint end, before_, after_);
  return null;
end $$;

-- Where in the organisation's rows one of some texts stands, table by table; rows known to be another member's are not looked at.
create function texts_left(wanted text[], of_pid bigint) returns table (tbl text, n bigint) language plpgsql stable security definer set search_path = public as $$
declare
  t record;
  mine bigint := current_setting('app.oid')::bigint;
begin
  for t in
    select c.relname as name, bool_or(a.attname = 'pid') has_pid,
      string_agg(format('%I::text', a.attname), ' || chr(10) || ') filter (where a.atttypid = any (array['text', 'varchar', 'json', 'jsonb', 'text[]']::regtype[])) said
    from pg_class c join pg_namespace s on s.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where s.nspname = 'public' and c.relkind in ('r', 'p') group by c.oid, c.relname having bool_or(a.attname = 'oid') order by c.relname
  loop
    continue when t.said is null;
    t.said := replace(t.said, ' || chr(10) || ', ', ');
    return query execute format('select %L::text, count(*) from %I where oid = $1 %s and exists (select 1 from unnest($2) w where strpos(concat_ws(chr(10), %s), w) > 0) having count(*) > 0',
      t.name, t.name, case when t.has_pid then 'and (pid is null or pid = $3)' else '' end, t.said) using mine, wanted, of_pid;
  end loop;
  if to_regclass('graphile_worker._private_jobs') is not null then
    return query execute 'select ''job''::text, count(*) from graphile_worker._private_jobs where flags ? (''oid:'' || $1) and exists (select 1 from unnest($2) w where strpos(payload::text, w) > 0) having count(*) > 0'
      using mine, wanted;
  end if;
end $$;

-- Ends what is kept of a person beside their record: the key of their audit, and answers kept for calls that are sent again.
create function person_forget(of_pid bigint, wanted text[]) returns void language sql security definer set search_path = public as $$
  delete from person_key where oid = current_setting('app.oid')::bigint and pid = of_pid;
  delete from idempotency where oid = current_setting('app.oid')::bigint and exists (select 1 from unnest(wanted) w where strpos(answer::text, w) > 0);
$$;

-- What the audit held so far in plain words stands under seals that were made over it: it is read anew by the wall's columns below and sealed again.
delete from audit_seal;
update audit a set
  before = (select jsonb_object_agg(key, case when key = any (p.columns) then audit_conceal(value, a.oid, a.pid) else value end) from jsonb_each(a.before)),
  after = (select jsonb_object_agg(key, case when key = any (p.columns) then audit_conceal(value, a.oid, a.pid) else value end) from jsonb_each(a.after))
from (values
  ('patient', array['name', 'pinyin', 'initials', 'bigrams', 'birth', 'mobile', 'mobile2', 'phone_tail', 'guardian', 'id_card', 'address', 'school', 'class_name', 'occupation', 'note', 'wechat_open_id', 'wechat_name']),
  ('patient_family', array['name', 'mobile', 'note']), ('patient_card', array['card_no']), ('potential_follow', array['content']), ('consultation', array['question', 'answer']),
  ('consent', array['guardian_name']), ('eye_book', array['phone', 'name']), ('eg_patient', array['name', 'birth', 'mobile', 'school', 'class_name']), ('record_frame', array['receiver', 'signature']),
  ('charge_bill', array['referrer', 'refund_name', 'refund_account'])
) p (tbl, columns) where a.tbl = p.tbl and a.pid is not null and a.action <> 'read';
revoke all on function person_key_of(bigint, bigint), audit_conceal(jsonb, bigint, bigint) from public;
