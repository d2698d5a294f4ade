-- Hash of an audit row over every column. Times are hashed as microseconds, so that no setting changes them.
create or replace function audit_row_hash(a audit) returns bytea language sql stable set search_path = public as $$
  select sha256(
    convert_to(
      jsonb_build_array(
        a.oid, a.audit_id, (extract(epoch from a.at) * 1000000)::bigint, a.hid, a.ctid_, a.request, a.action, a.tbl, a.row_id,
          a.pid, a.before, a.after
      )::text,
        'UTF8'
    )
  )
$$;

-- Seals the audit rows the organisation has now and returns their number. A row with a smaller number may still be uncommitted, because the
-- number is drawn after its transaction has an id. So the function waits until every transaction that was open at the highest number has
-- ended. It seals nothing this time when one lasts longer than `patience`.
create or replace function audit_seal(patience interval default '5 seconds', block int default 5000)
  returns int
  language plpgsql security definer
  set search_path = public as $$
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
    values (
      mine, coalesce(former.seal_no, 0) + 1, ids[cardinality(ids)], cardinality(ids), ids, hashes,
        coalesce(former.hash, ''::bytea), sha256(coalesce(former.hash, ''::bytea) || hashes)
    );
    sealed := sealed + cardinality(ids);
  end loop;
  return sealed;
end $$;
