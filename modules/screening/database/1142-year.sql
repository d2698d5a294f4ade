-- Year changes and leaving cohorts: what was before, so that each can be taken back.
alter table school_class add column graduated_at timestamptz;
comment on column school_class.graduated_at is 'the class left by the toggle of its school (R133), which can bring it back until somebody is moved';
alter table school_move add column graduate_before int not null default 0;

-- Runs that make members of students or write results into their records, with how far they are.
create table sync_run (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  kind int not null,
  total int not null,
  done int not null default 0,
  created int not null default 0,
  linked int not null default 0,
  refused jsonb not null default '[]',
  at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  finished_at timestamptz,
  primary key (oid, id),
  constraint sync_run__kind check (kind in (1, 2)),
  foreign key (oid, hid) references store,
  foreign key (oid, ctid_) references contact
);
comment on column sync_run.kind is '1 members of students, 2 results into examinations';
create index sync_run__by_store on sync_run (oid, hid, id desc);
create index sync_run__by_person on sync_run (oid, ctid_);

-- A picture that was read: what the page of results is asked with, five times within five minutes.
create table picture_pass (
  ticket_hash text not null,
  tries int not null default 0,
  expires_at timestamptz not null default now() + interval '5 minutes',
  primary key (ticket_hash)
);
