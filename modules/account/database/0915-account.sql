-- An account may be given until a day: an inspector's, somebody's who helps for a month. The day itself is still its own; after it nobody logs in with it and
-- no session of it is answered.
alter table account add valid_until date;
comment on column account.valid_until is 'last day on which it may be used; null: until it is stopped';
insert into role (oid, code, name) select oid, 'inspector', '检查员' from organisation on conflict do nothing;

create or replace function login_candidates(typed text) returns table (oid bigint, uid bigint, account text, password_hash text, status int, staff_status int, must_change boolean)
language sql stable security definer set search_path = public as $$
  select a.oid, a.uid, a.account, a.password_hash, case when a.valid_until < app_now()::date then 1 else a.status end, c.status, a.must_change
  from account a join contact c using (oid, ctid_)
  where a.account = typed or (typed ~ '^1\d{10}$' and (a.oid, a.uid) in (
    select x.oid, min(x.uid) from account x join contact y using (oid, ctid_) where y.mobile = typed and x.status = 0 and y.status = 0 group by x.oid having count(*) = 1))
  order by a.account = typed desc, (select max(l.at) from login_log l where l.oid = a.oid and l.uid = a.uid and l.ok) desc nulls last, a.uid
$$;

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
    (a.status <> 0 or c.status <> 0 or coalesce(a.valid_until < app_now()::date, false) or (s.opened_by is not null and not exists (select 1 from account b join contact d on d.oid = b.oid and d.ctid_ = b.ctid_ where b.oid = s.oid and b.uid = s.opened_by and b.status = 0 and d.status = 0))),
    a.must_change and s.opened_by is null, h.edition, h.expire_date, o.kind, s.opened_by
  from session s join account a on a.oid = s.oid and a.uid = s.uid join contact c on c.oid = a.oid and c.ctid_ = a.ctid_ join role r on r.oid = a.oid and r.role_id = a.role_id
  join store h on h.oid = a.oid and h.hid = a.hid join organisation o on o.oid = a.oid
  where s.token_hash = hash_;
end $$;
