-- Who a number or a WeChat was proven to belong to, until the person says which member they are: ten minutes, once.
create table member_login (
  token_hash text,
  mobile text,
  open_id text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '10 minutes',
  used_at timestamptz,
  constraint member_login__proven check (num_nonnulls(mobile, open_id) = 1),
  primary key (token_hash)
);
create index member_login__by_age on member_login (created_at);

-- Sessions of members on their own phones. Nothing of the staff's sessions is shared with them.
create table member_session (
  oid bigint not null,
  id bigint generated always as identity,
  pid bigint not null,
  hid bigint not null,
  token_hash text not null,
  mobile text,
  open_id text,
  address text,
  agent text,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '30 days',
  ended text,
  ended_at timestamptz,
  constraint member_session__proven check (num_nonnulls(mobile, open_id) = 1),
  constraint member_session__ended check (ended in ('logout', 'withdrawn', 'changed')),
  constraint member_session__token unique (token_hash),
  primary key (oid, id),
  foreign key (oid, pid) references patient on delete cascade,
  foreign key (oid, hid) references store
);
comment on column member_session.ended is 'logout by the person, withdrawn with the consent, changed: number, WeChat or record are not what was proven';
create index member_session__by_member on member_session (oid, pid) where ended is null;
create index member_session__by_store on member_session (oid, hid);
create index member_session__by_mobile on member_session (mobile) where ended is null;

-- What members ask of the house about their data (PIPL 2021, articles 44 to 50): to be erased, or corrected.
create table member_request (
  oid bigint not null,
  id bigint generated always as identity,
  pid bigint not null,
  hid bigint not null,
  kind int not null,
  words text,
  status int not null default 0,
  version int not null default 0,
  at timestamptz not null default app_now(),
  done_at timestamptz,
  done_by bigint,
  answer text,
  constraint member_request__kind check (kind in (1, 2)),
  constraint member_request__status check (status in (0, 1, 2)),
  primary key (oid, id),
  foreign key (oid, pid) references patient,
  foreign key (oid, hid) references store,
  foreign key (oid, done_by) references contact
);
comment on column member_request.kind is '1 erase, 2 correct';
comment on column member_request.status is '0 waits for the clinic, 1 answered, 2 taken back by the member';
create unique index member_request__open on member_request (oid, pid, kind) where status = 0;
create index member_request__by_member on member_request (oid, pid, id desc);
create index member_request__by_store on member_request (oid, hid, status, id desc);
create index member_request__by_person on member_request (oid, done_by);
