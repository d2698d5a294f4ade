-- A frame order stands on its prescription (decision 1020): once that falls the order is stopped, wherever it is, with the sentence and the moment.
alter table record_frame add column stop_reason text, add column stopped_at timestamptz;
alter table record_frame add constraint record_frame__stopped check ((stop_reason is null) = (stopped_at is null));
comment on column record_frame.stop_reason is 'what the order stands on has fallen: the sentence for people; steps are refused until it is taken off';
create index record_frame__stopped on record_frame (oid, hid, record_frame_id) where stop_reason is not null;

-- No step on glasses whose prescription is a draft, void or somebody else's; whoever gives the order up may. The handler says it before, in a sentence.
create function record_frame_basis() returns trigger language plpgsql security definer set search_path = public as $$
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
create trigger record_frame_basis before update of status on record_frame for each row execute function record_frame_basis();

-- Stops the open orders of the chain that stand on a prescription, those of stores the caller does not see included.
create function record_frames_stop(rx bigint, open int[], because text)
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

-- Orders that stood on a void prescription before this was kept.
update record_frame f set stop_reason = concat('处方 ', r.rx_no, ' 已作废：由医师另开处方后改用，或取消订单'), stopped_at = app_now()
from prescription r
where r.oid = f.oid and r.id = f.prescription_id and r.status = 8 and f.status in (10, 20, 30, 40, 50, 55, 60, 65, 70, 78);
