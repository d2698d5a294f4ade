-- A signed record changes only by an amendment with a reason, which counts the version up and keeps the former version. A record that left
-- the draft is never deleted. The pictures of an examination are deleted with it.
create or replace function record_kept() returns trigger language plpgsql security definer set search_path = public as $$
declare was jsonb := to_jsonb(old);
begin
  if tg_op = 'DELETE' then
    -- A draft, or what an import wrote and nobody has touched since, when the import is taken back.
    if old.status <> 0
      and (was ->> 'import_id' is null or old.version <> 0)
        then raise exception 'submitted records are voided, not deleted' using errcode = '23514',
        constraint = tg_table_name
        || '__locked'; end if;
    perform set_config('app.exam_goes', 'on', true);
    delete from exam_image where oid = old.oid and tbl = tg_table_name and exam_id = (was ->> tg_argv[0])::bigint;
    perform set_config('app.exam_goes', '', true);
    return old;
  end if;
  if only_merging(was, to_jsonb(new)) then return new; end if;
  if old.status = 9 or (old.status = 2 and (new.version <> old.version + 1 or coalesce(btrim(new.change_reason), '') = '')) then
    raise exception 'signed and void records do not change' using errcode = '23514', constraint = tg_table_name || '__locked';
  end if;
  if old.status = 2 then
    insert into record_version (oid, hid, pid, tbl, row_id, version, data, reason)
    values (old.oid, old.hid, old.pid, tg_table_name, (was ->> tg_argv[0])::bigint, old.version, was, new.change_reason);
  end if;
  new.updated_at := app_now();
  new.updated_by := app_ctid();
  return new;
end $$;

-- Whether an examination is still a draft. Pictures of any other examination do not change.
create or replace function exam_is_draft(tbl text, exam_id bigint) returns boolean language plpgsql stable set search_path = public as $$
declare its int;
begin
  execute format('select status from %I where oid = current_setting(''app.oid'')::bigint and id = $1', tbl) into its using exam_id;
  return its is not distinct from 0;
end $$;
