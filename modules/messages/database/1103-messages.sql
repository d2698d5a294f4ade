-- Baseline of messages: its tables as decision 1101 found them. A landed file is never edited; what changes a table is a new one.

create table sms (
  oid bigint not null,
  sms_id bigint generated always as identity,
  hid bigint not null,
  mobile text not null,
  template text not null,
  text text not null,
  params jsonb,
  purpose text not null,
  status int not null default 0,
  pieces int not null,
  cost bigint not null default 0,
  entry_id bigint,
  receipt text,
  reason text,
  pid bigint,
  ctid_ bigint default app_ctid(),
  created_at timestamptz not null default app_now(),
  sent_at timestamptz,
  delivered_at timestamptz,
  constraint sms__purpose check (purpose in ('code', 'notice', 'marketing')),
  constraint sms__status check (status between 0 and 4),
  constraint sms__pieces check (pieces > 0),
  constraint sms__cost check (cost >= 0),
  primary key (oid, sms_id),
  foreign key (oid) references organisation,
  foreign key (oid, hid) references store,
  foreign key (oid, entry_id) references ledger_entry
);
comment on column sms.params is 'what the template is filled with; null for codes, which are secrets';
comment on column sms.status is '0 待发送, 1 已提交 (taken by the provider), 2 已送达, 3 失败, 4 余额不足 (kept, not sent)';
comment on column sms.pieces is 'pieces the operator counts: 70 characters in one, else 67 in each';
comment on column sms.cost is 'fen, by the list price when it was queued; 0 for codes, which the platform pays';
create index sms__by_store on sms (oid, hid, sms_id desc);
create index sms__by_member on sms (oid, pid);
create index sms__by_entry on sms (oid, entry_id);
create index sms__awaiting on sms (oid, sms_id) where status = 1;

create table message (
  oid bigint not null,
  message_id bigint generated always as identity,
  hid bigint not null,
  pid bigint not null,
  inbound boolean not null default false,
  text text not null,
  open_id text,
  status int not null default 0,
  reason text,
  read_at timestamptz,
  ctid_ bigint default app_ctid(),
  created_at timestamptz not null default app_now(),
  -- What a message says where the member may not be written to freely, and the number it goes to when WeChat does not take it.
  notice jsonb,
  -- What a member did without writing: it opens another, shorter time for answers than a message does.
  event text,
  sms_id bigint,
  primary key (oid, message_id),
  foreign key (oid) references organisation,
  foreign key (oid, hid) references store,
  constraint message__notice check (
    notice is null or (jsonb_typeof(notice) = 'object' and notice ? 'template' and notice ? 'params' and not inbound)
  ),
  constraint message__event check (event is null or event in ('follow', 'leave', 'menu', 'scan') and inbound),
  constraint message__sms_once unique (oid, sms_id),
  constraint message__status check (status between 0 and 4),
  foreign key (oid, sms_id) references sms,
  constraint message__sms check ((status = 3) = (sms_id is not null) and not (inbound and sms_id is not null))
);
comment on column message.inbound is 'true: from the member; false: from the clinic';
comment on column message.status is '0 发送中, 1 已发送, 2 失败, 3 已改发短信 (sms_id), 4 待发短信 (until the quiet hours end)';
comment on column message.notice is 'of a reminder: template, params, and mobile where an SMS follows when WeChat refuses';
comment on column message.event is 'of what came in: follow, leave, menu, scan; nothing where the member wrote';
create index message__by_member on message (oid, pid, message_id desc);
create index message__unread on message (oid, hid) where inbound and read_at is null;
create index message__by_store on message (oid, hid, message_id desc);
create index message__awaiting_sms on message (oid, hid, message_id) where status = 4;

-- What a member sent that is no text: told by a number, fetched from WeChat by a job, kept as a file.
create table message_media (
  oid bigint not null,
  message_id bigint,
  hid bigint not null,
  pid bigint not null,
  kind text not null,
  media_id text not null,
  status int not null default 0,
  tries int not null default 0,
  reason text,
  sha256 text,
  size int,
  mime text,
  at timestamptz not null default app_now(),
  constraint message_media__kind check (kind in ('picture', 'voice')),
  constraint message_media__status check (status between 0 and 2),
  constraint message_media__tries check (tries >= 0),
  constraint message_media__sha256 check (sha256 ~ '^[0-9a-f]{64}$'),
  constraint message_media__size check (size > 0),
  constraint message_media__kept check (
    (status = 1) = (sha256 is not null) and (sha256 is null) = (size is null) and (sha256 is null) = (mime is null)
  ),
  constraint message_media__lost check ((status = 2) = (reason is not null)),
  primary key (oid, message_id),
  foreign key (oid) references organisation,
  foreign key (oid, message_id) references message,
  foreign key (oid, hid) references store
);
comment on table message_media is 'picture or voice of a message of a member';
comment on column message_media.media_id is 'the number WeChat gives it out under for three days';
comment on column message_media.status is '0 获取中, 1 已保存, 2 无法获取 (with the reason)';
create index message_media__by_member on message_media (oid, pid);
create index message_media__by_store on message_media (oid, hid);
create index message_media__waiting on message_media (oid, at) where status = 0;
