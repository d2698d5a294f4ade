-- The audit under seal: closed ranges of audit rows, hashed and chained per organisation by a job. Writers never wait for it, as the rows are
-- hashed after they are committed; `npm run verify` computes everything again and names a row that was changed, added or taken away.

create table audit_seal (
  oid bigint not null,
  seal_no int not null,
  last_id bigint not null,
  rows int not null constraint audit_seal__rows check (rows > 0),
  sealed_at timestamptz not null default now(),
  row_ids bigint[] not null,
  row_hashes bytea not null,
  previous bytea not null,
  hash bytea not null,
  primary key (oid, seal_no),
  constraint audit_seal__follows unique (oid, last_id)
);
comment on table audit_seal is 'hash = sha256(previous, row_hashes): one chain per organisation, empty before the first seal';
comment on column audit_seal.last_id is 'every audit row of the organisation up to here, after the former seal''s';
comment on column audit_seal.row_hashes is 'sha256 of each row in order of row_ids, 32 bytes each, so that a changed row can be named';

-- What is hashed of a row: every column, times as microseconds so that no setting changes them.
create function audit_row_hash(a audit) returns bytea language sql stable set search_path = public as $$
  select sha256(convert_to(jsonb_build_array(a.oid, a.audit_id, (extract(epoch from a.at) * 1000000)::bigint, a.hid, a.ctid_, a.request, a.action, a.tbl, a.row_id, a.pid, a.before, a.after)::text, 'UTF8'))
$$;

/*
 * Seals the organisation's rows that are there now; answers how many. A row with a smaller number may still be uncommitted: the number is drawn
 * after its transaction has an id, so once every transaction known at the highest number has ended, nothing can slip in below it. When one of them
 * lasts longer than `patience`, nothing is sealed this time.
 */
create function audit_seal(patience interval default '5 seconds', block int default 5000) returns int language plpgsql security definer set search_path = public as $$
declare
  mine bigint := current_setting('app.oid')::bigint;
  highest bigint;
  horizon bigint;
  former audit_seal;
  ids bigint[];
  hashes bytea;
  sealed int := 0;
  until_ timestamptz := clock_timestamp() + patience;
begin
  perform pg_advisory_xact_lock(7204136, mine::int);
  select max(audit_id) into highest from audit where oid = mine;
  select pg_snapshot_xmax(pg_current_snapshot())::text::bigint into horizon;
  while pg_snapshot_xmin(pg_current_snapshot())::text::bigint < horizon loop
    if clock_timestamp() > until_ then return 0; end if;
    perform pg_sleep(0.02);
  end loop;
  loop
    select * into former from audit_seal where oid = mine order by seal_no desc limit 1;
    select array_agg(audit_id order by audit_id), string_agg(h, ''::bytea order by audit_id) into ids, hashes from (
      select audit_id, audit_row_hash(a) h from audit a
      where oid = mine and audit_id > coalesce(former.last_id, 0) and audit_id <= highest order by audit_id limit block) r;
    exit when ids is null;
    insert into audit_seal (oid, seal_no, last_id, rows, row_ids, row_hashes, previous, hash)
    values (mine, coalesce(former.seal_no, 0) + 1, ids[cardinality(ids)], cardinality(ids), ids, hashes, coalesce(former.hash, ''::bytea), sha256(coalesce(former.hash, ''::bytea) || hashes));
    sealed := sealed + cardinality(ids);
  end loop;
  return sealed;
end $$;

-- As before, but the transaction has its id before the first number is drawn: the seal counts on it.
create or replace function audit_reads(reads jsonb) returns void language sql security definer set search_path = public as $$
  select pg_current_xact_id();
  insert into audit (oid, at, hid, ctid_, request, action, tbl, row_id, pid)
  select r.oid, coalesce(r.at, now()), r.hid, r.ctid, r.request, 'read', r.endpoint, r.pid, r.pid
  from jsonb_to_recordset(reads) r(oid bigint, at timestamptz, hid bigint, ctid bigint, request text, endpoint text, pid bigint)
$$;
