-- A prescription of ortho-k names the fitting its lenses were decided by: a record of the same member, in one direction; the other is asked.
alter table clinical_record add constraint clinical_record__of_member unique (oid, pid, id);
alter table prescription add fitting_id bigint;
-- Deferred, because merging two members moves one table after the other.
alter table prescription add constraint prescription__rx_fitting foreign key (oid, pid, fitting_id) references clinical_record (oid, pid, id) deferrable initially deferred;
alter table prescription add constraint prescription__rx_parts check (fitting_id is null or fee_bill_type = 2);
create index prescription__by_fitting on prescription (oid, pid, fitting_id) where fitting_id is not null;

-- What it names is a fitting, and checked by a second person once the prescription is signed.
create function prescription_fitting() returns trigger language plpgsql security definer set search_path = public as $$
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
create trigger prescription_fitting before insert or update of fitting_id, status on prescription for each row when (new.fitting_id is not null) execute function prescription_fitting();
