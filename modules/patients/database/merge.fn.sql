-- Columns that point to a member, out of the foreign keys: a table made later is not forgotten. The papers of merging itself stay where
-- they are.
create or replace function patient_references()
  returns table (tbl text, col text, keys text[])
  language sql stable
  set search_path = public as $$
  select r.relname::text, a.attname::text,
    (
      select array_agg(k.attname::text order by x.n)
      from pg_index i, unnest(i.indkey) with ordinality x(num, n)
      join pg_attribute k on k.attrelid = c.conrelid and k.attnum = x.num
      where i.indrelid = c.conrelid and i.indisprimary and k.attname <> 'oid'
    )
  from pg_constraint c join pg_class r on r.oid = c.conrelid join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
  where c.contype = 'f' and array_length(c.conkey, 1) = 2 and c.confrelid = 'patient'::regclass and r.relname <> 'patient_merge'
  order by 1, 2
$$;

-- Rows the other record has for the same time (a treatment) stay where they are when two members are merged, as rows it has already do.
create or replace function patient_move(merge_ bigint, from_ bigint, to_ bigint)
 returns table(tbl text, rows integer)
 language plpgsql security definer set search_path to 'public' as $function$
declare
  mine bigint := current_setting('app.oid')::bigint;
  ref record;
  one record;
  key_ text;
  moved jsonb[];
  n_ int := 0;
  refused text;
  moved_key jsonb;
begin
  perform set_config('app.merging', 'on', true);
  for ref in select * from patient_references() loop
    key_ := (select 'jsonb_build_object(' || string_agg(format('%L, %I', k, k), ', ') || ')' from unnest(ref.keys) k);
    moved := '{}';
    begin
      execute format(
        'with m as (update %I set %I = $3 where oid = $1 and %I = $2 returning %s as key) select coalesce(array_agg(key), ''{}'') from m',
          ref.tbl, ref.col, ref.col, key_
      ) into moved using mine,
        from_, to_;
    exception when unique_violation or check_violation or exclusion_violation then
      get stacked diagnostics refused = constraint_name;
      if refused like '%\_\_locked' then raise; end if;
      moved := '{}';
      for one in execute format('select %s as key from %I where oid = $1 and %I = $2', key_, ref.tbl, ref.col) using mine, from_ loop
        begin
          execute format(
            'update %I t set %I = $3 where oid = $1 and %I = $2 and %s = $4 returning %s', ref.tbl, ref.col, ref.col, key_, key_
          ) into moved_key using mine,
            from_, to_, one.key;
          moved := moved || moved_key;
        exception when unique_violation or check_violation or exclusion_violation then
          null; -- The other has it already.
        end;
      end loop;
    end;
    if cardinality(moved) > 0 then
      insert into patient_merge_row (oid, merge_id, n, tbl, col, key)
      select mine, merge_, n_ + i, ref.tbl, ref.col, moved[i]
      from generate_subscripts(moved, 1) i;
      n_ := n_ + cardinality(moved);
      tbl := ref.tbl; rows := cardinality(moved);
      return next;
    end if;
  end loop;
  perform set_config('app.merging', '', true);
end $function$;

-- What moved goes back a table at a time, as it came: a supplement and the order it supplements name one member at every moment.
create or replace function patient_move_back(merge_ bigint, from_ bigint, to_ bigint)
 returns integer
 language plpgsql security definer set search_path to 'public' as $function$
declare
  mine bigint := current_setting('app.oid')::bigint;
  one record;
  key_ text;
  n_ int;
  back int := 0;
begin
  perform set_config('app.merging', 'on', true);
  for one in
    select m.tbl, m.col, array_agg(m.key) rows_
    from patient_merge_row m
    where m.oid = mine and m.merge_id = merge_
    group by m.tbl, m.col
    order by max(m.n) desc loop
    key_ := (select 'jsonb_build_object(' || string_agg(format('%L, %I', k, k), ', ') || ')' from jsonb_object_keys(one.rows_[1]) k);
    begin
      execute format('update %I set %I = $1 where oid = $2 and %I = $3 and %s = any($4)', one.tbl, one.col, one.col, key_) using to_,
        mine, from_, one.rows_;
      get diagnostics n_ = row_count;
    exception when foreign_key_violation then
      raise exception 'rows of % are followed by rows written since', one.tbl using errcode = '23514',
        constraint = 'patient_merge__merged_used';
    end;
    back := back + n_;
  end loop;
  perform set_config('app.merging', '', true);
  return back;
end $function$;

-- How many rows of which table point to a member.
create or replace function patient_uses(pid_ bigint)
  returns table (tbl text, rows int)
  language plpgsql stable security definer
  set search_path = public as $$
declare ref record;
begin
  -- A member's session counts its own alone.
  if pid_ <> all (coalesce(nullif(current_setting('app.pids', true), '')::bigint[], array[pid_])) then return; end if;
  for ref in
    select r.tbl as t, string_agg(format('%I = $2', r.col), ' or ') as cond
    from patient_references() r
    group by r.tbl
    order by 1 loop
    execute format(
      'select count(*)::int from %I where oid = $1 and (%s)', ref.t, ref.cond
    ) into rows using current_setting('app.oid')::bigint,
      pid_;
    if rows > 0 then tbl := ref.t; return next; end if;
  end loop;
end $$;

-- Everything kept of a member, table by table, for the member who asks for it (PIPL 2021, article 45).
create or replace function patient_everything(pid_ bigint)
  returns table (tbl text, data jsonb)
  language plpgsql stable security definer
  set search_path = public as $$
declare ref record;
begin
  for ref in
    select r.tbl as t, string_agg(format('%I = $2', r.col), ' or ') as cond, (select k from unnest(min(r.keys)) k limit 1) as ord
    from patient_references() r
    where r.tbl <> 'patient'
    group by r.tbl
    union all select 'patient', 'pid = $2', 'pid' order by 1
  loop
    execute format(
      'select jsonb_agg(to_jsonb(t) - ''oid'' - ''bigrams'' - ''phone_tail'' order by %I) from %I t where oid = $1 and (%s)',
        ref.ord, ref.t, ref.cond
    ) into data using current_setting('app.oid')::bigint,
      pid_;
    if data is not null then tbl := ref.t; return next; end if;
  end loop;
end $$;

-- Signed records change whom they belong to only when two records of one person are made one, and parted.
create or replace function only_merging(was jsonb, is_now jsonb) returns boolean language sql stable as $$
  select coalesce(current_setting('app.merging', true), '') = 'on' and was - 'pid' = is_now - 'pid'
$$;
