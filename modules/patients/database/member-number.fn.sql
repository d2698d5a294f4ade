-- Member numbers, year first: M26000001. Drawn without waiting for another registration's commit, as a counter row would make one wait: a
-- sequence for each organisation and year, made when it is first drawn from, where the counter of the year stood. A registration given up
-- leaves a gap.
create or replace function draw_number(series_ text) returns bigint language plpgsql security definer set search_path = public as $$
declare
  mine bigint := current_setting('app.oid')::bigint;
  name text := format('numbers_%s_%s', mine, series_);
begin
  if to_regclass(quote_ident(name)) is null then
    if series_ !~ '^[a-z0-9-]{1,40}$' then raise exception 'not a series: %', series_; end if;
    -- Whoever comes second waits here and then finds it.
    lock table running_number in share update exclusive mode;
    execute format(
      'create sequence if not exists %I start with %s', name,
        1 + coalesce((select last from running_number where oid = mine and series = series_), 0)
    );
  end if;
  return nextval(quote_ident(name));
end $$;
