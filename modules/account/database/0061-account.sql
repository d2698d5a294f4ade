-- A token fetched for somebody else is good for one hour, does not slide, and ends with the account of the administrator who fetched it.
create or replace function session_open(uid_ bigint, oid_ bigint, hash_ text, source_ text, login_source_ text, address_ text, agent_ text, opened_by_ bigint) returns void language plpgsql security definer set search_path = public as $$
begin
  -- Two logins at once: the second waits, so that one live session is left.
  perform 1 from account where oid = oid_ and uid = uid_ for update;
  perform pg_notify('session', s.token_hash) from session s where s.oid = oid_ and s.uid = uid_ and s.source = source_ and s.ended is null;
  update session set ended = 'elsewhere' where oid = oid_ and uid = uid_ and source = source_ and ended is null;
  insert into session (oid, token_hash, uid, source, login_source, address, agent, opened_by, expires_at)
  values (oid_, hash_, uid_, source_, login_source_, address_, agent_, opened_by_, now() + case when opened_by_ is null then interval '12 hours' else interval '1 hour' end);
end $$;

create or replace function session_of(hash_ text) returns table (
  oid bigint, uid bigint, ctid_ bigint, hid bigint, hids bigint[], name text, account text, role text, role_name text, custom boolean, codes text[], ended text, expired boolean, stopped boolean,
  must_change boolean, edition text, expire_date date, organisation text, opened_by bigint)
language plpgsql security definer set search_path = public as $$
begin
  update session s set seen_at = now(), expires_at = case when s.opened_by is null then now() + interval '12 hours' else s.expires_at end
  where s.token_hash = hash_ and s.ended is null and s.expires_at > now() and s.seen_at < now() - interval '5 minutes';
  return query
  select a.oid, a.uid, a.ctid_, a.hid,
    case when a.all_stores then array(select st.hid from store st where st.oid = a.oid order by st.hid)
         else array(select a.hid union select cs.hid from contact_store cs where cs.oid = a.oid and cs.ctid_ = a.ctid_) end,
    c.name, a.account, r.code, r.name, r.custom,
    array(select rp.code from role_permission rp where rp.oid = a.oid and rp.role_id = a.role_id),
    s.ended, s.expires_at <= now(),
    (a.status <> 0 or c.status <> 0 or (s.opened_by is not null and not exists (select 1 from account b join contact d on d.oid = b.oid and d.ctid_ = b.ctid_ where b.oid = s.oid and b.uid = s.opened_by and b.status = 0 and d.status = 0))),
    a.must_change and s.opened_by is null, h.edition, h.expire_date, o.kind, s.opened_by
  from session s join account a on a.oid = s.oid and a.uid = s.uid join contact c on c.oid = a.oid and c.ctid_ = a.ctid_ join role r on r.oid = a.oid and r.role_id = a.role_id
  join store h on h.oid = a.oid and h.hid = a.hid join organisation o on o.oid = a.oid
  where s.token_hash = hash_;
end $$;

-- Names that failed long ago are forgotten, so that guessing names fills no table.
create index login_guard__by_age on login_guard (last_at);
create or replace function login_tried(name_ text, ok_ boolean) returns int language plpgsql security definer set search_path = public as $$
declare n int;
begin
  if ok_ then delete from login_guard where account = name_; return 0; end if;
  delete from login_guard where last_at < now() - interval '1 day';
  insert into login_guard (account, failures) values (left(name_, 100), 1)
  on conflict (account) do update set failures = case when login_guard.last_at < now() - interval '15 minutes' then 1 else login_guard.failures + 1 end,
    last_at = now()
  returning failures into n;
  if n >= 5 then update login_guard set locked_until = now() + interval '15 minutes', failures = 0 where account = name_; end if;
  return n;
end $$;
