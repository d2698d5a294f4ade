-- A signed prescription never changes except for its state. To correct one, void it and issue another.
create or replace function prescription_immutable() returns trigger language plpgsql security definer set search_path = public as $$
declare moving text[] := array['status', 'version', 'reviewed_by', 'reviewed_at', 'void_reason', 'voided_by', 'voided_at',
  'updated_at', 'updated_by'];
begin
  if tg_op = 'DELETE' then
    if old.status <> 0 then raise exception 'signed prescriptions are voided' using errcode = '23514',
      constraint = 'prescription__locked'; end if;
    return old;
  end if;
  if only_merging(to_jsonb(old), to_jsonb(new)) then return new; end if;
  if old.status <> 0 and to_jsonb(new) - moving <> to_jsonb(old) - moving then
    raise exception 'signed prescriptions do not change' using errcode = '23514', constraint = 'prescription__locked';
  end if;
  new.updated_at := app_now();
  new.updated_by := app_ctid();
  return new;
end $$;
create trigger prescription_immutable before update or delete on prescription
  for each row execute function prescription_immutable();

-- Lines of a signed prescription never change.
create or replace function prescription_line_immutable() returns trigger language plpgsql security definer set search_path = public as $$
declare line prescription_line := coalesce(new, old);
begin
  if (select status from prescription where oid = line.oid and id = line.prescription_id) <> 0 then
    raise exception 'lines of a signed prescription do not change' using errcode = '23514', constraint = 'prescription__locked';
  end if;
  return coalesce(new, old);
end $$;
create trigger prescription_line_immutable before insert or update or delete on prescription_line
  for each row execute function prescription_line_immutable();

-- Values copied from another day (origin `copied:exam_pd:7@2026-03-01`) are signed only after somebody confirmed them.
create or replace function prescription_copied() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if exists (
    select 1 from prescription_line l, jsonb_each_text(l.origin) o
    where l.oid = new.oid and l.prescription_id = new.id and strpos(o.value, '@') > 0
      and not exists (select 1 from jsonb_array_elements(l.confirmed) c where c ->> 'code' = 'copied-' || o.key)
  ) then
    raise exception 'values of another day are confirmed before they are signed' using errcode = '23514',
      constraint = 'prescription__rx_copied';
  end if;
  return new;
end $$;
create trigger prescription_copied before update of status on prescription
  for each row when (old.status = 0 and new.status = 1) execute function prescription_copied();

-- Parts of a signed prescription never change.
create or replace function prescription_part_immutable() returns trigger language plpgsql security definer set search_path = public as $$
declare part jsonb := to_jsonb(coalesce(new, old));
begin
  if (select status from prescription where oid = (part ->> 'oid')::bigint and id = (part ->> 'prescription_id')::bigint) <> 0 then
    raise exception 'lines of a signed prescription do not change' using errcode = '23514', constraint = 'prescription__locked';
  end if;
  return coalesce(new, old);
end $$;
create trigger prescription_part_immutable before insert or update or delete on prescription_drug
  for each row execute function prescription_part_immutable();
create trigger prescription_part_immutable before insert or update or delete on prescription_training
  for each row execute function prescription_part_immutable();
create trigger prescription_part_immutable before insert or update or delete on prescription_outside
  for each row execute function prescription_part_immutable();

-- What a prescription of its kind must contain before it is signed, and what it must not.
create or replace function prescription_whole() returns trigger language plpgsql security definer set search_path = public as $$
declare
  drugs int := (select count(*) from prescription_drug where oid = new.oid and prescription_id = new.id);
  trainings int := (select count(*) from prescription_training where oid = new.oid and prescription_id = new.id);
  lenses int := (select count(*) from prescription_line where oid = new.oid and prescription_id = new.id);
  wrong text;
begin
  wrong := case
    when new.fee_bill_type = 3 and drugs = 0 or new.fee_bill_type = 4 and trainings = 0 or new.fee_bill_type not in (3, 4)
      and lenses = 0 then 'rx_empty'
    when new.fee_bill_type <> 3 and drugs > 0 or new.fee_bill_type <> 4 and trainings > 0 or new.fee_bill_type in (3, 4)
      and lenses > 0 then 'rx_parts'
    when new.fee_bill_type = 3 and coalesce(btrim(new.diagnose), '') = '' then 'drug_diagnosis'
    when new.fee_bill_type = 3 and new.valid_until > new.order_date + 2 then 'drug_validity'
  end;
  if wrong is not null then
    raise exception 'a prescription of kind % is not whole', new.fee_bill_type using errcode = '23514', constraint = 'prescription__'
      || wrong;
  end if;
  return new;
end $$;
create trigger prescription_whole before update of status on prescription
  for each row when (old.status = 0 and new.status = 1) execute function prescription_whole();

-- A wrong prescription is withdrawn wherever it stands (decision 1020); one signs as oneself, and a second person reviews.
create or replace function prescription_signatures() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if new.reviewed_by is not null and new.reviewed_by is distinct from old.reviewed_by and new.reviewed_by = new.signed_by then
    raise exception 'the signer does not review' using errcode = '23514', constraint = 'prescription__own_rx_review';
  end if;
  if new.signed_by is not null and new.signed_by is distinct from old.signed_by and new.doctor_id <> new.signed_by then
    raise exception 'a prescription is its signer''s' using errcode = '23514', constraint = 'prescription__signed_for_other';
  end if;
  return new;
end $$;
create trigger prescription_signatures before update of reviewed_by, signed_by on prescription
  for each row execute function prescription_signatures();
