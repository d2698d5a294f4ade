-- What WeChat tells: kept once however often it is told, worked off by a job, emptied when it is done.

create table wechat_inbox (
  id bigint generated always as identity primary key,
  key text not null constraint wechat_inbox__once unique,
  oid bigint references organisation,
  open_id text,
  kind text not null,
  text text,
  scene text,
  arrived_at timestamptz not null default app_now(),
  done_at timestamptz,
  constraint wechat_inbox__emptied check (done_at is null or (open_id is null and text is null and scene is null))
);
comment on table wechat_inbox is 'who wrote, by the id WeChat knows, until the job of the organisation whose member it is has read it';
create index wechat_inbox__by_arrival on wechat_inbox (arrived_at);
create index wechat_inbox__by_organisation on wechat_inbox (oid);
create index patient__by_open_id on patient (wechat_open_id) where status = 0 and wechat_open_id is not null;

-- A code a member scans to bind the own WeChat: good for a while, once.
create table wechat_scene (
  oid bigint not null,
  id bigint generated always as identity,
  token_hash text not null constraint wechat_scene__token unique,
  pid bigint not null,
  hid bigint not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  ctid_ bigint default app_ctid(),
  primary key (oid, id),
  foreign key (oid, pid) references patient,
  foreign key (oid, hid) references store,
  foreign key (oid, ctid_) references contact
);
create index wechat_scene__by_member on wechat_scene (oid, pid);
create index wechat_scene__by_store on wechat_scene (oid, hid);
create index wechat_scene__by_person on wechat_scene (oid, ctid_);

-- Keeps what WeChat told, once, and queues the work of the organisation it concerns: that of the member with this WeChat, bound last where there are
-- several, else that of the code scanned. True where it is new and somebody's.
create function wechat_arrived(key_ text, open_id_ text, kind_ text, text_ text, scene_ text) returns boolean
language plpgsql security definer set search_path = public as $$
declare o bigint; h bigint; kept bigint;
begin
  select p.oid, p.hid into o, h from patient p where p.wechat_open_id = open_id_ and p.status = 0 order by p.wechat_at desc nulls last, p.oid limit 1;
  if scene_ is not null then
    select s.oid, s.hid into o, h from wechat_scene s where s.token_hash = encode(sha256(scene_::bytea), 'hex') and s.used_at is null and s.expires_at > app_now()
      union all select o, h limit 1;
  end if;
  insert into wechat_inbox (key, oid, open_id, kind, text, scene, done_at)
    select key_, o, case when o is not null then open_id_ end, kind_, case when o is not null then text_ end, case when o is not null then scene_ end, case when o is null then app_now() end
    on conflict on constraint wechat_inbox__once do nothing returning id into kept;
  -- WeChat tells three times within half a minute; a month is enough to know what was told.
  delete from wechat_inbox where id in (select i.id from wechat_inbox i where i.arrived_at < app_now() - interval '30 days' order by i.arrived_at limit 20);
  if kept is null or o is null then return false; end if;
  perform set_config('app.oid', o::text, true);
  perform app_enqueue('patients.wechat', json_build_object('inboxId', kept, 'who', json_build_object('oid', o, 'hid', h, 'hids', json_build_array(h), 'ctid', 0)));
  perform set_config('app.oid', '', true);
  return true;
end $$;

-- Reads and empties what was told to this organisation; nothing where it was read before.
create function wechat_inbox_take(id_ bigint) returns table (open_id text, kind text, text text, scene text)
language plpgsql security definer set search_path = public as $$
begin
  return query select i.open_id, i.kind, i.text, i.scene from wechat_inbox i
    where i.id = id_ and i.oid = current_setting('app.oid')::bigint and i.done_at is null for update;
  update wechat_inbox i set done_at = app_now(), open_id = null, text = null, scene = null
    where i.id = id_ and i.oid = current_setting('app.oid')::bigint and i.done_at is null;
end $$;
