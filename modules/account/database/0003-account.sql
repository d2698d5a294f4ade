-- Staff, their accounts, roles with permissions, sessions, and the log of logins.

create table contact (
  oid bigint not null references organisation,
  ctid_ bigint generated always as identity,
  hid bigint not null,
  name text not null,
  mobile text,
  type int not null default 5 constraint contact__type check (type between 1 and 9),
  title text,
  licence_no text,
  licence_expires date,
  status int not null default 0 constraint contact__status check (status in (0, 1, 2)),
  version int not null default 0,
  primary key (oid, ctid_),
  foreign key (oid, hid) references store
);
create index contact__by_store on contact (oid, hid, type);

-- Stores a person may work in beside the own one.
create table contact_store (
  oid bigint not null,
  ctid_ bigint not null,
  hid bigint not null,
  primary key (oid, ctid_, hid),
  foreign key (oid, ctid_) references contact,
  foreign key (oid, hid) references store
);
create index contact_store__by_store on contact_store (oid, hid);

create table role (
  oid bigint not null references organisation,
  role_id bigint generated always as identity,
  code text not null,
  name text not null,
  custom boolean not null default false,
  primary key (oid, role_id),
  constraint role__duplicate unique (oid, code)
);
create table role_permission (
  oid bigint not null,
  role_id bigint not null,
  code text not null,
  primary key (oid, role_id, code),
  foreign key (oid, role_id) references role on delete cascade
);

create table account (
  oid bigint not null references organisation,
  uid bigint generated always as identity,
  ctid_ bigint not null,
  hid bigint not null,
  account text not null,
  password_hash text not null,
  role_id bigint not null,
  all_stores boolean not null default false,
  open_id text,
  status int not null default 0 constraint account__status check (status in (0, 1)),
  must_change boolean not null default false,
  created_at timestamptz not null default app_now(),
  primary key (oid, uid),
  foreign key (oid, ctid_) references contact,
  foreign key (oid, hid) references store,
  foreign key (oid, role_id) references role,
  constraint account__taken unique (account)
);
create index account__by_person on account (oid, ctid_);
create index account__by_store on account (oid, hid);
create index account__by_role on account (oid, role_id);

create table session (
  oid bigint not null,
  token_hash text not null,
  uid bigint not null,
  source text not null,
  address text,
  agent text,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended text constraint session__ended check (ended in ('logout', 'elsewhere', 'password', 'stopped')),
  primary key (oid, token_hash),
  foreign key (oid, uid) references account
);
create index session__by_account on session (oid, uid) where ended is null;
create unique index session__token on session (token_hash);

-- Failed tries by account name, kept whether the account exists or not.
create table login_guard (
  account text primary key,
  failures int not null default 0,
  locked_until timestamptz,
  last_at timestamptz not null default now()
);
create table login_log (
  oid bigint not null,
  login_id bigint generated always as identity,
  at timestamptz not null default now(),
  hid bigint,
  uid bigint,
  account text not null,
  address text,
  agent text,
  ok boolean not null,
  refused text,
  primary key (oid, login_id)
);
create index login_log__by_time on login_log (oid, at desc);

comment on column role.custom is 'false: holds what the modules declare for this default role; true: holds the rows of role_permission';

-- A one-time link for the first administrator of a production system.
create table setup_link (
  token_hash text primary key,
  expires_at timestamptz not null,
  used_at timestamptz
);

-- ── Before a tenant is known, only these functions answer ──────────────────────────────────────────────────────────────────────────

-- What the login needs of an account; also whether it is locked just now.
create function login_account(name_ text) returns table (oid bigint, uid bigint, ctid_ bigint, password_hash text, status int, staff_status int, must_change boolean, failures int, locked boolean)
language sql stable security definer set search_path = public as $$
  select a.oid, a.uid, a.ctid_, a.password_hash, a.status, c.status, a.must_change, coalesce(g.failures, 0), coalesce(g.locked_until > now(), false)
  from (values (name_)) v(account)
  left join account a on a.account = v.account
  left join contact c on c.oid = a.oid and c.ctid_ = a.ctid_
  left join login_guard g on g.account = v.account
$$;

-- Counts a failed try: the fifth locks for 15 minutes. A success clears.
create function login_tried(name_ text, ok_ boolean) returns int language plpgsql security definer set search_path = public as $$
declare n int;
begin
  if ok_ then delete from login_guard where account = name_; return 0; end if;
  insert into login_guard (account, failures) values (left(name_, 100), 1)
  on conflict (account) do update set failures = case when login_guard.last_at < now() - interval '15 minutes' then 1 else login_guard.failures + 1 end,
    last_at = now()
  returning failures into n;
  if n >= 5 then update login_guard set locked_until = now() + interval '15 minutes', failures = 0 where account = name_; end if;
  return n;
end $$;

create function login_logged(name_ text, address_ text, agent_ text, ok_ boolean, refused_ text) returns void language sql security definer set search_path = public as $$
  insert into login_log (oid, hid, uid, account, address, agent, ok, refused)
  select a.oid, a.hid, a.uid, a.account, address_, agent_, ok_, refused_ from account a where a.account = name_
$$;

-- Opens a session; the account's other live session of the same source ends.
create function session_open(uid_ bigint, oid_ bigint, hash_ text, source_ text, address_ text, agent_ text) returns void language plpgsql security definer set search_path = public as $$
begin
  perform pg_notify('session', s.token_hash) from session s where s.oid = oid_ and s.uid = uid_ and s.source = source_ and s.ended is null;
  update session set ended = 'elsewhere' where oid = oid_ and uid = uid_ and source = source_ and ended is null;
  insert into session (oid, token_hash, uid, source, address, agent, expires_at) values (oid_, hash_, uid_, source_, address_, agent_, now() + interval '12 hours');
end $$;

-- Whom a token belongs to. The expiry slides: every use within it gives twelve hours more (written at most every five minutes).
create function session_of(hash_ text) returns table (
  oid bigint, uid bigint, ctid_ bigint, hid bigint, hids bigint[], name text, account text, role text, role_name text, custom boolean, codes text[], ended text, expired boolean, stopped boolean)
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
    s.ended, s.expires_at <= now(), (a.status <> 0 or c.status <> 0)
  from session s join account a on a.oid = s.oid and a.uid = s.uid join contact c on c.oid = a.oid and c.ctid_ = a.ctid_ join role r on r.oid = a.oid and r.role_id = a.role_id
  where s.token_hash = hash_;
end $$;

create function session_end(hash_ text, why_ text) returns void language sql security definer set search_path = public as $$
  update session set ended = why_ where token_hash = hash_ and ended is null;
  select pg_notify('session', hash_);
$$;

-- Every organisation with its stores, for the nightly work.
create function tenants() returns table (oid bigint, hids bigint[]) language sql stable security definer set search_path = public as $$
  select o.oid, array(select s.hid from store s where s.oid = o.oid order by s.hid) from organisation o order by o.oid
$$;

-- A new organisation; everything below it is made inside its wall.
create function organisation_create(name_ text, kind_ text) returns bigint language sql security definer set search_path = public as $$
  insert into organisation (oid, name, kind) values (nextval('organisation_oid_seq'), name_, kind_) returning oid
$$;
create function has_organisation() returns boolean language sql stable security definer set search_path = public as $$ select exists (select 1 from organisation) $$;

-- The one-time link of the first administrator: made by the server at its start, taken once.
create function setup_link_take(hash_ text) returns boolean language sql security definer set search_path = public as $$
  with taken as (update setup_link set used_at = now() where token_hash = hash_ and used_at is null and expires_at > now() returning 1) select exists (select 1 from taken)
$$;
create function setup_link_make(hash_ text) returns void language sql security definer set search_path = public as $$
  delete from setup_link where used_at is null;
  insert into setup_link (token_hash, expires_at) values (hash_, now() + interval '24 hours')
$$;
