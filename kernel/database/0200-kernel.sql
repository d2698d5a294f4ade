-- A key is one person's, in one store, for one call: nobody else's key answers anything. What is kept are answers of a few days.
drop table idempotency;
create table idempotency (
  oid bigint not null,
  hid bigint not null,
  uid bigint not null,
  endpoint text not null,
  key text not null,
  input_hash text not null,
  answer jsonb,
  at timestamptz not null default now(),
  primary key (oid, hid, uid, endpoint, key)
);
create index idempotency__by_age on idempotency (oid, at);
