-- Whoever's last day is over is told so, and which day it was: once the password was right.
drop function login_candidates(text);
create function login_candidates(typed text) returns table (oid bigint, uid bigint, account text, password_hash text, status int, staff_status int, must_change boolean, over_on date)
language sql stable security definer set search_path = public as $$
  select a.oid, a.uid, a.account, a.password_hash, a.status, c.status, a.must_change, case when a.valid_until < app_now()::date then a.valid_until end
  from account a join contact c using (oid, ctid_)
  where a.account = typed or (typed ~ '^1\d{10}$' and (a.oid, a.uid) in (
    select x.oid, min(x.uid) from account x join contact y using (oid, ctid_) where y.mobile = typed and x.status = 0 and y.status = 0 group by x.oid having count(*) = 1))
  order by a.account = typed desc, (select max(l.at) from login_log l where l.oid = a.oid and l.uid = a.uid and l.ok) desc nulls last, a.uid
$$;
