-- Returns the key of the organisation that asks. Makes it at the first number.
create or replace function student_key_of()
  returns bytea
  language plpgsql security definer
  set search_path = public as $$
declare
  found_ bytea;
  of_oid bigint := current_setting('app.oid')::bigint;
begin
  select key into found_ from student_key where oid = of_oid;
  if found_ is null then
    insert into student_key (oid)
    values (of_oid)
    on conflict (oid)
      do update set key = student_key.key
    returning key into found_;
  end if;
  return found_;
end $$;

-- Seals numbers: each with an initialisation vector of its own, and beside it the keyed hash it is found by. The same number has the same
-- hash in one organisation and another one elsewhere.
create or replace function student_sealed(numbers text[])
  returns table (number text, sealed text, hash text)
  language sql volatile security definer
  set search_path = public as $$
  with own as (select student_key_of() key),
  each as (select distinct n, gen_random_bytes(16) iv from unnest(numbers) n where n is not null)
  select distinct on (e.n) e.n,
    translate(encode(e.iv || encrypt_iv(convert_to(e.n, 'UTF8'), own.key, e.iv, 'aes-cbc/pad:pkcs'), 'base64'), E'\n', ''),
    encode(hmac(convert_to(e.n, 'UTF8'), own.key, 'sha256'), 'hex')
  from each e
  cross join own
  order by e.n
$$;

-- Opens the numbers of students and writes down who read how many of them and why, in the same transaction. Only students of stores that
-- the account may enter are read.
create or replace function student_numbers(ids bigint[], purpose_ int, reason_ text)
  returns table (id bigint, id_card text, passport text)
  language plpgsql volatile security definer
  set search_path = public as $$
declare
  own_key bytea := student_key_of();
  of_oid bigint := current_setting('app.oid')::bigint;
  of_hids bigint[] := current_setting('app.hids')::bigint[];
begin
  if length(trim(reason_)) < 2 then raise exception 'a reason is needed'; end if;
  insert into student_disclosure (oid, hid, student_id, purpose, n, reason)
    select of_oid, min(s.hid), case when count(*) = 1 then min(s.id) end, purpose_, count(*), reason_
    from student s
    where s.oid = of_oid and s.hid = any (of_hids) and s.id = any (ids)
    having count(*) > 0;
  return query
    select s.id, student_opened(s.id_card, own_key), student_opened(s.passport, own_key)
    from student s
    where s.oid = of_oid and s.hid = any (of_hids) and s.id = any (ids);
end $$;

create or replace function student_opened(sealed text, own_key bytea)
  returns text
  language sql immutable
  set search_path = public as $$
  select convert_from(decrypt_iv(substr(packed, 17), own_key, substr(packed, 1, 16), 'aes-cbc/pad:pkcs'), 'UTF8')
  from (select decode(sealed, 'base64') packed) p
$$;

-- Writes down that a file about students left the house: who took it, of how many, which file and why.
create or replace function student_file_noted(hid_ bigint, purpose_ int, n_ int, reason_ text)
  returns void
  language plpgsql volatile security definer
  set search_path = public as $$
begin
  if not hid_ = any (current_setting('app.hids')::bigint[]) then raise exception 'another store'; end if;
  insert into student_disclosure (oid, hid, purpose, n, reason)
  values (current_setting('app.oid')::bigint, hid_, purpose_, n_, reason_);
end $$;
