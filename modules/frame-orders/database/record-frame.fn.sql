-- No pair of glasses waits for pick-up without a final inspection that passed, or a signed concession.
create or replace function record_frame_passed() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if new.status = 70 and old.status = 60 and coalesce((
    select verdict
    from record_frame_inspection
    where oid = new.oid and record_frame_id = new.record_frame_id and kind = 'final'
    order by inspection_id desc
    limit 1), 'fail') = 'fail' then
    raise exception 'no passed final inspection' using errcode = '23514', constraint = 'record_frame__not_passed';
  end if;
  return new;
end $$;
create trigger record_frame_passed before update of status on record_frame
  for each row execute function record_frame_passed();

-- What must never be made, whichever call moves the order to the workshop (issue 10.1): glasses from a prescription that is a draft, void,
-- run out or somebody else's, or from goods that are no frame and no lens. The handler says it before, in a sentence.
create or replace function record_frame_may_be_made() returns trigger language plpgsql security definer set search_path to 'public' as $$
declare rx record;
begin
  if old.status <> 20 or new.status not in (30, 40) then return new; end if;
  if new.prescription_id is not null then
    select pid, status, valid_until into rx from prescription where oid = new.oid and id = new.prescription_id;
    if rx.pid <> new.pid or rx.status in (0, 8, 9) or rx.valid_until < app_now()::date then
      raise exception 'no glasses are made from prescription % (state %, until %)', new.prescription_id, rx.status, rx.valid_until
        using errcode = '23514', constraint = 'record_frame__rx_ended';
    end if;
  end if;
  if exists (select 1 from product where oid = new.oid and product_id = new.frame_product_id and category not in (1, 6))
    or exists (
      select 1 from product where oid = new.oid and product_id in (new.lens_product_od, new.lens_product_os) and category <> 3
    ) then
    raise exception 'goods of order % are no frame or no lens', new.record_frame_id using errcode = '23514',
      constraint = 'record_frame__wrong_goods';
  end if;
  return new;
end $$;
create trigger record_frame_may_be_made before update of status on record_frame
  for each row execute function record_frame_may_be_made();

-- No pair leaves for an outside lab without an initial inspection: the same judgement as in the house, whichever call sends it.
create or replace function record_frame_seen() returns trigger language plpgsql security definer set search_path to 'public' as $$
begin
  if old.status = 40 and new.status = 55 and not exists (select 1 from record_frame_inspection
      where oid = new.oid and record_frame_id = new.record_frame_id and kind = 'initial' and verdict = 'pass') then
    raise exception 'order % has no initial inspection', new.record_frame_id using errcode = '23514', constraint = 'record_frame__not_seen';
  end if;
  return new;
end $$;
create trigger record_frame_seen before update of status on record_frame
  for each row execute function record_frame_seen();

create or replace function record_frame_in_service() returns trigger language plpgsql security definer set search_path = public as $$
declare open boolean := exists (
  select from record_frame_service where oid = new.oid and record_frame_id = new.record_frame_id and closed_at is null
);
begin
  if new.status <> old.status and (new.status = 85) <> open then
    raise exception 'order % and its after-sales case disagree', new.record_frame_id using errcode = '23514',
      constraint = 'record_frame__service_open';
  end if;
  return new;
end $$;
create trigger record_frame_in_service before update of status on record_frame
  for each row execute function record_frame_in_service();

-- A trace of another member's frame, or a file that is no trace, is never kept at an order.
create or replace function record_frame_trace() returns trigger language plpgsql as $$
begin
  if new.trace_id is not null and not exists (
    select from device_file f where f.oid = new.oid and f.file_id = new.trace_id and f.profile = 'oma' and f.pid = new.pid
  ) then
    raise exception 'the trace of another member' using errcode = '23514', constraint = 'record_frame__trace';
  end if;
  return new;
end $$;
create trigger record_frame_trace before insert or update of trace_id on record_frame
  for each row execute function record_frame_trace();

create or replace function record_frame_inspection_file() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if new.lensmeter_id is not null and not exists (select from device_file d join record_frame r on r.oid = d.oid and r.pid = d.pid
    where d.oid = new.oid and d.file_id = new.lensmeter_id and r.record_frame_id = new.record_frame_id) then
    raise exception 'inspection by a file of another member';
  end if;
  return new;
end $$;
create trigger record_frame_inspection_file before insert or update of lensmeter_id on record_frame_inspection
  for each row execute function record_frame_inspection_file();
