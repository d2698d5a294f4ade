-- What was spent on a channel members come by: the cost beside what they pay.
create table channel_cost (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  source_id bigint not null,
  day date not null,
  amount bigint not null constraint channel_cost__amount check (amount between 0 and 1000000000),
  note text,
  version integer not null default 0,
  primary key (oid, id),
  foreign key (oid, hid) references store,
  foreign key (oid, source_id) references patient_source
);
comment on column channel_cost.amount is 'fen';
create index channel_cost__by_store on channel_cost (oid, hid, day desc, id desc);
create index channel_cost__by_source on channel_cost (oid, source_id);
