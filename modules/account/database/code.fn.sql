-- Keeps a code that is to be sent, within the limits: one a minute and ten a day per number, twenty an hour and sixty a day per address.
create or replace function code_ask(mobile_ text, hash_ text, address_ text)
  returns text
  language plpgsql security definer
  set search_path = public as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('code ' || mobile_, 0));
  delete from login_code where at < now() - interval '2 days';
  if exists (select 1 from login_code where mobile = mobile_ and at > now() - interval '60 seconds') then return 'soon'; end if;
  if (select count(*) from login_code where mobile = mobile_ and at > now() - interval '1 day') >= 10 then return 'day'; end if;
  if (select count(*) from login_code where address = address_ and at > now() - interval '1 hour') >= 20
     or (select count(*) from login_code where address = address_ and at > now() - interval '1 day') >= 60 then return 'address'; end if;
  insert into login_code (mobile, address, code_hash) values (mobile_, address_, hash_);
  return 'ok';
end $$;

-- Turns a right code, within five minutes and five tries, into a ticket that is good for ten minutes.
create or replace function code_check(mobile_ text, hash_ text, ticket_ text)
  returns boolean
  language plpgsql security definer
  set search_path = public as $$
declare c login_code;
begin
  select * into c from login_code where mobile = mobile_ order by at desc limit 1 for update;
  if c.code_id is null or c.used_at is not null or c.at < now() - interval '5 minutes' or c.tries >= 5 then return false; end if;
  if c.code_hash <> hash_ then update login_code set tries = tries + 1 where code_id = c.code_id; return false; end if;
  update login_code set used_at = now(), ticket_hash = ticket_, ticket_until = now() + interval '10 minutes' where code_id = c.code_id;
  return true;
end $$;

-- Accounts in use whose person has this number.
create or replace function accounts_of_mobile(mobile_ text)
  returns table (oid bigint, uid bigint, hid bigint, account text, name text, company text)
  language sql stable security definer
  set search_path = public as $$
  select a.oid, a.uid, a.hid, a.account, c.name, o.name
  from contact c
  join account a on a.oid = c.oid and a.ctid_ = c.ctid_
  join organisation o on o.oid = a.oid
  where regexp_replace(c.mobile, '\D', '', 'g') = mobile_ and mobile_ <> '' and a.status = 0 and c.status = 0 order by a.oid, a.uid
$$;

-- The number a ticket was given for.
create or replace function mobile_of_ticket(ticket_ text) returns text language sql stable security definer set search_path = public as $$
  select mobile from login_code where ticket_hash = ticket_ and ticket_until > now()
$$;

-- Uses a ticket up. False when it is not valid any more.
create or replace function ticket_spend(ticket_ text) returns boolean language sql security definer set search_path = public as $$
  with spent as (
    update login_code set ticket_hash = null, ticket_until = null where ticket_hash = ticket_ and ticket_until > now() returning 1
  )
  select exists (select 1 from spent)
$$;
