-- What an import changed of a member whose personal facts are erased goes with them: it holds the facts as they were before and after.
create or replace function import_forget(pid_ bigint) returns void language sql security definer set search_path = public as $$
  delete from import_row r
  where r.oid = current_setting('app.oid')::bigint and r.tbl = 'patient' and r.row_id = pid_ and r.before is not null
$$;
