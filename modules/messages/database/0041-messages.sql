-- Messages: SMS with their delivery and cost, and the conversation with members over WeChat.

create table sms (
  oid bigint not null references organisation,
  sms_id bigint generated always as identity,
  hid bigint not null,
  mobile text not null,
  template text not null,
  text text not null,
  params jsonb,
  purpose text not null constraint sms__purpose check (purpose in ('code', 'notice', 'marketing')),
  status int not null default 0 constraint sms__status check (status between 0 and 4),
  pieces int not null constraint sms__pieces check (pieces > 0),
  cost bigint not null default 0 constraint sms__cost check (cost >= 0),
  entry_id bigint,
  receipt text,
  reason text,
  pid bigint,
  ctid_ bigint default app_ctid(),
  created_at timestamptz not null default app_now(),
  sent_at timestamptz,
  delivered_at timestamptz,
  primary key (oid, sms_id),
  foreign key (oid, hid) references store,
  foreign key (oid, pid) references patient,
  foreign key (oid, entry_id) references ledger_entry
);
create index sms__by_store on sms (oid, hid, sms_id desc);
create index sms__by_member on sms (oid, pid);
create index sms__by_entry on sms (oid, entry_id);
create index sms__awaiting on sms (oid, sms_id) where status = 1;
comment on column sms.status is '0 待发送, 1 已提交 (taken by the provider), 2 已送达, 3 失败, 4 余额不足 (kept, not sent)';
comment on column sms.params is 'what the template is filled with; null for codes, which are secrets';
comment on column sms.pieces is 'pieces the operator counts: 70 characters in one, else 67 in each';
comment on column sms.cost is 'fen, by the list price when it was queued; 0 for codes, which the platform pays';

create table message (
  oid bigint not null references organisation,
  message_id bigint generated always as identity,
  hid bigint not null,
  pid bigint not null,
  inbound boolean not null default false,
  text text not null,
  open_id text,
  status int not null default 0 constraint message__status check (status between 0 and 2),
  reason text,
  read_at timestamptz,
  ctid_ bigint default app_ctid(),
  created_at timestamptz not null default app_now(),
  primary key (oid, message_id),
  foreign key (oid, hid) references store,
  foreign key (oid, pid) references patient
);
create index message__by_member on message (oid, pid, message_id desc);
create index message__unread on message (oid, hid) where inbound and read_at is null;
create index message__by_store on message (oid, hid, message_id desc);
comment on column message.inbound is 'true: from the member; false: from the clinic';
comment on column message.status is '0 发送中, 1 已发送, 2 失败';
