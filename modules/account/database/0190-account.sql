-- Logging in: whom a typed name means, who may try, and from where.

-- The account called so, and in every organisation the only account with that mobile number: what another organisation does changes nothing here.
-- The likelier first: called so, else logged in last.
drop function login_name(text);
drop function login_account(text);
create function login_candidates(typed text) returns table (oid bigint, uid bigint, account text, password_hash text, status int, staff_status int, must_change boolean)
language sql stable security definer set search_path = public as $$
  select a.oid, a.uid, a.account, a.password_hash, a.status, c.status, a.must_change
  from account a join contact c using (oid, ctid_)
  where a.account = typed or (typed ~ '^1\d{10}$' and (a.oid, a.uid) in (
    select x.oid, min(x.uid) from account x join contact y using (oid, ctid_) where y.mobile = typed and x.status = 0 and y.status = 0 group by x.oid having count(*) = 1))
  order by a.account = typed desc, (select max(l.at) from login_log l where l.oid = a.oid and l.uid = a.uid and l.ok) desc nulls last, a.uid
$$;

-- A browser in which an account has logged in, known by a token of its own for 90 days: strangers cannot lock it out.
create table login_device (
  oid bigint not null,
  device_hash text not null,
  uid bigint not null,
  expires_at timestamptz not null default now() + interval '90 days',
  primary key (oid, device_hash, uid),
  foreign key (oid, uid) references account (oid, uid) on delete cascade
);
create index login_device__by_account on login_device (oid, uid);
create index login_device__by_hash on login_device (device_hash);

-- Failures are counted for an account from a network address, for the account from anywhere, for the address, and for a known device by itself.
drop function login_tried(text, boolean);
delete from login_guard;
alter table login_guard rename column account to key;
alter table login_guard add pauses int not null default 0;

create function login_keys(typed text, network_ text, device_ text) returns text[] language sql stable security definer set search_path = public as $$
  select case when exists (select 1 from login_candidates(typed) c join login_device d using (oid, uid) where d.device_hash = device_ and d.expires_at > now())
    then array['device ' || device_]
    else array['account ' || left(typed, 100), 'network ' || network_, 'pair ' || network_ || ' ' || left(typed, 100)] end
$$;
-- Before the password is looked at: may it be tried? 'captcha' when a picture has to be read first, 'paused' with the minutes left, else 'ok' – the try is
-- counted as a failure until login_passed takes it back, so that a hundred at once are counted too – with the minutes a wrong password costs.
-- Five failures of a pair or a device, or a hundred of an account, make a pause of 15 minutes, the next one twice as long, up to four hours.
create function login_begin(typed text, network_ text, device_ text, read_ boolean) returns table (verdict text, minutes int)
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
      update login_guard set failures = 0, pauses = pauses + 1, locked_until = now() + make_interval(mins => 15 * (2 ^ least(g.pauses, 4))::int) where key = k;
    end if;
  end loop;
  return query select 'ok', next_;
end $$;
-- The password was right: what was counted is forgotten – of the address only this try – and the device is known from now on. Answers the hash it is known
-- by: the one it came with when the server gave that out once, else the new one.
create function login_passed(oid_ bigint, uid_ bigint, typed text, network_ text, device_ text, new_ text) returns text
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
-- A password set anew opens the account at once, from where it was set.
create function login_forgiven(name_ text, network_ text) returns void language sql security definer set search_path = public as $$
  delete from login_guard where key in ('account ' || left(name_, 100), 'pair ' || network_ || ' ' || left(name_, 100))
$$;

-- Names of accounts are taken once in the whole product, so a name that is taken tells of somebody elsewhere: who asks for such names is let ask as often
-- as a wrong password may be tried. Answers whether another organisation has it; null while the asker has to wait.
create function login_name_elsewhere(name_ text) returns boolean language plpgsql security definer set search_path = public as $$
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
    pauses = pauses + (g.failures >= 4)::int, locked_until = case when g.failures >= 4 then now() + make_interval(mins => 15 * (2 ^ least(g.pauses, 4))::int) end
  where key = key_;
  return true;
end $$;
