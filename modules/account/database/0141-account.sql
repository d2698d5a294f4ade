-- Beginning a session, and its line in the log, as the caller: behind the wall only in the own organisation.
create function session_begin(uid_ bigint, oid_ bigint, hash_ text, source_ text, login_source_ text, address_ text, agent_ text, opened_by_ bigint) returns void language plpgsql as $$
begin
  -- Two logins at once: the second waits, so that one live session is left.
  perform 1 from account where oid = oid_ and uid = uid_ for update;
  perform pg_notify('session', s.token_hash) from session s where s.oid = oid_ and s.uid = uid_ and s.source = source_ and s.ended is null;
  update session set ended = 'elsewhere' where oid = oid_ and uid = uid_ and source = source_ and ended is null;
  insert into session (oid, token_hash, uid, source, login_source, address, agent, opened_by, expires_at)
  values (oid_, hash_, uid_, source_, login_source_, address_, agent_, opened_by_, now() + case when opened_by_ is null then interval '12 hours' else interval '1 hour' end);
end $$;
create or replace function session_open(uid_ bigint, oid_ bigint, hash_ text, source_ text, login_source_ text, address_ text, agent_ text, opened_by_ bigint) returns void language sql security definer set search_path = public as $$
  select session_begin(uid_, oid_, hash_, source_, login_source_, address_, agent_, opened_by_)
$$;

create function login_noted(name_ text, address_ text, agent_ text, ok_ boolean, refused_ text, how_ text, source_ text, opened_by_ bigint) returns void language sql as $$
  insert into login_log (oid, hid, uid, account, address, agent, ok, refused, how, source, opened_by)
  select a.oid, a.hid, a.uid, a.account, address_, agent_, ok_, refused_, how_, source_, opened_by_ from account a where a.account = name_
$$;
create or replace function login_logged(name_ text, address_ text, agent_ text, ok_ boolean, refused_ text, how_ text, source_ text, opened_by_ bigint) returns void language sql security definer set search_path = public as $$
  select login_noted(name_, address_, agent_, ok_, refused_, how_, source_, opened_by_)
$$;

-- As the caller: behind the wall only a session of the own organisation ends.
create or replace function session_end(hash_ text, why_ text) returns void language sql as $$
  update session set ended = why_ where token_hash = hash_ and ended is null;
  select pg_notify('session', hash_);
$$;
