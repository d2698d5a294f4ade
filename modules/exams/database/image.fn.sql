-- A picture belongs to the member of its examination, which has at most fifty. After the examination left the draft the picture may only be
-- voided, with a reason; a voided picture never changes, nor does the file under it.
create or replace function exam_image_kept() returns trigger language plpgsql security definer set search_path = public as $$
declare
  exam record;
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  code text;
begin
  if tg_op = 'UPDATE' and only_merging(was, to_jsonb(new)) then return new; end if;
  -- The examination itself goes, a draft or what an import takes back: its pictures go with it.
  if tg_op = 'DELETE' and coalesce(current_setting('app.exam_goes', true), '') = 'on' then return old; end if;
  if tg_op = 'INSERT' then
    execute format('select pid, status from %I where oid = $1 and id = $2 for update', new.tbl) into exam using new.oid, new.exam_id;
    code := case
      when exam.pid is distinct from new.pid then 'image_not_theirs'
      when exam.status = 9 or new.voided_at is not null then 'image_locked'
      when (
        select count(*) from exam_image i where i.oid = new.oid and i.tbl = new.tbl and i.exam_id = new.exam_id and i.voided_at is null
      ) >= 50
        then 'image_too_many'
    end;
  else
    execute format('select status from %I where oid = $1 and id = $2 for share', old.tbl) into exam using old.oid, old.exam_id;
    if tg_op = 'DELETE' then code := case when exam.status is distinct from 0 then 'image_locked' end;
    elsif old.voided_at is not null
      or was - array['eye', 'image_type', 'taken_at', 'note', 'voided_by', 'voided_at', 'void_reason']
        <> to_jsonb(new) - array['eye', 'image_type', 'taken_at', 'note', 'voided_by', 'voided_at', 'void_reason']
      or (
        exam.status is distinct from 0
          and (
            new.voided_at is null
              or was - array['voided_by', 'voided_at', 'void_reason'] <> to_jsonb(new) - array['voided_by', 'voided_at', 'void_reason']
          )
      )
    then code := 'image_locked';
    end if;
  end if;
  if code is not null then
    raise exception 'a picture of an examination does not change like this' using errcode = '23514', constraint = 'exam_image__' || code;
  end if;
  return coalesce(new, old);
end $$;
create trigger exam_image_kept before insert or update or delete on exam_image
  for each row execute function exam_image_kept();
