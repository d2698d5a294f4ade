-- How many rows point to the given rows, by every foreign key of the catalog. Runs as the caller, so behind the wall.
create or replace function row_uses(target regclass, ids bigint[]) returns table (id bigint, n bigint) language plpgsql stable as $$
declare
  k record;
begin
  for k in
    select c.conrelid::regclass as tbl, a.attname as col
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
    where c.contype = 'f' and c.confrelid = target and cardinality(c.conkey) = 2
  loop
    return query execute format(
      'select %I::bigint, count(*) from %s where oid = current_setting(''app.oid'')::bigint and %I = any ($1) group by 1',
        k.col, k.tbl, k.col
    ) using ids;
  end loop;
end $$;
