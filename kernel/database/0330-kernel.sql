-- When somebody last opened what: a reading leaves one line in the audit per person and record in ten minutes, whichever server they ask. A screen that
-- only refreshes itself says so; what it shows is covered by the line of its opening for half a day, and without one leaves a line like any other.
create table reading (
  oid bigint not null,
  ctid_ bigint not null,
  what text not null,
  at timestamptz not null,
  primary key (oid, ctid_, what)
);
comment on column reading.what is 'the call and the member''s number; of many the call and a hash of the filter; of a file the call and its request';

-- Answers which of the readings left a line, counted from 0. One transaction id is drawn before the first number: the seal counts on it.
drop function audit_reads(jsonb);
create function audit_reads(reads jsonb) returns int[] language sql security definer set search_path = public as $$
  select pg_current_xact_id();
  with asked as (
    select distinct on (oid, ctid, what) r.nth, r.oid, coalesce(r.at, now()) moment, r.hid, r.ctid, r.request, r.endpoint, r.pid, r.many, r.what, coalesce(r.refetch, false) again
    from jsonb_to_recordset(reads) r(nth int, oid bigint, at timestamptz, hid bigint, ctid bigint, request text, endpoint text, pid bigint, many jsonb, what text, refetch boolean)
    order by oid, ctid, what, coalesce(r.refetch, false), moment
  ), opened as (
    insert into reading as o (oid, ctid_, what, at) select oid, ctid, what, moment from asked where not again
    on conflict (oid, ctid_, what) do update set at = excluded.at where excluded.at >= o.at + interval '10 minutes' returning oid, ctid_, what
  ), refreshed as (
    insert into reading as o (oid, ctid_, what, at) select oid, ctid, what, moment from asked where again
    on conflict (oid, ctid_, what) do update set at = excluded.at where excluded.at >= o.at + interval '12 hours' returning oid, ctid_, what
  ), noted as (
    select a.* from asked a join (select * from opened union all select * from refreshed) n on n.oid = a.oid and n.ctid_ = a.ctid and n.what = a.what
  ), lines as (
    insert into audit (oid, at, hid, ctid_, request, action, tbl, row_id, pid, after)
    select oid, moment, hid, ctid, request, 'read', endpoint, pid, pid, many from noted
  )
  select coalesce(array_agg(nth), '{}') from noted
$$;

-- What was opened before yesterday covers nothing any more.
create function reading_forget() returns void language sql security definer set search_path = public as $$
  delete from reading where oid = current_setting('app.oid')::bigint and at < now() - interval '1 day'
$$;
