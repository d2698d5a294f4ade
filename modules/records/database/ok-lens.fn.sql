-- A lens is not put on an inflamed eye, and a review of its member does not go on, whichever way the row is written.
create or replace function ok_lens_inflamed() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if new.status = 1 and old.status <> 1 and eyes_inflamed(new.oid, new.pid) is not null then
    raise exception 'lens % on an inflamed eye', new.id using errcode = '23514', constraint = 'ok_lens__inflamed';
  end if;
  return new;
end $$;
create trigger ok_lens_inflamed before update of status on ok_lens
  for each row execute function ok_lens_inflamed();
