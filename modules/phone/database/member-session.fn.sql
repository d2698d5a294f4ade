-- Keeps for ten minutes what was proven: a number or a WeChat.
create or replace function member_login_keep(hash_ text, mobile_ text, open_id_ text)
  returns void
  language sql security definer
  set search_path = public as $$
  delete from member_login
  where created_at < now() - interval '1 day';
  insert into member_login (token_hash, mobile, open_id) values (hash_, mobile_, open_id_);
$$;

-- The store that sends a code to a number; nothing where no member has it.
create or replace function member_store_of(mobile_ text)
  returns table (oid bigint, hid bigint)
  language sql stable security definer
  set search_path = public as $$
  select p.oid, p.hid
  from patient p
  where p.phone_tail = reverse(mobile_) and mobile_ <> '' and p.status = 0
  order by p.last_visit_at desc nulls last, p.pid
  limit 1
$$;

-- Who somebody may be by what they proved: each grown member of the number, or its first child where no grown member has it. A WeChat is
-- the member it was bound to at the desk.
create or replace function member_people(hash_ text)
  returns table (oid bigint, pid bigint, hid bigint, name text, company text, child boolean)
  language sql stable security definer
  set search_path = public as $$
  with proven as (
    select l.mobile, l.open_id
    from member_login l
    where l.token_hash = hash_ and l.used_at is null and l.expires_at > now()
  ),
  own as (
    select p.oid, p.pid, p.hid, p.name, coalesce(p.birth > app_now()::date - interval '18 years', false) child, l.open_id is not null chosen
    from proven l
    join patient p on p.status = 0 and (p.phone_tail = reverse(l.mobile) or p.wechat_open_id = l.open_id)
  )
  select o.oid, o.pid, o.hid, o.name, c.name, o.child
  from own o
  join organisation c on c.oid = o.oid
  where o.chosen or not o.child
    or o.pid = (select min(f.pid) from own f where f.oid = o.oid) and not exists (select 1 from own g where g.oid = o.oid and not g.child)
  order by o.oid, o.pid
$$;

-- Opens the session of one of them and uses up what was proven. False when it was used, or is no longer theirs.
create or replace function member_session_open(hash_ text, oid_ bigint, pid_ bigint, token_ text, address_ text, agent_ text)
  returns boolean
  language plpgsql security definer
  set search_path = public as $$
declare login member_login; person record;
begin
  select * into login from member_login where token_hash = hash_ and used_at is null and expires_at > now() for update;
  if login.token_hash is null then return false; end if;
  select * into person from member_people(hash_) p where p.oid = oid_ and p.pid = pid_;
  if person.pid is null then return false; end if;
  update member_login set used_at = now() where token_hash = hash_;
  insert into member_session (oid, pid, hid, token_hash, mobile, open_id, address, agent)
  values (oid_, pid_, person.hid, token_, login.mobile, login.open_id, address_, agent_);
  return true;
end $$;

-- The person of a token, and the members whose rows they see: oneself, the children one is guardian of, the children of the proven number.
create or replace function member_session_of(hash_ text)
  returns table (oid bigint, id bigint, pid bigint, hid bigint, hids bigint[], pids bigint[], name text, ended text, expired boolean)
  language plpgsql security definer
  set search_path = public as $$
begin
  update member_session s set seen_at = now()
  where s.token_hash = hash_ and s.ended is null and s.expires_at > now() and s.seen_at < now() - interval '5 minutes';
  return query
  select s.oid, s.id, s.pid, s.hid, array(select h.hid from store h where h.oid = s.oid order by h.hid),
    array(
      select c.pid
      from patient c
      where c.oid = s.oid and c.status = 0
        and (
          c.pid = s.pid
          or c.birth > app_now()::date - interval '18 years' and (
            s.mobile is not null and c.phone_tail = reverse(s.mobile)
            or exists (
              select 1 from patient_family f where f.oid = c.oid and f.pid = c.pid and f.other_pid = s.pid and f.is_guardian
            )
          )
        )
      order by c.pid
    ),
    p.name, s.ended, s.expires_at <= now()
  from member_session s
  join patient p on p.oid = s.oid and p.pid = s.pid
  where s.token_hash = hash_;
end $$;

-- Consent to care and health data was taken back: every phone that shows this member is logged out.
create or replace function consent_ends_sessions() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if new.withdrawn_at is not null and old.withdrawn_at is null
    and exists (select 1 from consent_text t where t.oid = new.oid and t.id = new.text_id and t.kind = 1)
  then
    update member_session s set ended = 'withdrawn', ended_at = app_now()
    from patient p
    where p.oid = new.oid and p.pid = new.pid and s.oid = p.oid and s.ended is null
      and (
        s.pid = p.pid
        or p.phone_tail <> '' and s.mobile = reverse(p.phone_tail)
        or exists (select 1 from patient_family f where f.oid = p.oid and f.pid = p.pid and f.other_pid = s.pid and f.is_guardian)
      );
  end if;
  return new;
end $$;
create trigger consent_ends_sessions after update on consent for each row execute function consent_ends_sessions();

-- A session stands on a number or a WeChat of a record: where one of them changes, it ends.
create or replace function member_ends_sessions() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update member_session s set ended = 'changed', ended_at = app_now()
  where s.oid = new.oid and s.pid = new.pid and s.ended is null
    and (
      new.status <> 0 or new.erased_at is not null
      or s.mobile is not null and new.phone_tail <> reverse(s.mobile)
      or s.open_id is not null and new.wechat_open_id is distinct from s.open_id
    );
  return new;
end $$;
create trigger member_ends_sessions after update of mobile, wechat_open_id, status, erased_at on patient
  for each row execute function member_ends_sessions();
