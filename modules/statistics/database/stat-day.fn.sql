-- Moves deltas of an organisation into its days. One run at a time: a second one returns at once. The move is one statement, so that a
-- reader finds each change in exactly one of the two tables.
create or replace function stat_fold() returns bigint language plpgsql security definer set search_path = public as $$
declare folded bigint;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('stat_fold', current_setting('app.oid')::bigint)) then return 0; end if;
  with gone as (
    delete from stat_delta where oid = current_setting('app.oid')::bigint returning *
  ), summed as (
    select oid, hid, cube, day, d1, d2, d3, d4, w1, w2, sum(m1) m1, sum(m2) m2, sum(m3) m3, sum(m4) m4, sum(m5) m5, sum(m6) m6, count(*) n
    from gone group by oid, hid, cube, day, d1, d2, d3, d4, w1, w2
  ), put as (
    insert into stat_day as s (oid, hid, cube, day, d1, d2, d3, d4, w1, w2, m1, m2, m3, m4, m5, m6)
    select oid, hid, cube, day, d1, d2, d3, d4, w1, w2, m1, m2, m3, m4, m5, m6 from summed
    on conflict (oid, hid, cube, day, d1, d2, d3, d4, w1, w2) do update set
      m1 = s.m1 + excluded.m1, m2 = s.m2 + excluded.m2, m3 = s.m3 + excluded.m3, m4 = s.m4 + excluded.m4,
        m5 = s.m5 + excluded.m5, m6 = s.m6 + excluded.m6
  )
  select coalesce(sum(n), 0) into folded from summed;
  return folded;
end $$;

-- Adds changes of the days to the sums per part. Only the folding job writes days, one run at a time, so nobody waits for a row here.
create or replace function stat_sums() returns trigger language plpgsql security definer set search_path = public as $$
declare
  rows_ text := case tg_op
    when 'INSERT' then 'select *, 1 sign from new_rows'
    when 'DELETE' then 'select *, -1 sign from old_rows'
    else 'select *, -1 sign from old_rows union all select *, 1 sign from new_rows'
  end;
  touched text[];
  kept text;
  p record;
begin
  execute format('select array_agg(distinct cube) from (%s) r', rows_) into touched;
  for p in select part, array_agg(cube) cubes from stat_part where cube = any (touched) group by part order by part loop
    kept := (
      select coalesce(string_agg(', ' || c, '' order by n), '')
      from unnest(array['d1', 'd2', 'd3', 'd4', 'w1', 'w2']) with ordinality x(c, n)
      where p.part & (1 << (n::int - 1)) > 0
    );
    execute format($sum$
      insert into stat_sum as s (oid, hid, cube, part, day, m1, m2, m3, m4, m5, m6 %1$s)
      select oid, hid, cube, %2$s, %3$s, sum(sign * m1), sum(sign * m2), sum(sign * m3), sum(sign * m4), sum(sign * m5), sum(sign * m6) %1$s
      from (%4$s) r where cube = any ($1) group by oid, hid, cube, 5 %1$s
      on conflict (oid, hid, cube, part, day, d1, d2, d3, d4, w1, w2) do update set
        m1 = s.m1 + excluded.m1, m2 = s.m2 + excluded.m2, m3 = s.m3 + excluded.m3, m4 = s.m4 + excluded.m4,
          m5 = s.m5 + excluded.m5, m6 = s.m6 + excluded.m6 $sum$,
      kept, p.part, case when p.part & 64 > 0 then 'day' else $month$date_trunc('month', day)::date$month$ end, rows_) using p.cubes;
  end loop;
  return null;
end $$;
create trigger sums_insert after insert on stat_day
  referencing new table as new_rows
  for each statement execute function stat_sums();
create trigger sums_delete after delete on stat_day
  referencing old table as old_rows
  for each statement execute function stat_sums();
create trigger sums_update after update on stat_day
  referencing old table as old_rows new table as new_rows
  for each statement execute function stat_sums();
