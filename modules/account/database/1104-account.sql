-- Baseline of account: its tables as decision 1101 found them. A landed file is never edited; what changes a table is a new one.

create table contact (
  oid bigint not null,
  ctid_ bigint generated always as identity,
  hid bigint not null,
  name text not null,
  mobile text,
  type int not null default 5,
  title text,
  licence_no text,
  licence_expires date,
  status int not null default 0,
  version int not null default 0,
  -- Whom of a store its members may reach by WeChat: nobody until the store says so.
  reachable boolean not null default false,
  constraint contact__type check (type between 1 and 9),
  constraint contact__status check (status in (0, 1, 2)),
  primary key (oid, ctid_),
  foreign key (oid) references organisation,
  foreign key (oid, hid) references store
);
create index contact__by_store on contact (oid, hid, type);
create index contact__by_digits on contact (regexp_replace(mobile, '\D', '', 'g'));
create index if not exists contact__by_mobile on contact (mobile) where mobile is not null;

-- Stores a person may work in beside the own one.
create table contact_store (
  oid bigint not null,
  ctid_ bigint,
  hid bigint,
  primary key (oid, ctid_, hid),
  foreign key (oid, ctid_) references contact,
  foreign key (oid, hid) references store
);
create index contact_store__by_store on contact_store (oid, hid);

create table role (
  oid bigint not null,
  role_id bigint generated always as identity,
  code text not null,
  name text not null,
  custom boolean not null default false,
  primary key (oid, role_id),
  constraint role__duplicate unique (oid, code),
  foreign key (oid) references organisation
);
comment on column role.custom is 'false: holds what the modules declare for this default role; true: holds the rows of role_permission';
create unique index role__role_name on role (oid, name);

create table role_permission (
  oid bigint not null,
  role_id bigint,
  code text,
  primary key (oid, role_id, code),
  foreign key (oid, role_id) references role on delete cascade
);

create table account (
  oid bigint not null,
  uid bigint generated always as identity,
  ctid_ bigint not null,
  hid bigint not null,
  account text not null,
  password_hash text not null,
  role_id bigint not null,
  all_stores boolean not null default false,
  open_id text,
  status int not null default 0,
  must_change boolean not null default false,
  created_at timestamptz not null default app_now(),
  -- A first password that nobody used for a week is worth nothing any more (ASVS 4.0.3, 2.3.1).
  must_change_by timestamptz,
  -- An account may be given until a day: an inspector's, somebody's who helps for a month. The day itself is still its own; after it nobody
  -- logs in with it and no session of it is answered.
  valid_until date,
  constraint account__status check (status in (0, 1)),
  primary key (oid, uid),
  constraint account__taken unique (account),
  foreign key (oid) references organisation,
  foreign key (oid, ctid_) references contact,
  foreign key (oid, hid) references store,
  foreign key (oid, role_id) references role
);
comment on column account.valid_until is 'last day on which it may be used; null: until it is stopped';
create index account__by_person on account (oid, ctid_);
create index account__by_store on account (oid, hid);
create index account__by_role on account (oid, role_id);
create unique index account__account_wechat_taken on account (open_id) where (open_id is not null);

create table session (
  oid bigint not null,
  token_hash text,
  uid bigint not null,
  source text not null,
  address text,
  agent text,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended text,
  session_id bigint generated always as identity,
  login_source text not null default 'web',
  opened_by bigint,
  constraint session__ended check (ended in ('logout', 'elsewhere', 'password', 'stopped')),
  primary key (oid, token_hash),
  foreign key (oid, uid) references account
);
comment on column session.source is 'kind of session: one live token per account and kind (the product, eg, support)';
comment on column session.opened_by is 'uid of the administrator who fetched the token for the account';
create index session__by_account on session (oid, uid) where ended is null;
create unique index session__token on session (token_hash);
create unique index session__by_id on session (oid, session_id);

-- Failed tries by account name, kept whether the account exists or not.
create table login_guard (
  key text,
  failures int not null default 0,
  locked_until timestamptz,
  last_at timestamptz not null default now(),
  pauses int not null default 0,
  primary key (key)
);
-- Names that failed long ago are forgotten, so that guessing names fills no table.
create index login_guard__by_age on login_guard (last_at);

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
  how text not null default 'password',
  source text,
  opened_by bigint,
  primary key (oid, login_id),
  constraint login_log__how check (how in ('password', 'wechat', 'setup', 'token', 'retrieve'))
);
create index login_log__by_time on login_log (oid, at desc);
create index login_log__by_store on login_log (oid, hid, login_id desc);
-- When somebody was last here is asked for every person of the staff list.
create index login_log__last on login_log (oid, uid, at desc) where ok;

-- A one-time link for the first administrator of a production system.
create table setup_link (
  token_hash text,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (token_hash)
);

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

create table captcha (
  ticket_hash text,
  answer_hash text not null,
  expires_at timestamptz not null default (now() + '00:05:00'::interval),
  primary key (ticket_hash)
);

create table login_code (
  code_id bigint generated always as identity,
  mobile text not null,
  address text not null,
  at timestamptz not null default now(),
  code_hash text not null,
  tries int not null default 0,
  used_at timestamptz,
  ticket_hash text,
  ticket_until timestamptz,
  primary key (code_id)
);
create index login_code__by_mobile on login_code (mobile, at desc);
create index login_code__by_address on login_code (address, at desc);
create unique index login_code__by_ticket on login_code (ticket_hash) where ticket_hash is not null;

create table wechat_task (
  scene_hash text,
  purpose text not null,
  open_id text,
  name text,
  expires_at timestamptz not null default (now() + '00:02:00'::interval),
  taken_at timestamptz,
  constraint wechat_task__purpose check (purpose in ('login', 'bind')),
  primary key (scene_hash)
);

-- A store may use everything the product declares, but for what stands here: screens out of its menu, permissions nobody holds in it.
create table store_withheld (
  oid bigint not null,
  withheld_id bigint generated always as identity,
  hid bigint not null,
  kind text not null,
  code text not null,
  constraint store_withheld__kind check (kind in ('menu', 'element')),
  primary key (oid, withheld_id),
  constraint store_withheld__duplicate unique (oid, hid, kind, code),
  foreign key (oid, hid) references store on delete cascade
);
comment on column store_withheld.code is 'path of a screen (menu) or a permission code (element)';

-- Changes of the organisation to the declared menu: another title, place or icon, shown or not. Without a row a screen stands as declared.
create table menu (
  oid bigint not null,
  menu_id bigint,
  path text not null,
  title text,
  section text,
  icon text,
  rank int,
  hidden boolean not null default false,
  primary key (oid, menu_id),
  constraint menu__duplicate unique (oid, path),
  foreign key (oid) references organisation
);
comment on column menu.menu_id is 'computed from the path: the same in every organisation';

-- An element of a screen by its permission code: its name on the screen, or taken off the screen for everybody.
create table element (
  oid bigint not null,
  element_id bigint,
  menu_id bigint not null,
  path text not null,
  code text not null,
  name text,
  hidden boolean not null default false,
  primary key (oid, element_id),
  constraint element__duplicate unique (oid, path, code),
  foreign key (oid) references organisation
);
comment on column element.element_id is 'computed from path and code';

-- The view password of a store: members' records open there only to those who know it.
create table view_password (
  oid bigint not null,
  hid bigint,
  password_hash text not null,
  changed_at timestamptz not null default app_now(),
  primary key (oid, hid),
  foreign key (oid, hid) references store on delete cascade
);

-- Wrong tries of a person; the fifth locks for 15 minutes.
create table view_password_try (
  oid bigint not null,
  ctid_ bigint,
  failures int not null default 0,
  last_at timestamptz not null default now(),
  locked_until timestamptz,
  primary key (oid, ctid_),
  foreign key (oid, ctid_) references contact
);

-- A browser in which an account has logged in, known by a token of its own for 90 days: strangers cannot lock it out.
create table login_device (
  oid bigint not null,
  device_hash text,
  uid bigint,
  expires_at timestamptz not null default (now() + '90 days'::interval),
  primary key (oid, device_hash, uid),
  foreign key (oid, uid) references account on delete cascade
);
create index login_device__by_account on login_device (oid, uid);
create index login_device__by_hash on login_device (device_hash);

-- What a person pinned in the menu, wherever they log in: it goes with the account.
create table account_stars (
  oid bigint not null,
  uid bigint,
  paths text[] not null,
  constraint account_stars__most check (cardinality(paths) <= 7),
  primary key (oid, uid),
  foreign key (oid, uid) references account on delete cascade
);

-- Keys of tables before, whose target stands in this file.
alter table balance_record add foreign key (oid, ctid_) references contact;
