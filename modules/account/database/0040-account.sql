-- Accounts and sessions: captcha, codes by SMS, WeChat, history of passwords, editions of a store, and who may still do what when time is up.

alter table store add column edition text not null default 'hospital'
  constraint store__edition check (edition in ('hospital', 'advance', 'free', 'ask', 'eyefile', 'egone', 'egtwo', 'egthree', 'okjing'));
comment on column store.edition is 'which product the store bought: the account kinds of its staff follow from it';

alter table session add column session_id bigint generated always as identity, add column login_source text not null default 'web', add column opened_by bigint;
create unique index session__by_id on session (oid, session_id);
comment on column session.source is 'kind of session: one live token per account and kind (the product, eg, support)';
comment on column session.opened_by is 'uid of the administrator who fetched the token for the account';

alter table login_log add column how text not null default 'password' constraint login_log__how check (how in ('password', 'wechat', 'setup', 'token', 'retrieve')),
  add column source text, add column opened_by bigint;
create index login_log__by_store on login_log (oid, hid, login_id desc);

-- A WeChat logs in one account only.
create unique index account__wechat_taken on account (open_id) where open_id is not null;
create index contact__by_digits on contact (regexp_replace(mobile, '\D', '', 'g'));

create table password_history (
  oid bigint not null,
  password_history_id bigint generated always as identity,
  uid bigint not null,
  password_hash text not null,
  set_at timestamptz not null default app_now(),
  primary key (oid, password_history_id),
  foreign key (oid, uid) references account on delete cascade
);
create index password_history__by_account on password_history (oid, uid, password_history_id desc);

-- ── Before a tenant is known: rows of no organisation, reached through functions only ──────────────────────────────────────────────

create table captcha (
  ticket_hash text primary key,
  answer_hash text not null,
  expires_at timestamptz not null default now() + interval '5 minutes'
);
create table login_code (
  code_id bigint generated always as identity primary key,
  mobile text not null,
  address text not null,
  at timestamptz not null default now(),
  code_hash text not null,
  tries int not null default 0,
  used_at timestamptz,
  ticket_hash text,
  ticket_until timestamptz
);
create index login_code__by_mobile on login_code (mobile, at desc);
create index login_code__by_address on login_code (address, at desc);
create unique index login_code__by_ticket on login_code (ticket_hash) where ticket_hash is not null;
create table wechat_task (
  scene_hash text primary key,
  purpose text not null constraint wechat_task__purpose check (purpose in ('login', 'bind')),
  open_id text,
  name text,
  expires_at timestamptz not null default now() + interval '2 minutes',
  taken_at timestamptz
);

create function captcha_keep(ticket_ text, answer_ text) returns void language sql security definer set search_path = public as $$
  delete from captcha where expires_at < now();
  insert into captcha (ticket_hash, answer_hash) values (ticket_, answer_)
$$;
-- One try for each picture, right or wrong.
create function captcha_take(ticket_ text, answer_ text) returns boolean language sql security definer set search_path = public as $$
  with taken as (delete from captcha where ticket_hash = ticket_ returning answer_hash = answer_ and expires_at > now() ok) select coalesce((select ok from taken), false)
$$;

-- Keeps a code to be sent, unless too many were asked for: one a minute and ten a day for a number, twenty an hour and sixty a day from an address.
create function code_ask(mobile_ text, hash_ text, address_ text) returns text language plpgsql security definer set search_path = public as $$
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
-- A right code within five minutes and five tries becomes a ticket for ten minutes.
create function code_check(mobile_ text, hash_ text, ticket_ text) returns boolean language plpgsql security definer set search_path = public as $$
declare c login_code;
begin
  select * into c from login_code where mobile = mobile_ order by at desc limit 1 for update;
  if c.code_id is null or c.used_at is not null or c.at < now() - interval '5 minutes' or c.tries >= 5 then return false; end if;
  if c.code_hash <> hash_ then update login_code set tries = tries + 1 where code_id = c.code_id; return false; end if;
  update login_code set used_at = now(), ticket_hash = ticket_, ticket_until = now() + interval '10 minutes' where code_id = c.code_id;
  return true;
end $$;
-- Accounts in use whose person has this number.
create function accounts_of_mobile(mobile_ text) returns table (oid bigint, uid bigint, hid bigint, account text, name text, company text) language sql stable security definer set search_path = public as $$
  select a.oid, a.uid, a.hid, a.account, c.name, o.name from contact c join account a on a.oid = c.oid and a.ctid_ = c.ctid_ join organisation o on o.oid = a.oid
  where regexp_replace(c.mobile, '\D', '', 'g') = mobile_ and mobile_ <> '' and a.status = 0 and c.status = 0 order by a.oid, a.uid
$$;
create function mobile_of_ticket(ticket_ text) returns text language sql stable security definer set search_path = public as $$
  select mobile from login_code where ticket_hash = ticket_ and ticket_until > now()
$$;
create function ticket_spend(ticket_ text) returns boolean language sql security definer set search_path = public as $$
  with spent as (update login_code set ticket_hash = null, ticket_until = null where ticket_hash = ticket_ and ticket_until > now() returning 1) select exists (select 1 from spent)
$$;

create function wechat_task_make(scene_ text, purpose_ text) returns void language sql security definer set search_path = public as $$
  delete from wechat_task where expires_at < now() - interval '10 minutes';
  insert into wechat_task (scene_hash, purpose) values (scene_, purpose_)
$$;
-- Who scanned; a scene is scanned once, while it lasts. Answers its purpose, or null.
create function wechat_task_scanned(scene_ text, open_id_ text, name_ text) returns text language sql security definer set search_path = public as $$
  update wechat_task set open_id = open_id_, name = name_ where scene_hash = scene_ and open_id is null and expires_at > now() returning purpose
$$;
-- A task with the account its WeChat belongs to. It outlives its code by a minute, so that the last poll still learns.
create function wechat_task_of(scene_ text) returns table (purpose text, open_id text, alive boolean, taken boolean, oid bigint, uid bigint, stopped boolean) language sql stable security definer set search_path = public as $$
  select t.purpose, t.open_id, t.expires_at + interval '1 minute' > now(), t.taken_at is not null, a.oid, a.uid, a.status <> 0 or c.status <> 0
  from wechat_task t left join account a on a.open_id = t.open_id left join contact c on c.oid = a.oid and c.ctid_ = a.ctid_ where t.scene_hash = scene_
$$;
create function wechat_task_take(scene_ text) returns boolean language sql security definer set search_path = public as $$
  with taken as (update wechat_task set taken_at = now() where scene_hash = scene_ and taken_at is null returning 1) select exists (select 1 from taken)
$$;

-- Failures older than a quarter of an hour are forgiven.
create or replace function login_account(name_ text) returns table (oid bigint, uid bigint, ctid_ bigint, password_hash text, status int, staff_status int, must_change boolean, failures int, locked boolean)
language sql stable security definer set search_path = public as $$
  select a.oid, a.uid, a.ctid_, a.password_hash, a.status, c.status, a.must_change, case when g.last_at > now() - interval '15 minutes' then g.failures else 0 end, coalesce(g.locked_until > now(), false)
  from (values (name_)) v(account)
  left join account a on a.account = v.account
  left join contact c on c.oid = a.oid and c.ctid_ = a.ctid_
  left join login_guard g on g.account = v.account
$$;

drop function login_logged(text, text, text, boolean, text);
create function login_logged(name_ text, address_ text, agent_ text, ok_ boolean, refused_ text, how_ text, source_ text, opened_by_ bigint) returns void language sql security definer set search_path = public as $$
  insert into login_log (oid, hid, uid, account, address, agent, ok, refused, how, source, opened_by)
  select a.oid, a.hid, a.uid, a.account, address_, agent_, ok_, refused_, how_, source_, opened_by_ from account a where a.account = name_
$$;

drop function session_open(bigint, bigint, text, text, text, text);
-- Opens a session; the account's other live session of the same kind ends.
create function session_open(uid_ bigint, oid_ bigint, hash_ text, source_ text, login_source_ text, address_ text, agent_ text, opened_by_ bigint) returns void language plpgsql security definer set search_path = public as $$
begin
  -- Two logins at once: the second waits, so that one live session is left.
  perform 1 from account where oid = oid_ and uid = uid_ for update;
  perform pg_notify('session', s.token_hash) from session s where s.oid = oid_ and s.uid = uid_ and s.source = source_ and s.ended is null;
  update session set ended = 'elsewhere' where oid = oid_ and uid = uid_ and source = source_ and ended is null;
  insert into session (oid, token_hash, uid, source, login_source, address, agent, opened_by, expires_at) values (oid_, hash_, uid_, source_, login_source_, address_, agent_, opened_by_, now() + interval '12 hours');
end $$;

drop function session_of(text);
-- Whom a token belongs to. The expiry slides: every use within it gives twelve hours more (written at most every five minutes).
create function session_of(hash_ text) returns table (
  oid bigint, uid bigint, ctid_ bigint, hid bigint, hids bigint[], name text, account text, role text, role_name text, custom boolean, codes text[], ended text, expired boolean, stopped boolean,
  must_change boolean, edition text, expire_date date, organisation text, opened_by bigint)
language plpgsql security definer set search_path = public as $$
begin
  update session s set seen_at = now(), expires_at = now() + interval '12 hours'
  where s.token_hash = hash_ and s.ended is null and s.expires_at > now() and s.seen_at < now() - interval '5 minutes';
  return query
  select a.oid, a.uid, a.ctid_, a.hid,
    case when a.all_stores then array(select st.hid from store st where st.oid = a.oid order by st.hid)
         else array(select a.hid union select cs.hid from contact_store cs where cs.oid = a.oid and cs.ctid_ = a.ctid_) end,
    c.name, a.account, r.code, r.name, r.custom,
    array(select rp.code from role_permission rp where rp.oid = a.oid and rp.role_id = a.role_id),
    s.ended, s.expires_at <= now(), (a.status <> 0 or c.status <> 0),
    a.must_change, h.edition, h.expire_date, o.kind, s.opened_by
  from session s join account a on a.oid = s.oid and a.uid = s.uid join contact c on c.oid = a.oid and c.ctid_ = a.ctid_ join role r on r.oid = a.oid and r.role_id = a.role_id
  join store h on h.oid = a.oid and h.hid = a.hid join organisation o on o.oid = a.oid
  where s.token_hash = hash_;
end $$;

-- An organisation is made inside its own transaction, so that nothing of it stays when that fails: its number is taken first.
create function organisation_number() returns bigint language sql volatile security definer set search_path = public as $$ select nextval('organisation_oid_seq') $$;
create function organisation_open(name_ text, kind_ text) returns void language sql security definer set search_path = public as $$
  insert into organisation (oid, name, kind) values (current_setting('app.oid')::bigint, name_, kind_)
$$;
drop function organisation_create(text, text);
