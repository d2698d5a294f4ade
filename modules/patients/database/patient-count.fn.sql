create or replace function patient_counted() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'UPDATE' then
    insert into patient_count as c (oid, hid, slot, n)
    select x.oid, x.hid, pg_backend_pid() % 16, sum(x.d) from (
      select a.oid, a.hid, 1 as d from after_ a where a.status = 0 union all select b.oid, b.hid, -1 from before_ b where b.status = 0
    ) x group by x.oid, x.hid having sum(x.d) <> 0
    on conflict (oid, hid, slot) do update set n = c.n + excluded.n;
  else
    insert into patient_count as c (oid, hid, slot, n)
    select t.oid, t.hid, pg_backend_pid() % 16, case tg_op when 'INSERT' then count(*) else -count(*) end
    from touched t
    where t.status = 0
    group by t.oid, t.hid
    on conflict (oid, hid, slot) do update set n = c.n + excluded.n;
  end if;
  return null;
end $$;
create trigger patient_counted_in after insert on patient
  referencing new table as touched
  for each statement execute function patient_counted();
create trigger patient_counted_out after delete on patient
  referencing old table as touched
  for each statement execute function patient_counted();
create trigger patient_counted_changed after update on patient
  referencing old table as before_ new table as after_
  for each statement execute function patient_counted();
