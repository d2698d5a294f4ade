-- The second number finds a member by its end, as the first does.
create index patient__by_second_phone on patient (oid, (reverse(regexp_replace(mobile2, '\D', '', 'g')))) where mobile2 is not null;

create or replace function find_patients(text_ text, limit_ int) returns table (pid bigint, rank int) language plpgsql stable security definer set search_path = public as $$
declare
  o bigint := current_setting('app.oid')::bigint;
  -- Chinese keyboards write full-width digits and letters.
  plain text := translate(text_, '０１２３４５６７８９ＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔｕｖｗｘｙｚ－＋', '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-+');
  t text := lower(regexp_replace(plain, '\s', '', 'g'));
  digits text := regexp_replace(plain, '\D', '', 'g');
  past text := chr(1114111);
  most int := greatest(limit_, 200);
  pairs text[];
  n int;
begin
  if t = '' then return; end if;
  if t ~ '^[0-9+-]+$' then
    return query select distinct on (y.pid) y.pid, y.rank from (
      (select p.pid, 0 as rank from patient p where p.oid = o and p.status = 0 and p.member_no = upper(t))
      union all (select c.pid, 0 from patient_card c where c.oid = o and c.status = 0 and c.card_no = upper(t))
      union all (select p.pid, 1 from patient p where p.oid = o and p.status = 0 and digits <> '' and p.phone_tail >= reverse(digits) and p.phone_tail < reverse(digits) || past limit most)
      union all (select p.pid, 2 from patient p where p.oid = o and p.status = 0 and p.mobile >= t and p.mobile < t || past limit most)
      union all (select p.pid, 2 from patient p where p.oid = o and p.status = 0 and p.mobile2 is not null and digits <> '' and reverse(regexp_replace(p.mobile2, '\D', '', 'g')) >= reverse(digits) and reverse(regexp_replace(p.mobile2, '\D', '', 'g')) < reverse(digits) || past limit most)
      union all (select p.pid, 3 from patient p where p.oid = o and p.status = 0 and length(digits) >= 4 and p.phone_tail like '%' || reverse(digits) || '%' limit most)
    ) y order by y.pid, y.rank;
  elsif t ~ '^[a-z0-9-]+$' then
    return query select distinct on (y.pid) y.pid, y.rank from (
      (select p.pid, 0 as rank from patient p where p.oid = o and p.status = 0 and p.member_no = upper(t))
      union all (select c.pid, 0 from patient_card c where c.oid = o and c.status = 0 and c.card_no = upper(t))
      union all (select p.pid, 1 from patient p where p.oid = o and p.status = 0 and p.initials = t limit most)
      union all (select p.pid, 1 from patient p where p.oid = o and p.status = 0 and p.pinyin = t limit most)
      union all (select p.pid, 2 from patient p where p.oid = o and p.status = 0 and p.initials >= t and p.initials < t || past limit most)
      union all (select p.pid, 3 from patient p where p.oid = o and p.status = 0 and p.pinyin >= t and p.pinyin < t || past limit most)
      union all (select p.pid, 4 from patient p where p.oid = o and p.status = 0 and length(t) >= 2 and p.bigrams @> bigrams(t) and position(t in lower(regexp_replace(p.name, '\s', '', 'g'))) > 0 limit most)
    ) y order by y.pid, y.rank;
  elsif length(t) = 1 then
    return query select p.pid, case when p.name = t then 0 else 1 end from patient p where p.oid = o and p.status = 0 and p.name >= t and p.name < t || past limit most;
    get diagnostics n = row_count;
    -- A surname is on many names: the others are looked for only when it is on few.
    if n < limit_ then
      return query select p.pid, 2 from patient p where p.oid = o and p.status = 0 and p.bigrams @> array[t] and not starts_with(p.name, t) limit most;
    end if;
  else
    select array_agg(substr(t, i, 2)) into pairs from generate_series(1, length(t) - 1) i;
    return query select distinct on (y.pid) y.pid, y.rank from (
      (select p.pid, 0 as rank from patient p where p.oid = o and p.status = 0 and p.name = trim(text_) limit most)
      union all (select p.pid, 1 from patient p where p.oid = o and p.status = 0 and p.name >= trim(text_) and p.name < trim(text_) || past limit most)
      union all (select p.pid, 2 from patient p where p.oid = o and p.status = 0 and p.bigrams @> pairs and (length(t) = 2 or position(t in lower(regexp_replace(p.name, '\s', '', 'g'))) > 0) limit most)
    ) y order by y.pid, y.rank;
  end if;
end $$;

-- What an import changed of a member whose personal facts are erased goes with them: it holds the facts as they were before and after.
create function import_forget(pid_ bigint) returns void language sql security definer set search_path = public as $$
  delete from import_row r where r.oid = current_setting('app.oid')::bigint and r.tbl = 'patient' and r.row_id = pid_ and r.before is not null
$$;
