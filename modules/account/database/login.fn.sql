-- Writes a line of the login log with the rights of the owner, before a tenant is known.
create or replace function login_logged(
    name_ text, address_ text, agent_ text, ok_ boolean, refused_ text, how_ text, source_ text, opened_by_ bigint
  )
  returns void
  language sql security definer
  set search_path = public as $$
  select login_noted(name_, address_, agent_, ok_, refused_, how_, source_, opened_by_)
$$;

-- Whether the first password of an account has expired.
create or replace function first_password_over(uid_ bigint)
  returns boolean
  language sql stable security definer
  set search_path = public as $$
  select exists (select 1 from account where uid = uid_ and must_change and must_change_by < now())
$$;

-- Writes a line of the login log. Runs as the caller.
create or replace function login_noted(
    name_ text, address_ text, agent_ text, ok_ boolean, refused_ text, how_ text, source_ text, opened_by_ bigint
  )
  returns void
  language sql as $$
  insert into login_log (oid, hid, uid, account, address, agent, ok, refused, how, source, opened_by)
  select a.oid, a.hid, a.uid, a.account, address_, agent_, ok_, refused_, how_, source_, opened_by_ from account a where a.account = name_
$$;

-- What failures are counted by: the pair of account and address, the account, the network, or a known device.
create or replace function login_keys(typed text, network_ text, device_ text)
  returns text[]
  language sql stable security definer
  set search_path = public as $$
  select case
    when exists (
      select 1 from login_candidates(typed) c join login_device d using (oid, uid) where d.device_hash = device_ and d.expires_at > now()
    )
    then array['device ' || device_]
    else array['account ' || left(typed, 100), 'network ' || network_, 'pair ' || network_ || ' ' || left(typed, 100)] end
$$;

-- Decides, before the password is checked, whether it may be tried. Returns 'captcha' when a picture must be read first, 'paused' with the
-- minutes left, or 'ok' with the minutes a wrong password will cost. An allowed try counts as a failure until login_passed takes it back,
-- so that a hundred at once are counted too. Five failures of a pair or a device, or a hundred of an account, pause it for 15 minutes; each
-- further pause is twice as long, up to four hours.
create or replace function login_begin(typed text, network_ text, device_ text, read_ boolean) returns table (verdict text, minutes int)
language plpgsql security definer set search_path = public as $$
declare
  keys text[] := login_keys(typed, network_, device_);
  g login_guard;
  wanted boolean := false;
  wait_ int := 0;
  next_ int := 0;
  k text;
begin
  delete from login_guard where key in (select o.key from login_guard o where o.last_at < now() - interval '1 day' for update skip locked);
  -- In one order, so that two at once wait for each other and never in a circle.
  foreach k in array keys loop
    insert into login_guard as o (key, failures) values (k, 0)
    on conflict (key) do update set failures = case when o.last_at < now() - interval '15 minutes' then 0 else o.failures end
    returning * into g;
    wait_ := greatest(wait_, coalesce(ceil(extract(epoch from g.locked_until - now()) / 60)::int, 0));
    wanted := wanted or g.failures >= case when k like 'network %' then 10 else 3 end;
  end loop;
  if wait_ > 0 then return query select 'paused', wait_; return; end if;
  if wanted and not read_ then return query select 'captcha', 0; return; end if;
  foreach k in array keys loop
    update login_guard set failures = failures + 1, last_at = now() where key = k returning * into g;
    if g.failures >= (case when k like 'account %' then 100 when k like 'network %' then 1000 else 5 end) then
      next_ := greatest(next_, 15 * (2 ^ least(g.pauses, 4))::int);
      update login_guard
      set failures = 0, pauses = pauses + 1, locked_until = now() + make_interval(mins => 15 * (2 ^ least(g.pauses, 4))::int)
      where key = k;
    end if;
  end loop;
  return query select 'ok', next_;
end $$;

-- After a right password: clears the counted failures (of the network only this try) and remembers the device. Returns the hash of the
-- device: the one it sent when the server had issued it, otherwise the new one.
create or replace function login_passed(oid_ bigint, uid_ bigint, typed text, network_ text, device_ text, new_ text) returns text
language plpgsql security definer set search_path = public as $$
declare
  keys text[] := login_keys(typed, network_, device_);
  kept text := case when exists (select 1 from login_device where device_hash = device_) then device_ else new_ end;
begin
  delete from login_guard where key = any (keys) and key not like 'network %';
  update login_guard set failures = greatest(failures - 1, 0) where key = any (keys);
  delete from login_device where oid = oid_ and expires_at < now();
  insert into login_device (oid, device_hash, uid) values (oid_, kept, uid_)
  on conflict (oid, device_hash, uid) do update set expires_at = excluded.expires_at;
  return kept;
end $$;

-- A new password lifts the pause of the account at once, for the place it was set from.
create or replace function login_forgiven(name_ text, network_ text)
  returns void
  language sql security definer
  set search_path = public as $$
  delete from login_guard where key in ('account ' || left(name_, 100), 'pair ' || network_ || ' ' || left(name_, 100))
$$;

-- Whether another organisation has the account name; null while the caller has to wait. Account names are unique in the product, so an
-- answer tells something about others: callers may ask as often as they may try a wrong password.
create or replace function login_name_elsewhere(name_ text) returns boolean language plpgsql security definer set search_path = public as $$
declare
  key_ text := format('names %s %s', current_setting('app.oid'), current_setting('app.ctid'));
  g login_guard;
begin
  insert into login_guard as o (key, failures) values (key_, 0)
  on conflict (key) do update set failures = case when o.last_at < now() - interval '15 minutes' then 0 else o.failures end
  returning * into g;
  if g.locked_until > now() then return null; end if;
  if not exists (select 1 from account where account = name_ and oid <> current_setting('app.oid')::bigint) then return false; end if;
  update login_guard set failures = failures + 1, last_at = now(),
    pauses = pauses + (g.failures >= 4)::int, locked_until = case
      when g.failures >= 4 then now() + make_interval(mins => 15 * (2 ^ least(g.pauses, 4))::int) end
  where key = key_;
  return true;
end $$;

-- The accounts a typed name or number may mean, with what is needed to check the password.
create or replace function login_candidates(typed text)
  returns table (oid bigint, uid bigint, account text, password_hash text, status int, staff_status int, must_change boolean, over_on date)
language sql stable security definer set search_path = public as $$
  select a.oid, a.uid, a.account, a.password_hash, a.status, c.status, a.must_change, case
    when a.valid_until < app_now()::date then a.valid_until end
  from account a join contact c using (oid, ctid_)
  where a.account = typed or (typed ~ '^1\d{10}$' and (a.oid, a.uid) in (
    select x.oid, min(x.uid)
    from account x
    join contact y using (oid, ctid_)
    where y.mobile = typed and x.status = 0 and y.status = 0
    group by x.oid
    having count(*) = 1))
  order by a.account = typed desc, (select max(l.at) from login_log l where l.oid = a.oid and l.uid = a.uid and l.ok) desc nulls last, a.uid
$$;
