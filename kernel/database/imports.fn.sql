-- Rows of a table that other rows point to, and the table that does: an import is taken back only while nobody has used its rows. The
-- foreign keys of the catalog are read, so new tables are covered. Rows deleted by cascade and rows of the same import do not count. The
-- tenant is checked here, because rows of stores the caller may not see count too.
create or replace function rows_in_use(table_ text, ids bigint[], import_ bigint default null)
  returns table (row_id bigint, used_by text)
  language plpgsql stable security definer
  set search_path = public as $$
declare
  mine bigint := current_setting('app.oid')::bigint;
  fk record;
begin
  for fk in
    select r.relname as tbl, a.attname as col,
      (
        select k.attname
        from pg_index i
        join pg_attribute k on k.attrelid = i.indrelid and k.attnum = i.indkey[1]
        where i.indrelid = c.conrelid and i.indisprimary and i.indnkeyatts = 2
      ) as key
    from pg_constraint c join pg_class r on r.oid = c.conrelid join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
    where c.contype = 'f' and c.confdeltype <> 'c' and array_length(c.conkey, 1) = 2 and c.confrelid = to_regclass(quote_ident(table_))
  loop
    return query execute format('select distinct t.%1$I, %2$L from %2$I t where t.oid = $1 and t.%1$I = any ($2)', fk.col, fk.tbl)
      || case when import_ is null or fk.key is null then '' else
        format(
          ' and not exists (select 1 from import_row r where r.oid = $1 and r.import_id = $3 and r.tbl = %L and r.row_id = t.%I)',
            fk.tbl, fk.key
        ) end
      using mine, ids, import_;
  end loop;
end $$;
