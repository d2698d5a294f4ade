-- Keeps a message of WeChat for its organisation. The code of a store (`in-<organisation>-<store>-<day>`) names the organisation as the
-- code of a member does; the job that works on it sees the bookings of every store of the chain.
create or replace function wechat_arrived(key_ text, open_id_ text, kind_ text, text_ text, scene_ text, media_ text) returns boolean
language plpgsql security definer set search_path = public as $$
declare o bigint; h bigint; kept bigint; at_store text[];
begin
  select p.oid, p.hid into o, h
  from patient p
  where p.wechat_open_id = open_id_ and p.status = 0
  order by p.wechat_at desc nulls last, p.oid
  limit 1;
  if scene_ is not null then
    at_store := regexp_match(scene_, '^in-(\d{1,15})-(\d{1,15})-\d{8}$');
    select s.oid, s.hid into o, h
    from wechat_scene s
    where s.token_hash = encode(sha256(scene_::bytea), 'hex') and s.used_at is null and s.expires_at > app_now()
      union all select s.oid, s.hid from store s where s.oid = at_store[1]::bigint and s.hid = at_store[2]::bigint
      union all select o, h limit 1;
  end if;
  insert into wechat_inbox (key, oid, open_id, kind, text, scene, media, done_at)
    select key_, o, case
      when o is not null then open_id_ end, kind_, case
      when o is not null then text_ end, case
      when o is not null then scene_ end, case
      when o is not null then media_ end, case
      when o is null then app_now() end
    on conflict on constraint wechat_inbox__once do nothing returning id into kept;
  -- WeChat tells three times within half a minute; a month is enough to know what was told.
  delete from wechat_inbox
  where id in (select i.id from wechat_inbox i where i.arrived_at < app_now() - interval '30 days' order by i.arrived_at limit 20);
  if kept is null or o is null then return false; end if;
  perform set_config('app.oid', o::text, true);
  perform app_enqueue(
    'patients.wechat',
      json_build_object(
        'inboxId', kept, 'who',
          json_build_object('oid', o, 'hid', h, 'hids', (select json_agg(s.hid order by s.hid) from store s where s.oid = o), 'ctid', 0)
      )
  );
  perform set_config('app.oid', '', true);
  return true;
end $$;

-- Reads and empties the inbox of this organisation. Returns nothing when it was read before.
create or replace function wechat_inbox_take(id_ bigint) returns table (open_id text, kind text, text text, scene text, media text)
language plpgsql security definer set search_path = public as $$
begin
  return query select i.open_id, i.kind, i.text, i.scene, i.media from wechat_inbox i
    where i.id = id_ and i.oid = current_setting('app.oid')::bigint and i.done_at is null for update;
  update wechat_inbox i set done_at = app_now(), open_id = null, text = null, scene = null, media = null
    where i.id = id_ and i.oid = current_setting('app.oid')::bigint and i.done_at is null;
end $$;
