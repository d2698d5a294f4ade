-- Places below one (all provinces for null), with the names of those above: 浙江省杭州市西湖区.
create or replace function area_list(above text)
  returns table (code text, name text, path text)
  language sql stable security definer
  set search_path = public as $$
  select a.code, a.name, area_path(a.code)
  from area a
  where a.parent is not distinct from above
  order by a.code
$$;

-- The whole name of a place. 市辖区 and the like say nothing and are left out.
create or replace function area_path(code_ text)
  returns text
  language sql stable security definer
  set search_path = public as $$
  select string_agg(a.name, '' order by length(a.code))
  from area a
  where a.code in (left(code_, 2), left(code_, 4), code_)
    and a.name not in ('市辖区', '县', '省直辖县级行政区划', '自治区直辖县级行政区划')
    and not (a.code = left(code_, 4) and code_ like '____00')
$$;
