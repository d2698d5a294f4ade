-- What a member sent that is no text: told by a number, fetched from WeChat by a job, kept as a file.
create table message_media (
  oid bigint not null references organisation,
  message_id bigint not null,
  hid bigint not null,
  pid bigint not null,
  kind text not null constraint message_media__kind check (kind in ('picture', 'voice')),
  media_id text not null,
  status int not null default 0 constraint message_media__status check (status between 0 and 2),
  tries int not null default 0 constraint message_media__tries check (tries >= 0),
  reason text,
  sha256 text constraint message_media__sha256 check (sha256 ~ '^[0-9a-f]{64}$'),
  size int constraint message_media__size check (size > 0),
  mime text,
  at timestamptz not null default app_now(),
  primary key (oid, message_id),
  foreign key (oid, message_id) references message,
  foreign key (oid, hid) references store,
  foreign key (oid, pid) references patient,
  constraint message_media__kept check ((status = 1) = (sha256 is not null) and (sha256 is null) = (size is null) and (sha256 is null) = (mime is null)),
  constraint message_media__lost check ((status = 2) = (reason is not null))
);
create index message_media__by_member on message_media (oid, pid);
create index message_media__by_store on message_media (oid, hid);
create index message_media__waiting on message_media (oid, at) where status = 0;
comment on table message_media is 'picture or voice of a message of a member';
comment on column message_media.media_id is 'the number WeChat gives it out under for three days';
comment on column message_media.status is '0 获取中, 1 已保存, 2 无法获取 (with the reason)';

-- A message WeChat takes no more goes by SMS: that one and no other; in the quiet hours it waits for their end.
alter table message drop constraint message__status;
alter table message
  add constraint message__status check (status between 0 and 4),
  add column sms_id bigint,
  add foreign key (oid, sms_id) references sms,
  add constraint message__sms_once unique (oid, sms_id),
  add constraint message__sms check ((status = 3) = (sms_id is not null) and not (inbound and sms_id is not null));
create index message__awaiting_sms on message (oid, hid, message_id) where status = 4;
comment on column message.status is '0 发送中, 1 已发送, 2 失败, 3 已改发短信 (sms_id), 4 待发短信 (until the quiet hours end)';
