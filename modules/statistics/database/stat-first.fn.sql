-- The first paid bill (1) or first visit (2) of a member, read from the sources.
create or replace function stat_first_found(who_oid bigint, who_pid bigint, of_what integer)
returns table (hid bigint, at timestamptz, id bigint, doctor_id bigint) language sql stable security definer set search_path = public as $$
  (select b.hid, b.paid_at, b.fbid, b.docid from fee_bill b
    where of_what = 1 and b.oid = who_oid and b.pid = who_pid and b.paid_at is not null and b.bill_price > 0
      order by b.paid_at, b.fbid
      limit 1)
  union all
  (select v.hid, v.visit_at, v.resid, v.doctor_id from reservation v
    where of_what = 2 and v.oid = who_oid and v.pid = who_pid and v.status in (3, 4, 5, 10, 15, 20) order by v.visit_at, v.resid limit 1)
$$;

-- Writes the first of a member. Concurrent payments for one member are serialised; the second sees what the first wrote.
create or replace function stat_first_keep(who_oid bigint, who_pid bigint, of_what integer)
  returns void
  language plpgsql security definer
  set search_path = public as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('stat_first', who_oid * 31 + who_pid));
  delete from stat_first s where s.oid = who_oid and s.pid = who_pid and s.what = of_what
    and not exists (select from stat_first_found(who_oid, who_pid, of_what));
  insert into stat_first as s (oid, hid, pid, what, at, id, doctor_id)
    select who_oid, f.hid, who_pid, of_what, f.at, f.id, f.doctor_id from stat_first_found(who_oid, who_pid, of_what) f
    on conflict (oid, pid, what) do update set hid = excluded.hid, at = excluded.at, id = excluded.id, doctor_id = excluded.doctor_id
    where (s.hid, s.at, s.id, s.doctor_id) is distinct from (excluded.hid, excluded.at, excluded.id, excluded.doctor_id);
end $$;

-- Keeps first bills. A bill that is paid now cannot be the first of a member who paid one before.
create or replace function stat_first_of_bill() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'INSERT' then
    perform stat_first_keep(w.oid, w.pid, 1) from (select distinct oid, pid from new_rows where paid_at is not null order by 1, 2) w;
  elsif tg_op = 'DELETE' then
    perform stat_first_keep(w.oid, w.pid, 1) from (select distinct oid, pid from old_rows where paid_at is not null order by 1, 2) w;
  else
    perform stat_first_keep(w.oid, w.pid, 1) from (
      select distinct o.oid, p.pid from old_rows o join new_rows n using (oid, fbid) cross join lateral (values (o.pid), (n.pid)) p(pid)
      where (o.paid_at is not null or n.paid_at is not null)
        and (o.pid, o.paid_at, o.hid, o.docid, o.bill_price > 0) is distinct from (n.pid, n.paid_at, n.hid, n.docid, n.bill_price > 0)
        and not (
          o.paid_at is null
            and exists (
              select from stat_first s where s.oid = o.oid and s.pid = p.pid and s.what = 1 and s.at < n.paid_at and s.id <> o.fbid
            )
        )
      order by 1, 2) w;
  end if;
  return null;
end $$;
create trigger first_insert after insert on fee_bill
  referencing new table as new_rows
  for each statement execute function stat_first_of_bill();
create trigger first_delete after delete on fee_bill
  referencing old table as old_rows
  for each statement execute function stat_first_of_bill();
create trigger first_update after update on fee_bill
  referencing old table as old_rows new table as new_rows
  for each statement execute function stat_first_of_bill();

-- Keeps first visits.
create or replace function stat_first_of_visit() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'INSERT' then
    perform stat_first_keep(w.oid, w.pid, 2)
    from (select distinct oid, pid from new_rows where status in (3, 4, 5, 10, 15, 20) order by 1, 2) w;
  elsif tg_op = 'DELETE' then
    perform stat_first_keep(w.oid, w.pid, 2)
    from (select distinct oid, pid from old_rows where status in (3, 4, 5, 10, 15, 20) order by 1, 2) w;
  else
    perform stat_first_keep(w.oid, w.pid, 2) from (
      select distinct o.oid, p.pid from old_rows o join new_rows n using (oid, resid) cross join lateral (values (o.pid), (n.pid)) p(pid)
      where (o.pid, o.visit_at, o.hid, o.doctor_id, o.status in (3, 4, 5, 10, 15, 20))
        is distinct from (n.pid, n.visit_at, n.hid, n.doctor_id, n.status in (3, 4, 5, 10, 15, 20))
        and (o.status in (3, 4, 5, 10, 15, 20) or n.status in (3, 4, 5, 10, 15, 20))
      order by 1, 2) w;
  end if;
  return null;
end $$;
create trigger first_insert after insert on reservation
  referencing new table as new_rows
  for each statement execute function stat_first_of_visit();
create trigger first_delete after delete on reservation
  referencing old table as old_rows
  for each statement execute function stat_first_of_visit();
create trigger first_update after update on reservation
  referencing old table as old_rows new table as new_rows
  for each statement execute function stat_first_of_visit();
