-- Somebody is in the room of a consultation while it may be entered, and as oneself: whoever writes it, the report copies nobody else.
create or replace function remote_presence_inside() returns trigger language plpgsql as $$
declare
  found remote_case;
begin
  if new.left_at is not null and tg_op = 'UPDATE' then
    return new;
  end if;
  -- Whoever is inside may stay while the report that was signed is talked over.
  if tg_op = 'UPDATE' and old.left_at is null and exists (
    select from remote_case k where k.oid = new.oid and k.id = new.case_id and k.status = 50
  ) then
    return new;
  end if;
  select * into found from remote_case k where k.oid = new.oid and k.id = new.case_id;
  if found.status not in (20, 30, 40, 45) then
    raise exception 'the room of a consultation in state % is closed', found.status
      using errcode = '23514', constraint = 'remote_presence__inside';
  end if;
  if tg_op = 'INSERT' and ((new.hid, new.pid) is distinct from (found.hid, found.pid) or new.ctid_ is distinct from app_ctid()) then
    raise exception 'somebody is in a room as oneself' using errcode = '23514', constraint = 'remote_presence__inside';
  end if;
  return new;
end $$;
create trigger remote_presence_inside before insert or update on remote_presence
  for each row execute function remote_presence_inside();
