-- A care message goes over WeChat first, by a template of the store; who reads it is led to a page, by a code of their own.
create table wechat_template (
  oid bigint not null references organisation,
  id bigint generated always as identity,
  hid bigint not null,
  kind text not null,
  number text not null,
  fields jsonb not null,
  status int not null default 0,
  version int not null default 0,
  created_at timestamptz not null default app_now(),
  primary key (oid, id),
  foreign key (oid, hid) references store,
  constraint wechat_template__kind check (
    kind in (
      'recheck', 'booked', 'tomorrow', 'moved', 'called', 'report', 'orderReady', 'orderLate', 'lensDue', 'balance', 'couponGiven', 'couponEnds'
    )
  ),
  constraint wechat_template__number check (number <> ''),
  constraint wechat_template__fields check (jsonb_typeof(fields) = 'array' and jsonb_array_length(fields) between 1 and 8),
  constraint wechat_template__status check (status in (0, 1)),
  constraint wechat_template__kind_taken unique (oid, hid, kind)
);
comment on column wechat_template.number is 'number of the template in the account of the store';
comment on column wechat_template.fields is '[{key, label, text}]: key of the account, what stands before it, the words with variables in braces';
comment on column wechat_template.status is '0 in use, 1 stopped';

alter table marketing_setting add column approve_from int not null default 200;
alter table marketing_setting add constraint marketing_setting__approve_law check (approve_from between 0 and 200);
comment on column marketing_setting.approve_from is 'numbers above which another person approves a task';

alter table marketing_task add column wechat_template_id bigint;
alter table marketing_task add column needs_approval boolean not null default false;
alter table marketing_task add foreign key (oid, wechat_template_id) references wechat_template;
alter table marketing_task drop constraint marketing_task__approval;
alter table marketing_task
  add constraint marketing_task__approval check (status = 0 or approved_by is not null or (people <= 200 and not needs_approval));
-- WeChat forbids advertising in template messages.
alter table marketing_task add constraint marketing_task__wechat_care check (wechat_template_id is null or purpose = 'care');
create index marketing_task__by_template on marketing_task (oid, wechat_template_id);
update marketing_task set needs_approval = true where people > 200;

alter table marketing_recipient add column code text;
alter table marketing_recipient add column opened_at timestamptz;
alter table marketing_recipient add column channel text not null default 'sms';
alter table marketing_recipient add column message_id bigint;
alter table marketing_recipient add foreign key (oid, message_id) references message;
alter table marketing_recipient add constraint marketing_recipient__channel check (channel in ('sms', 'wechat'));
alter table marketing_recipient add constraint marketing_recipient__code unique (code);
create index marketing_recipient__by_message on marketing_recipient (oid, message_id);
comment on column marketing_recipient.code is 'what the link in the message ends in; whoever holds it reads no more than the store and may unsubscribe the number';
comment on column marketing_recipient.channel is 'the way the message goes: wechat until WeChat refuses it, then sms';

-- What WeChat refused goes by SMS: a touch each.
alter table marketing_touch add column message_id bigint;
alter table marketing_touch add foreign key (oid, message_id) references message;
alter table marketing_touch drop constraint marketing_touch__once;
alter table marketing_touch add constraint marketing_touch__once unique (oid, task_id, mobile, channel);
create index marketing_touch__by_message on marketing_touch (oid, message_id);
