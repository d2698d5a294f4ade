-- Movements on the accounts of stores by day: earnings, debts, the account at head office, pieces of batches.
create or replace function book_lines(o bigint, from_ timestamptz, until_ timestamptz)
  returns table (hid bigint, book text, day date, amount bigint)
  language sql stable security definer
  set search_path = public as $$
  select s.hid, s.book, e.at::date, sum(l.amount)::bigint
  from ledger_entry e
    join ledger_line l on l.oid = e.oid and l.entry_id = e.entry_id
    join ledger_account a on a.oid = l.oid and a.account_id = l.account_id
    left join batch b on a.book = 'stock' and b.oid = a.oid
      and b.batch_id = case when a.key ~ '^batch:[0-9]+$' then split_part(a.key, ':', 2)::bigint end
    cross join lateral (
      select case
        when a.book = 'stock' then b.hid
        when a.key ~ '^(revenue|prepaid|store):[0-9]+$' then split_part(a.key, ':', 2)::bigint end hid,
      case when a.book = 'cash' then split_part(a.key, ':', 1) else a.book end book) s
  where e.oid = o and e.at >= from_ and e.at < until_ and a.book in ('cash', 'hospital', 'stock') and s.hid is not null group by 1, 2, 3
$$;

-- Closes at most a quarter of a year per run, so that the first run over a long ledger stays short.
create or replace function book_close() returns date language plpgsql security definer set search_path = public as $$
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

-- Movements of a book between two days: closed days as they were closed, open ones from the ledger.
create or replace function book_moved(book_ text, hids_ bigint[], from_ date, until_ date)
  returns bigint
  language plpgsql stable security definer
  set search_path = public as $$
declare
  o bigint := current_setting('app.oid')::bigint;
  mine bigint[] := array(select h from unnest(hids_) h where h = any (current_setting('app.hids')::bigint[]));
  open date := coalesce((select through from book_closed where oid = o), '-infinity');
begin
  return coalesce(
    (select sum(d.amount) from book_day d where d.oid = o and d.hid = any (mine) and d.book = book_ and d.day between from_ and until_), 0
  )
    + coalesce(
      (select sum(l.amount) from book_lines(o, greatest(from_, open), until_ + 1) l where l.hid = any (mine) and l.book = book_), 0
    );
end $$;

-- An entry dated in a closed day opens that day again.
create or replace function book_reopen() returns trigger language plpgsql security definer set search_path = public as $$
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
create trigger book_reopen after insert on ledger_entry
  referencing new table as new_rows
  for each statement execute function book_reopen();
