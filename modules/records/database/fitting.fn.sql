-- The record a prescription names is a fitting, and it was checked before the prescription is signed.
create or replace function prescription_fitting() returns trigger language plpgsql security definer set search_path = public as $$
declare fitting record;
begin
  select kind, status into fitting from clinical_record where oid = new.oid and id = new.fitting_id;
  if fitting.kind is distinct from 'fitting' then
    raise exception 'a prescription names a fitting' using errcode = '23514', constraint = 'prescription__rx_fitting';
  end if;
  if tg_op = 'UPDATE' and old.status = 0 and new.status = 1 and fitting.status <> 2 then
    raise exception 'the fitting of a signed prescription is checked' using errcode = '23514', constraint = 'prescription__rx_unchecked';
  end if;
  return new;
end $$;
create trigger prescription_fitting before insert or update of fitting_id, status on prescription
  for each row when (new.fitting_id is not null) execute function prescription_fitting();
