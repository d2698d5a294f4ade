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

-- No step on glasses whose prescription is a draft, void or somebody else's; whoever gives the order up may. The handler says it before, in
-- a sentence.
create or replace function record_frame_basis() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if new.status <> old.status and new.prescription_id is not null and not step_gives_up('frame-order', old.status, new.status)
    and not exists (
      select from prescription
      where oid = new.oid and id = new.prescription_id and pid = new.pid and status not in (0, 8)
    ) then
    raise exception 'prescription % of order % is not in force', new.prescription_id, new.record_frame_id
      using errcode = '23514', constraint = 'record_frame__basis_fallen';
  end if;
  return new;
end $$;
create trigger record_frame_basis before update of status on record_frame
  for each row execute function record_frame_basis();

-- Stops the open orders of the chain that stand on a prescription, those of stores the caller does not see included.
create or replace function record_frames_stop(rx bigint, open int[], because text)
returns table (record_frame_id bigint, hid bigint) language plpgsql security definer set search_path = public as $$
begin
  return query
    with stopped as (
      update record_frame f set stop_reason = because, stopped_at = app_now()
      where f.oid = current_setting('app.oid')::bigint and f.prescription_id = rx and f.status = any(open) and f.stop_reason is null
      returning f.record_frame_id, f.hid, f.oid, f.status
    ), noted as (
      insert into move_history (oid, machine, row_id, move, from_status, to_status, note)
      select s.oid, 'frame-order', s.record_frame_id, 'stop', s.status, s.status, because from stopped s
    )
    select s.record_frame_id, s.hid from stopped s;
end $$;

create or replace function record_frame_writers() returns trigger language plpgsql as $$
begin
  if app_ctid() is null then
    return new;
  end if;
  if (tg_op = 'INSERT' or (new.ds_od, new.dc_od, new.ax_od, new.add_od, new.prism_od, new.base_od, new.pd_od, new.ph_od,
      new.ds_os, new.dc_os, new.ax_os, new.add_os, new.prism_os, new.base_os, new.pd_os, new.ph_os,
      new.binocle_type, new.prescription_id, new.rx_line_id)
    is distinct from (old.ds_od, old.dc_od, old.ax_od, old.add_od, old.prism_od, old.base_od, old.pd_od, old.ph_od,
      old.ds_os, old.dc_os, old.ax_os, old.add_os, old.prism_os, old.base_os, old.pd_os, old.ph_os,
      old.binocle_type, old.prescription_id, old.rx_line_id)) and not app_ctid() = any (new.writers) then
    new.writers := new.writers || app_ctid();
  end if;
  if tg_op = 'INSERT' or (new.lens_product_od, new.lens_product_os) is distinct from (old.lens_product_od, old.lens_product_os) then
    new.chosen_by := app_ctid();
  end if;
  return new;
end $$;
create trigger record_frame_writers before insert or update on record_frame
  for each row execute function record_frame_writers();

-- What a supervisor lets pass is bounded (contract/concession.ts, decision 1040): each value that fails was measured and lies within half
-- as much again of its tolerance; never a sphere with the other sign, an axis where a cylinder of 0.75 D or more was ordered, or a prism
-- with another base.
create or replace function record_frame_conceded() returns trigger language plpgsql security definer set search_path = public as $$
declare
  item jsonb;
  ordered numeric;
  measured numeric;
  apart numeric;
  frame record_frame;
  why text;
begin
  if new.verdict <> 'concession' then return new; end if;
  select * into frame from record_frame where oid = new.oid and record_frame_id = new.record_frame_id;
  if btrim(coalesce(new.note, '')) = '' then why := 'no reason'; end if;
  if jsonb_typeof(new.items) <> 'array' or not exists (select from jsonb_array_elements(new.items) i where not (i ->> 'ok')::boolean) then
    why := 'nothing fails';
  end if;
  for item in select i from jsonb_array_elements(new.items) i where not (i ->> 'ok')::boolean loop
    ordered := (item ->> 'ordered')::numeric;
    measured := (item ->> 'measured')::numeric;
    apart := abs(coalesce(ordered, 0) - coalesce(measured, 0));
    if item -> 'columns' ? 'ax' then apart := least(apart % 180, 180 - apart % 180); end if;
    if measured is null then
      why := 'not measured';
    elsif apart > (item ->> 'tolerance')::numeric * 1.5 + 1e-9 then
      why := 'too far off';
    elsif item -> 'columns' ? 'ax' and greatest(
        case when item ->> 'eye' <> 'os' then abs(frame.dc_od) end, case when item ->> 'eye' <> 'od' then abs(frame.dc_os) end) >= 0.75 then
      why := 'an axis';
    elsif item -> 'columns' ? 'base' and (
        item ->> 'eye' <> 'os' and frame.base_od <> new.base_od or item ->> 'eye' <> 'od' and frame.base_os <> new.base_os) then
      why := 'a base';
    elsif item -> 'columns' ? 'ds' and (
        item ->> 'eye' <> 'os' and frame.ds_od * new.ds_od < 0 and least(abs(frame.ds_od), abs(new.ds_od)) >= 0.25
        or item ->> 'eye' <> 'od' and frame.ds_os * new.ds_os < 0 and least(abs(frame.ds_os), abs(new.ds_os)) >= 0.25) then
      why := 'a sign';
    end if;
  end loop;
  if why is not null then
    raise exception 'glasses of order % cannot be conceded: %', new.record_frame_id, why
      using errcode = '23514', constraint = 'record_frame_inspection__conceded';
  end if;
  return new;
end $$;
create trigger record_frame_conceded before insert or update on record_frame_inspection
  for each row execute function record_frame_conceded();
