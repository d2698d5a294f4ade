-- What people answered to a message.
create table sms_reply (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  no text not null,
  mobile text not null,
  text text not null,
  at timestamptz not null default app_now(),
  primary key (oid, id),
  foreign key (oid) references organisation,
  foreign key (oid, hid) references store,
  constraint sms_reply__once unique (oid, no)
);
create index sms_reply__by_number on sms_reply (oid, mobile, at desc);
create index sms_reply__by_store on sms_reply (oid, hid, at desc);
