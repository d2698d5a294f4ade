-- Opens a parents' letter by its code and the child's day of birth. Counts wrong days: after five the letter stays shut, for the right day
-- as well, until the clinic opens it again. Answers what parents may read, and null alike for a code nobody has, a wrong day, a letter that
-- is shut and a task that is not out yet: who tries codes learns from none of them. The token is good for five minutes.
create or replace function screening_letter_opened(code_ text, birth_ date, token_ text)
  returns jsonb
  language plpgsql volatile security definer
  set search_path = public as $$
declare
  r screening_result;
  s student;
  t screening_task;
  former screening_result;
begin
  select x.* into r
  from screening_result x
  where x.letter_code = code_
  for update;
  select x.* into t from screening_task x where x.oid = r.oid and x.id = r.task_id;
  select x.* into s from student x where x.oid = r.oid and x.id = r.student_id;
  if r.id is null or r.letter_wrong >= 5 or t.status not in (2, 3, 4) then
    return null;
  end if;
  if s.birth is distinct from birth_ then
    update screening_result set letter_wrong = letter_wrong + 1 where oid = r.oid and id = r.id;
    return null;
  end if;
  update screening_result
  set
    letter_wrong = 0,
    letter_token = token_,
    letter_token_until = app_now() + interval '5 minutes',
    letter_read_at = coalesce(letter_read_at, app_now())
  where oid = r.oid and id = r.id;
  update screening_referral
  set told_on = app_now()::date
  where oid = r.oid and result_id = r.id and told_on is null;
  select x.* into former
  from screening_result x
  where x.oid = r.oid and x.student_id = r.student_id and x.id < r.id and x.status in (1, 2, 3)
  order by x.id desc
  limit 1;
  return to_jsonb(r) || jsonb_build_object(
    'name', s.name, 'birth', s.birth, 'former', to_jsonb(former), 'task', t.name, 'items', t.items,
    'school', (select name from school k where k.oid = r.oid and k.id = r.school_id),
    'class', (select name from school_class k where k.oid = r.oid and k.id = r.class_id),
    'clinic', (select k.name from store k where k.oid = r.oid and k.hid = r.hid),
    'phone', (select k.phone from store k where k.oid = r.oid and k.hid = r.hid),
    'behaviour', (
      select jsonb_build_object('form', b.form, 'version', b.version, 'answers', b.answers, 'source', b.source, 'at', b.at)
      from screening_behaviour b
      where b.oid = r.oid and b.result_id = r.id
    ),
    'told_on', (select k.told_on from screening_referral k where k.oid = r.oid and k.result_id = r.id)
  );
end $$;

-- Keeps what the parents say they will do; answers false once the page was closed.
create or replace function screening_letter_planned(code_ text, token_ text, plan_ int)
  returns boolean
  language plpgsql volatile security definer
  set search_path = public as $$
begin
  update screening_result
  set plan = plan_
  where letter_code = code_ and letter_token = token_ and letter_token_until > app_now();
  return found;
end $$;

-- Keeps the behaviour form of an open letter, the last one; answers false once the page was closed.
create or replace function screening_letter_behaved(code_ text, token_ text, form_ text, version_ int, answers_ jsonb)
  returns boolean
  language plpgsql volatile security definer
  set search_path = public as $$
declare
  r screening_result;
begin
  select x.* into r
  from screening_result x
  where x.letter_code = code_ and x.letter_token = token_ and x.letter_token_until > app_now();
  if r.id is null then
    return false;
  end if;
  insert into screening_behaviour (oid, hid, result_id, form, version, answers, source)
  values (r.oid, r.hid, r.id, form_, version_, answers_, 'parents')
  on conflict on constraint screening_behaviour__once do update
  set form = form_, version = version_, answers = answers_, source = 'parents', at = app_now();
  return true;
end $$;
