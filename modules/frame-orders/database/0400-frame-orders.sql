-- No pair leaves for an outside lab without an initial inspection: the same judgement as in the house, whichever call sends it.
create function record_frame_seen() returns trigger language plpgsql security definer set search_path to 'public' as $$
begin
  if old.status = 40 and new.status = 55 and not exists (select 1 from record_frame_inspection
      where oid = new.oid and record_frame_id = new.record_frame_id and kind = 'initial' and verdict = 'pass') then
    raise exception 'order % has no initial inspection', new.record_frame_id using errcode = '23514', constraint = 'record_frame__not_seen';
  end if;
  return new;
end $$;
create trigger record_frame_seen before update of status on record_frame for each row execute function record_frame_seen();
