-- Writes one audit line per changed row: the changed columns before and after. Columns that name a member are encrypted with the key of
-- that member (decision 0083). Arguments, from the wall: key column, member column, secret columns, personal columns by the column that
-- names the person, and the column with the number of a person who need not be a member: their key stands under the negative number.
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
    before_ := (
      select jsonb_object_agg(key, case when key = any (secret) and value <> 'null' then '"***"' else value end) from jsonb_each(before_)
    );
    after_ := (
      select jsonb_object_agg(key, case when key = any (secret) and value <> 'null' then '"***"' else value end) from jsonb_each(after_)
    );
  end if;
  if tg_nargs > 3 and tg_argv[3] <> '' then
    foreach own in array string_to_array(tg_argv[3], ';') loop
      -- A row that only now learns whose it is, or forgets it, belongs to that member all the same.
      of_pid := coalesce((is_now ->> split_part(own, ':', 1))::bigint, (was ->> split_part(own, ':', 1))::bigint);
      if tg_nargs > 4 and (of_pid is null or split_part(own, ':', 1) = tg_argv[4]) then
        of_pid := -(any_row ->> tg_argv[4])::bigint;
      end if;
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
  values (
    of_oid, app_now(), (any_row ->> 'hid')::bigint, app_ctid(), nullif(current_setting('app.request', true), ''), lower(tg_op),
      tg_table_name,
          (any_row ->> tg_argv[0])::bigint, case when tg_argv[1] <> '' then (any_row ->> tg_argv[1])::bigint end, before_, after_);
  return null;
end $$;

-- Returns the audit key of a member. Makes it at the first change of that member.
create or replace function person_key_of(of_oid bigint, of_pid bigint)
  returns bytea
  language plpgsql security definer
  set search_path = public as $$
declare found_ bytea;
begin
  select key into found_ from person_key where oid = of_oid and pid = of_pid;
  if found_ is null then
    insert into person_key (oid, pid)
    values (of_oid, of_pid)
    on conflict (oid, pid)
      do update set key = person_key.key
    returning key into found_;
  end if;
  return found_;
end $$;

-- Decrypts the columns of an audit row for the organisation that asks. A value whose key was deleted reads as erased.
create or replace function audit_reveal(columns jsonb) returns jsonb language plpgsql stable security definer set search_path = public as $$
declare
  shown jsonb := columns;
  name_ text;
  part text[];
  own_key bytea;
  packed bytea;
begin
  for name_, part in
    select key, string_to_array(value #>> '{}', ':')
    from jsonb_each(columns)
    where jsonb_typeof(value) = 'string' and value #>> '{}' ~ '^sealed:-?\d+:[0-9a-f]{8}:[A-Za-z0-9+/=]+$' loop
    select key into own_key from person_key where oid = current_setting('app.oid')::bigint and pid = part[2]::bigint;
    if own_key is null or left(encode(sha256(own_key), 'hex'), 8) <> part[3] then
      shown := shown || jsonb_build_object(name_, '（已注销）');
    else
      packed := decode(part[4], 'base64');
      shown := shown ||
        jsonb_build_object(
          name_, convert_from(decrypt_iv(substr(packed, 17), own_key, substr(packed, 1, 16), 'aes-cbc/pad:pkcs'), 'UTF8')::jsonb
        );
    end if;
  end loop;
  return shown;
end $$;

-- Where in the organisation's rows one of some texts stands, table by table; rows known to be another member's are not looked at.
create or replace function texts_left(wanted text[], of_pid bigint)
  returns table (tbl text, n bigint)
  language plpgsql stable security definer
  set search_path = public as $$
declare
  t record;
  mine bigint := current_setting('app.oid')::bigint;
begin
  for t in
    select c.relname as name, bool_or(a.attname = 'pid') has_pid,
      string_agg(
        format('%I::text', a.attname), ' || chr(10) || '
      ) filter (where a.atttypid = any (array['text', 'varchar', 'json', 'jsonb', 'text[]']::regtype[])) said
    from pg_class c
      join pg_namespace s on s.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where s.nspname = 'public' and c.relkind in ('r', 'p') group by c.oid, c.relname having bool_or(a.attname = 'oid') order by c.relname
  loop
    continue when t.said is null;
    t.said := replace(t.said, ' || chr(10) || ', ', ');
    return query execute format('select %L::text, count(*) from %I where oid = $1 %s and exists (select 1 from unnest($2) w '
      'where strpos(concat_ws(chr(10), %s), w) > 0) having count(*) > 0',
      t.name, t.name, case when t.has_pid then 'and (pid is null or pid = $3)' else '' end, t.said) using mine, wanted, of_pid;
  end loop;
  if to_regclass('graphile_worker._private_jobs') is not null then
    return query execute 'select ''job''::text, count(*) from graphile_worker._private_jobs '
      'where flags ? (''oid:'' || $1) '
      'and exists (select 1 from unnest($2) w where strpos(payload::text, w) > 0) having count(*) > 0'
      using mine, wanted;
  end if;
end $$;

-- Deletes the audit key of a member, which makes their audit unreadable, and the stored answers of their repeated calls.
create or replace function person_forget(of_pid bigint, wanted text[])
  returns void
  language sql security definer
  set search_path = public as $$
  delete from person_key where oid = current_setting('app.oid')::bigint and pid = of_pid;
  delete from idempotency
  where oid = current_setting('app.oid')::bigint and exists (select 1 from unnest(wanted) w where strpos(answer::text, w) > 0);
$$;

-- Writes reads of members' records, many at a time. The transaction takes its id before the first audit number is drawn: the seal relies on
-- that order.
create or replace function audit_reads(reads jsonb) returns int[] language sql security definer set search_path = public as $$
  select pg_current_xact_id();
  with asked as (
    select distinct on (oid, ctid, what) r.nth, r.oid, coalesce(r.at, now()) moment, r.hid, r.ctid, r.request, r.endpoint,
      r.pid, r.many, r.what, coalesce(r.refetch, false) again
    from jsonb_to_recordset(reads) r(
      nth int, oid bigint, at timestamptz, hid bigint, ctid bigint, request text, endpoint text, pid bigint, many jsonb,
        what text, refetch boolean
    )
    order by oid, ctid, what, coalesce(r.refetch, false), moment
  ), opened as (
    insert into reading as o (oid, ctid_, what, at) select oid, ctid, what, moment from asked where not again
    on conflict (oid, ctid_, what)
      do update set at = excluded.at
      where excluded.at >= o.at + interval '10 minutes'
      returning oid, ctid_, what
  ), refreshed as (
    insert into reading as o (oid, ctid_, what, at) select oid, ctid, what, moment from asked where again
    on conflict (oid, ctid_, what) do update set at = excluded.at where excluded.at >= o.at + interval '12 hours' returning oid, ctid_, what
  ), noted as (
    select a.*
    from asked a
    join (select * from opened union all select * from refreshed) n on n.oid = a.oid and n.ctid_ = a.ctid and n.what = a.what
  ), lines as (
    insert into audit (oid, at, hid, ctid_, request, action, tbl, row_id, pid, after)
    select oid, moment, hid, ctid, request, 'read', endpoint, pid, pid, many from noted
  )
  select coalesce(array_agg(nth), '{}') from noted
$$;

-- Deletes noted openings older than yesterday: they no longer cover a read.
create or replace function reading_forget() returns void language sql security definer set search_path = public as $$
  delete from reading where oid = current_setting('app.oid')::bigint and at < now() - interval '1 day'
$$;

-- Encrypts the personal columns of one audit row. The member's key is read once; each value has its own initialisation vector (decision
-- 0083).
create or replace function audit_concealed(columns jsonb, secret text[], of_oid bigint, of_pid bigint)
  returns jsonb
  language plpgsql security definer
  set search_path = public as $$
declare
  own_key bytea;
  mark text;
begin
  if columns is null or not columns ?| secret then return columns; end if;
  own_key := person_key_of(of_oid, of_pid);
  mark := format('sealed:%s:%s:', of_pid, left(encode(sha256(own_key), 'hex'), 8));
  return (
    select jsonb_object_agg(c.key, coalesce(
      to_jsonb(
        mark ||
          translate(encode(v.iv || encrypt_iv(convert_to(c.value::text, 'UTF8'), own_key, v.iv, 'aes-cbc/pad:pkcs'), 'base64'), E'\n', '')
      ),
        c.value))
    from jsonb_each(columns) c
    left join lateral (select gen_random_bytes(16) iv) v on c.key = any (secret) and c.value <> 'null');
end $$;
