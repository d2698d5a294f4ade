-- Sums of the sums (decision 0196): `stat_sum` keeps the days of `stat_day` summed over the dimensions most questions do not ask about. A part names the columns it
-- keeps apart: d1 1, d2 2, d3 4, d4 8, w1 16, w2 32; with 64 it is by day, without by month (the first day). Which parts a cube has, its migration says.
create table stat_part (
  cube text not null,
  part int not null constraint stat_part__part check (part between 0 and 127),
  primary key (cube, part)
);
create table stat_sum (
  oid bigint not null,
  hid bigint not null,
  cube text not null,
  part int not null,
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
  primary key (oid, hid, cube, part, day, d1, d2, d3, d4, w1, w2)
);

-- What a statement changed of the days, as rows of their parts. Days are written by one folding at a time, so nobody waits for a row here.
create function stat_sums() returns trigger language plpgsql security definer set search_path = public as $$
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
    kept := (select coalesce(string_agg(', ' || c, '' order by n), '') from unnest(array['d1', 'd2', 'd3', 'd4', 'w1', 'w2']) with ordinality x(c, n) where p.part & (1 << (n::int - 1)) > 0);
    execute format($sum$
      insert into stat_sum as s (oid, hid, cube, part, day, m1, m2, m3, m4, m5, m6 %1$s)
      select oid, hid, cube, %2$s, %3$s, sum(sign * m1), sum(sign * m2), sum(sign * m3), sum(sign * m4), sum(sign * m5), sum(sign * m6) %1$s
      from (%4$s) r where cube = any ($1) group by oid, hid, cube, 5 %1$s
      on conflict (oid, hid, cube, part, day, d1, d2, d3, d4, w1, w2) do update set
        m1 = s.m1 + excluded.m1, m2 = s.m2 + excluded.m2, m3 = s.m3 + excluded.m3, m4 = s.m4 + excluded.m4, m5 = s.m5 + excluded.m5, m6 = s.m6 + excluded.m6 $sum$,
      kept, p.part, case when p.part & 64 > 0 then 'day' else $month$date_trunc('month', day)::date$month$ end, rows_) using p.cubes;
  end loop;
  return null;
end $$;
create trigger sums_insert after insert on stat_day referencing new table as new_rows for each statement execute function stat_sums();
create trigger sums_delete after delete on stat_day referencing old table as old_rows for each statement execute function stat_sums();
create trigger sums_update after update on stat_day referencing old table as old_rows new table as new_rows for each statement execute function stat_sums();

-- What the books of stores moved, by day, of days that are over: a ledger is only added to, so they stay as they are. `through` is the first day that is
-- read in the ledger itself; an entry that is dated back opens its day again.
create table book_day (
  oid bigint not null,
  hid bigint not null,
  book text not null,
  day date not null,
  amount bigint not null,
  primary key (oid, hid, book, day)
);
create table book_closed (
  oid bigint primary key,
  through date not null default '-infinity'
);
create index ledger_entry__by_time on ledger_entry (oid, at);

-- What entries moved on the accounts of stores, by day: what a store earned and owes, its account at head office, the pieces of its batches.
create function book_lines(o bigint, from_ timestamptz, until_ timestamptz) returns table (hid bigint, book text, day date, amount bigint) language sql stable security definer set search_path = public as $$
  select s.hid, s.book, e.at::date, sum(l.amount)::bigint
  from ledger_entry e join ledger_line l on l.oid = e.oid and l.entry_id = e.entry_id join ledger_account a on a.oid = l.oid and a.account_id = l.account_id
    left join batch b on a.book = 'stock' and b.oid = a.oid and b.batch_id = case when a.key ~ '^batch:[0-9]+$' then split_part(a.key, ':', 2)::bigint end
    cross join lateral (select case when a.book = 'stock' then b.hid when a.key ~ '^(revenue|prepaid|store):[0-9]+$' then split_part(a.key, ':', 2)::bigint end hid,
      case when a.book = 'cash' then split_part(a.key, ':', 1) else a.book end book) s
  where e.oid = o and e.at >= from_ and e.at < until_ and a.book in ('cash', 'hospital', 'stock') and s.hid is not null group by 1, 2, 3
$$;
-- A quarter of a year at most each time: however long a ledger is when it is first closed, no run takes long.
create function book_close() returns date language plpgsql security definer set search_path = public as $$
declare
  o bigint := current_setting('app.oid')::bigint;
  -- What began before midnight has ended an hour after it.
  over date := (least(app_now(), now()) - interval '1 hour')::date;
  from_ date;
  until_ date;
begin
  insert into book_closed (oid) values (o) on conflict do nothing;
  select through into from_ from book_closed where oid = o for update;
  if from_ >= over then return from_; end if;
  from_ := greatest(from_, (select min(at)::date from ledger_entry where oid = o));
  until_ := least(over, from_ + 92);
  insert into book_day (oid, hid, book, day, amount)
    select o, l.hid, l.book, l.day, l.amount from book_lines(o, from_, until_) l;
  update book_closed set through = until_ where oid = o;
  return until_;
end $$;
-- What a book moved in stores from one day to another: days that are over as they were closed, the others as the ledger has them.
create function book_moved(book_ text, hids_ bigint[], from_ date, until_ date) returns bigint language plpgsql stable security definer set search_path = public as $$
declare
  o bigint := current_setting('app.oid')::bigint;
  mine bigint[] := array(select h from unnest(hids_) h where h = any (current_setting('app.hids')::bigint[]));
  open date := coalesce((select through from book_closed where oid = o), '-infinity');
begin
  return coalesce((select sum(d.amount) from book_day d where d.oid = o and d.hid = any (mine) and d.book = book_ and d.day between from_ and until_), 0)
    + coalesce((select sum(l.amount) from book_lines(o, greatest(from_, open), until_ + 1) l where l.hid = any (mine) and l.book = book_), 0);
end $$;
create function book_reopen() returns trigger language plpgsql security definer set search_path = public as $$
declare
  late record;
  closed date;
begin
  for late in select oid, min(at)::date as day from new_rows where at < date_trunc('day', now()) group by oid loop
    insert into book_closed (oid) values (late.oid) on conflict do nothing;
    select through into closed from book_closed where oid = late.oid;
    if closed <= late.day then
      -- Shared by all who date back, apart from the closing: it sees their entry or comes after them.
      select through into closed from book_closed where oid = late.oid for share;
      continue when closed <= late.day;
    end if;
    update book_closed set through = least(through, late.day) where oid = late.oid;
    delete from book_day where oid = late.oid and day >= late.day;
  end loop;
  return null;
end $$;
create trigger book_reopen after insert on ledger_entry referencing new table as new_rows for each statement execute function book_reopen();

-- Deposits are looked for among the bills that were there on a day and paid later, or never.
drop index fee_bill__by_paid;
create index fee_bill__by_paid on fee_bill (oid, hid, paid_at) include (bill_price, total_discount, created_at, fbid) where paid_at is not null;
create index fee_bill__by_unpaid on fee_bill (oid, hid, created_at) include (fbid) where paid_at is null;
