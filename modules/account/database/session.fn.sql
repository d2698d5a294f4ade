-- Ends a session. Runs as the caller: behind the wall only sessions of the own organisation end.
create or replace function session_end(hash_ text, why_ text) returns void language sql as $$
  update session set ended = why_ where token_hash = hash_ and ended is null;
  select pg_notify('session', hash_);
$$;

-- Opens a session with the rights of the owner, before a tenant is known.
create or replace function session_open(
    uid_ bigint, oid_ bigint, hash_ text, source_ text, login_source_ text, address_ text, agent_ text, opened_by_ bigint
  )
  returns void
  language sql security definer
  set search_path = public as $$
  select session_begin(uid_, oid_, hash_, source_, login_source_, address_, agent_, opened_by_)
$$;

-- The owner of a token. Each use extends it to twelve hours from then; the extension is written at most every five minutes.
create or replace function session_of(hash_ text) returns table (
  oid bigint, uid bigint, ctid_ bigint, hid bigint, hids bigint[], name text, account text, role text, role_name text,
    custom boolean, codes text[], ended text, expired boolean, stopped boolean,
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
    (
      a.status <> 0 or c.status <> 0 or coalesce(a.valid_until < app_now()::date, false)
        or (
          s.opened_by is not null
            and not exists (
              select 1
              from account b
              join contact d on d.oid = b.oid and d.ctid_ = b.ctid_
              where b.oid = s.oid and b.uid = s.opened_by and b.status = 0 and d.status = 0
            )
        )
    ),
    a.must_change and s.opened_by is null, h.edition, h.expire_date, o.kind, s.opened_by
  from session s
    join account a on a.oid = s.oid and a.uid = s.uid
    join contact c on c.oid = a.oid and c.ctid_ = a.ctid_
    join role r on r.oid = a.oid and r.role_id = a.role_id
  join store h on h.oid = a.oid and h.hid = a.hid join organisation o on o.oid = a.oid
  where s.token_hash = hash_;
end $$;

-- Permissions that the stores of an organisation were not granted, by store. Null when nothing is withheld.
create or replace function session_withheld(oid_ bigint) returns jsonb language sql stable security definer set search_path = public as $$
  select jsonb_object_agg(hid, codes)
  from (select w.hid, jsonb_agg(w.code) codes from store_withheld w where w.oid = oid_ and w.kind = 'element' group by w.hid) x
$$;

-- Stores with a view password. Null when there are none.
create or replace function session_locked(oid_ bigint) returns bigint[] language sql stable security definer set search_path = public as $$
  select array_agg(hid) from view_password where oid = oid_
$$;

-- Opens a session and ends the former one of the same source. A token fetched for somebody else is valid for one hour instead of twelve.
-- Runs as the caller: behind the wall only in the own organisation.
create or replace function session_begin(
    uid_ bigint, oid_ bigint, hash_ text, source_ text, login_source_ text, address_ text, agent_ text, opened_by_ bigint
  )
  returns void
  language plpgsql as $$
begin
  -- Two logins at once: the second waits, so that one live session is left.
  perform 1 from account where oid = oid_ and uid = uid_ for update;
  perform pg_notify('session', s.token_hash) from session s where s.oid = oid_ and s.uid = uid_ and s.source = source_ and s.ended is null;
  update session set ended = 'elsewhere' where oid = oid_ and uid = uid_ and source = source_ and ended is null;
  insert into session (oid, token_hash, uid, source, login_source, address, agent, opened_by, expires_at)
  values (
    oid_, hash_, uid_, source_, login_source_, address_, agent_, opened_by_, now() + case
      when opened_by_ is null then interval '12 hours'
      else interval '1 hour' end
  );
end $$;
