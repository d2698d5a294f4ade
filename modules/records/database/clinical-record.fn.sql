create or replace function clinical_record_inflamed() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if new.kind in ('okjing-first-review', 'okjing-regular-review') and new.status in (1, 2)
    and (tg_op = 'INSERT' or old.status = 0 or old.body is distinct from new.body)
    and new.body ->> 'decision' is distinct from 'pause'
    and eyes_inflamed(new.oid, new.pid) is not null then
    raise exception 'review % goes on with an inflamed eye', new.id using errcode = '23514', constraint = 'clinical_record__inflamed';
  end if;
  return new;
end $$;
create trigger clinical_record_inflamed before insert or update on clinical_record
  for each row execute function clinical_record_inflamed();

create trigger record_kept before update or delete on ecase
  for each row execute function record_kept('ecase_id');

create trigger record_kept before update or delete on clinical_record
  for each row execute function record_kept('id');
