-- Search in the shared list, best first: by code, by the beginning of the name, by initials, by part of the name.
create or replace function icd10_find(word text, most int)
  returns table (code text, name text)
  language sql stable security definer
  set search_path = public as $$
  select i.code, i.name from icd10 i
  -- Of nobody's organisation, but asked by one.
  where current_setting('app.oid')::bigint > 0
    and (starts_with(i.code, upper(word)) or strpos(i.name, word) > 0 or strpos(i.initials, lower(word)) > 0)
  order by not starts_with(i.code, upper(word)), not starts_with(i.name, word), not starts_with(i.initials, lower(word)),
    length(i.name), i.code
    limit most
$$;

-- Those of some codes that the shared list has.
create or replace function icd10_known(asked text[]) returns setof text language sql stable security definer set search_path = public as $$
  select code from icd10 where current_setting('app.oid')::bigint > 0 and code = any(asked)
$$;
