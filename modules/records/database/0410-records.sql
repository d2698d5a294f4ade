-- What was measured on another day than the visit (origin `copied:exam_pd:7@2026-03-01`) is signed once somebody has confirmed it.
create function prescription_copied() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if exists (
    select 1 from prescription_line l, jsonb_each_text(l.origin) o
    where l.oid = new.oid and l.prescription_id = new.id and strpos(o.value, '@') > 0
      and not exists (select 1 from jsonb_array_elements(l.confirmed) c where c ->> 'code' = 'copied-' || o.key)
  ) then
    raise exception 'values of another day are confirmed before they are signed' using errcode = '23514', constraint = 'prescription__rx_copied';
  end if;
  return new;
end $$;
create trigger prescription_copied before update of status on prescription for each row when (old.status = 0 and new.status = 1) execute function prescription_copied();
