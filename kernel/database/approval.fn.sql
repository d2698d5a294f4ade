-- Whether somebody set a frozen value of a paper.
create or replace function is_paper_author(tbl_ text, row_ bigint, person bigint) returns boolean
  language sql stable security definer set search_path = public as $$
  select exists (
    select from paper_author a
    where a.oid = current_setting('app.oid')::bigint and a.tbl = tbl_ and a.row_id = row_ and a.ctid_ = person)
$$;

-- Notes who sets, changes or takes away a frozen value of a paper. Arguments, from the wall: the paper's table, the column that names the
-- paper in this table, and the frozen columns. Migrations and jobs without a person are nobody's.
create or replace function paper_author_noted() returns trigger language plpgsql security definer set search_path = public as $$
declare
  is_ jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  paper bigint;
begin
  if app_ctid() is null then return null; end if;
  if tg_op = 'UPDATE' and not exists (
    select from unnest(string_to_array(tg_argv[2], ',')) frozen_ where is_ -> frozen_ is distinct from was -> frozen_
  ) then return null; end if;
  foreach paper in array array[(is_ ->> tg_argv[1])::bigint, (was ->> tg_argv[1])::bigint] loop
    continue when paper is null;
    insert into paper_author (oid, tbl, row_id, ctid_)
    values (coalesce(is_ ->> 'oid', was ->> 'oid')::bigint, tg_argv[0], paper, app_ctid())
    on conflict do nothing;
  end loop;
  return null;
end $$;

-- Refuses an approval by an author, and keeps what is approved. Arguments: the key column of the paper, the columns of its approvers, the
-- refusal, the frozen columns, and of each table of lines `table:column`.
create or replace function paper_approved() returns trigger language plpgsql security definer set search_path = public as $$
declare
  is_ jsonb := to_jsonb(new);
  was jsonb := to_jsonb(old);
  key_ bigint := (to_jsonb(new) ->> tg_argv[0])::bigint;
  column_ text;
  approver bigint;
  frozen_ jsonb;
  lines_ jsonb;
begin
  foreach column_ in array string_to_array(tg_argv[1], ',') loop
    approver := (is_ ->> column_)::bigint;
    continue when approver is null or is_ -> column_ is not distinct from was -> column_;
    if is_paper_author(tg_table_name, key_, approver) then
      raise exception '% % is approved by its author', tg_table_name, key_ using errcode = '23514',
        constraint = tg_table_name || '__' || tg_argv[2], table = tg_table_name;
    end if;
    select jsonb_object_agg(name_, is_ -> name_) into frozen_ from unnest(string_to_array(tg_argv[3], ',')) name_;
    for n in 4 .. tg_nargs - 1 loop
      execute format('select coalesce(jsonb_agg(to_jsonb(l)), ''[]'') from %I l where l.oid = $1 and l.%I = $2',
        split_part(tg_argv[n], ':', 1), split_part(tg_argv[n], ':', 2)) into lines_ using new.oid, key_;
      frozen_ := frozen_ || jsonb_build_object(split_part(tg_argv[n], ':', 1), lines_);
    end loop;
    insert into paper_approval (oid, tbl, row_id, ctid_, frozen) values (new.oid, tg_table_name, key_, approver, frozen_);
  end loop;
  return new;
end $$;
