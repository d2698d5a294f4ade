-- Cubes (decision 0176). `stat_day` holds sums per store, day and dimensions; what happened since they were folded lies in `stat_delta`, which is only
-- inserted into, so that no till waits for another. Triggers and a function of the owner write both; what a column means, the declaration of its cube says.
create table stat_day (
  oid bigint not null,
  hid bigint not null,
  cube text not null,
  day date not null,
  d1 bigint not null default 0,
  d2 bigint not null default 0,
  d3 bigint not null default 0,
  d4 bigint not null default 0,
  w1 text not null default '',
  w2 text not null default '',
  m1 bigint not null default 0,
  m2 bigint not null default 0,
  m3 bigint not null default 0,
  m4 bigint not null default 0,
  m5 bigint not null default 0,
  m6 bigint not null default 0,
  primary key (oid, hid, cube, day, d1, d2, d3, d4, w1, w2)
);
create table stat_delta (
  oid bigint not null,
  delta_id bigint generated always as identity,
  hid bigint not null,
  cube text not null,
  day date not null,
  d1 bigint not null default 0,
  d2 bigint not null default 0,
  d3 bigint not null default 0,
  d4 bigint not null default 0,
  w1 text not null default '',
  w2 text not null default '',
  m1 bigint not null default 0,
  m2 bigint not null default 0,
  m3 bigint not null default 0,
  m4 bigint not null default 0,
  m5 bigint not null default 0,
  m6 bigint not null default 0,
  primary key (oid, delta_id)
);
create index stat_delta__by_store on stat_delta (oid, hid, cube, day);

-- Folds what has gathered in an organisation into its days; one at a time, who comes second has nothing to do. A reader sees a movement in one of
-- the two tables, never in both or in none: it goes over in one statement.
create function stat_fold() returns bigint language plpgsql security definer set search_path = public as $$
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
      m1 = s.m1 + excluded.m1, m2 = s.m2 + excluded.m2, m3 = s.m3 + excluded.m3, m4 = s.m4 + excluded.m4, m5 = s.m5 + excluded.m5, m6 = s.m6 + excluded.m6
  )
  select coalesce(sum(n), 0) into folded from summed;
  return folded;
end $$;
