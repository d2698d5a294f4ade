-- Opens a task that waits for a scan of its code.
create or replace function wechat_task_make(scene_ text, purpose_ text)
  returns void
  language sql security definer
  set search_path = public as $$
  delete from wechat_task where expires_at < now() - interval '10 minutes';
  insert into wechat_task (scene_hash, purpose) values (scene_, purpose_)
$$;

-- Notes who scanned a code. A code is scanned once, while it is valid. Returns its purpose, or null.
create or replace function wechat_task_scanned(scene_ text, open_id_ text, name_ text)
  returns text
  language sql security definer
  set search_path = public as $$
  update wechat_task
  set open_id = open_id_, name = name_
  where scene_hash = scene_ and open_id is null and expires_at > now()
  returning purpose
$$;

-- A task with the account its WeChat is bound to. It stays a minute longer than its code, so that the last poll still finds it.
create or replace function wechat_task_of(scene_ text)
  returns table (purpose text, open_id text, alive boolean, taken boolean, oid bigint, uid bigint, stopped boolean)
  language sql stable security definer
  set search_path = public as $$
  select t.purpose, t.open_id, t.expires_at + interval '1 minute' > now(), t.taken_at is not null, a.oid, a.uid, a.status <> 0
    or c.status <> 0
  from wechat_task t
    left join account a on a.open_id = t.open_id
    left join contact c on c.oid = a.oid and c.ctid_ = a.ctid_
    where t.scene_hash = scene_
$$;

-- Uses a scanned task up.
create or replace function wechat_task_take(scene_ text) returns boolean language sql security definer set search_path = public as $$
  with taken as (update wechat_task set taken_at = now() where scene_hash = scene_ and taken_at is null returning 1)
  select exists (select 1 from taken)
$$;
