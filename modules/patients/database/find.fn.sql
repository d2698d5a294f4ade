-- Members a text finds, best first: within one kind of match those of the store, then the newest. A weaker kind is searched only while
-- stronger ones found fewer than asked for; no member is found twice. When a kind has more matches than anybody reads, some of them are
-- taken.
create or replace function find_patients(text_ text, limit_ int, hid_ bigint)
  returns setof bigint
  language plpgsql stable security definer
  set search_path = public as $$
declare
  o bigint := current_setting('app.oid')::bigint;
  whole text := canonical_name(text_);
  -- Chinese keyboards write full-width digits and letters; numbers are typed with spaces, dashes and the code of the country.
  t text := lower(regexp_replace(normalize(whole, nfkc), '\s', '', 'g'));
  number_ text := case when t ~ '^[0-9+()-]+$' then canonical_phone(t) else t end;
  digits text := regexp_replace(number_, '\D', '', 'g');
  tail text := reverse(digits);
  past text := chr(1114111);
  most int := greatest(limit_, 2000);
  -- Inside of names a pair of signs is met by more than it tells apart; each has to be fetched.
  inside int := greatest(limit_, 200);
  room int := limit_;
  n int;
  exact bigint[] := '{}';
  pairs text[];
begin
  if t = '' then return; end if;
  t := number_;
  if t ~ '^[a-z0-9+-]+$' then
    exact := array(select p.pid from patient p where p.oid = o and p.status = 0 and p.member_no = upper(t)
      union select c.pid from patient_card c where c.oid = o and c.status = 0 and c.card_no = upper(t));
    return query select unnest(exact);
    room := room - cardinality(exact);
    -- A whole number that is no part of a telephone number is all that is meant.
    if room <= 0 or cardinality(exact) > 0 and t ~ '[a-z]' and digits <> '' then return; end if;
  end if;

  if t ~ '^[0-9+-]+$' then
    if digits <> '' then
      return query
        select x.pid
        from (
          select p.pid, p.hid
          from patient p
          where p.oid = o and p.status = 0 and p.phone_tail >= tail and p.phone_tail < tail || past and p.pid <> all (exact)
          limit most
        ) x
        order by (x.hid = hid_) desc, x.pid desc limit room;
      get diagnostics n = row_count; room := room - n; if room <= 0 then return; end if;
    end if;
    return query
      select x.pid
      from (
        select p.pid, p.hid
        from patient p
        where p.oid = o and p.status = 0 and p.mobile >= t and p.mobile < t || past and p.pid <> all (exact)
        and not (digits <> '' and starts_with(p.phone_tail, tail)) limit most) x order by (x.hid = hid_) desc, x.pid desc limit room;
    get diagnostics n = row_count; room := room - n; if room <= 0 or digits = '' then return; end if;
    return query
      select x.pid
      from (select p.pid, p.hid from patient p where p.oid = o and p.status = 0 and p.mobile2 is not null and p.pid <> all (exact)
        and reverse(regexp_replace(p.mobile2, '\D', '', 'g')) >= tail and reverse(regexp_replace(p.mobile2, '\D', '', 'g')) < tail || past
        and not coalesce(starts_with(p.phone_tail, tail) or starts_with(p.mobile, t), false)
          limit most) x order by (x.hid = hid_) desc, x.pid desc limit room;
    get diagnostics n = row_count; room := room - n;
    -- From the middle of a number only where nothing fits its ends.
    if room < limit_ or length(digits) < 4 then return; end if;
    return query
      select x.pid
      from (select p.pid, p.hid from patient p where p.oid = o and p.status = 0 and p.phone_tail like '%' || tail || '%' limit most) x
      order by (x.hid = hid_) desc, x.pid desc limit room;

  elsif t ~ '^[a-z0-9-]+$' then
    return query select x.pid from (
        (select p.pid, p.hid from patient p where p.oid = o and p.status = 0 and p.initials = t and p.pid <> all (exact) limit most)
        union all (
          select p.pid, p.hid
          from patient p
          where p.oid = o and p.status = 0 and p.pinyin = t and p.initials <> t and p.pid <> all (exact)
          limit most
        )) x
      order by (x.hid = hid_) desc, x.pid desc limit room;
    get diagnostics n = row_count; room := room - n; if room <= 0 then return; end if;
    return query
      select x.pid
      from (
        select p.pid, p.hid
        from patient p
        where p.oid = o and p.status = 0 and p.initials > t and p.initials < t || past and p.pinyin <> t and p.pid <> all (exact)
        limit most
      ) x
      order by (x.hid = hid_) desc, x.pid desc limit room;
    get diagnostics n = row_count; room := room - n; if room <= 0 then return; end if;
    return query
      select x.pid
      from (
        select p.pid, p.hid
        from patient p
        where p.oid = o and p.status = 0 and p.pinyin > t and p.pinyin < t || past and not starts_with(p.initials, t)
          and p.pid <> all (exact)
        limit most
      ) x
      order by (x.hid = hid_) desc, x.pid desc limit room;
    get diagnostics n = row_count; room := room - n; if room <= 0 then return; end if;
    -- 吕 is kept as lv (ISO 7098:2015), passports have lyu, many keyboards lu.
    if t ~ '^[ln]y?u(?![ao])' then
      return query select f from find_patients(regexp_replace(t, '^([ln])y?u', '\1v'), room, hid_) f where f <> all (exact);
      get diagnostics n = row_count; room := room - n;
    end if;
    if room < limit_ or length(t) < 2 then return; end if;
    return query
      select x.pid
      from (
        select p.pid, p.hid
        from patient p
        where p.oid = o and p.status = 0 and of_tenant(p.oid, p.bigrams) @> of_tenant(o, bigrams(t))
          and position(t in lower(regexp_replace(p.name, '\s', '', 'g'))) > 0
        limit most
      ) x
      order by (x.hid = hid_) desc, x.pid desc
      limit room;

  else
    return query
      select x.pid
      from (select p.pid, p.hid from patient p where p.oid = o and p.status = 0 and p.name = whole limit most) x
      order by (x.hid = hid_) desc, x.pid desc
      limit room;
    get diagnostics n = row_count; room := room - n; if room <= 0 then return; end if;
    return query
      select x.pid
      from (select p.pid, p.hid from patient p where p.oid = o and p.status = 0 and p.name > whole and p.name < whole || past limit most) x
      order by (x.hid = hid_) desc, x.pid desc limit room;
    get diagnostics n = row_count; room := room - n; if room <= 0 then return; end if;
    pairs := case when length(t) = 1 then array[t] else array(select substr(t, i, 2) from generate_series(1, length(t) - 1) i) end;
    return query
      select x.pid
      from (
        select p.pid, p.hid
        from patient p
        where p.oid = o and p.status = 0 and of_tenant(p.oid, p.bigrams) @> of_tenant(o, pairs) and not starts_with(p.name, whole)
        and (length(t) <= 2 or position(t in lower(regexp_replace(p.name, '\s', '', 'g'))) > 0)
          limit inside) x order by (x.hid = hid_) desc, x.pid desc limit room;
  end if;
end $$;
