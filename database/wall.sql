-- The wall, applied after the migrations and safe to apply again: every table with an oid is forced behind row level security,
-- gets its default, its grants and its change audit, as its module declares it (contract/tables.ts, gathered in tables.gen.json).
do $wall$
declare
  t record;
  declared jsonb := :'tables';
  own jsonb;
  owner_name text := current_user;
  app_role text := :'app_role';
  member_role text := :'member_role';
  -- By table: which rows are a member's own, where the table or a parent of its rows names one.
  members jsonb := '{}';
  links jsonb;
  link record;
  member_scope text;
  scope text;
  has_pid boolean;
  key_column text;
  paper record;
  personal text;
begin
  execute format('grant usage on schema public to %I, %I', app_role, member_role);
  select coalesce(jsonb_object_agg(c.relname, 'pid = any (current_setting(''app.pids'')::bigint[])'), '{}') into members
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'pid' and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and declared #>> array[c.relname, 'wall'] <> 'product';
  -- A row without a member of its own belongs to whom the rows it hangs on belong to. Three generations.
  for i in 1..3 loop
    links := '{}';
    for link in
      select c.relname name,
        string_agg(format('exists (select 1 from %I parent where %s)', f.relname, (
          select string_agg(format('parent.%I = %I.%I', b.attname, c.relname, a.attname), ' and ')
          from unnest(k.conkey, k.confkey) pair (own, other)
          join pg_attribute a on a.attrelid = c.oid and a.attnum = pair.own
          join pg_attribute b on b.attrelid = f.oid and b.attnum = pair.other)), ' and ' order by k.conname) condition
      from pg_constraint k
      join pg_class c on c.oid = k.conrelid
      join pg_class f on f.oid = k.confrelid
      where k.contype = 'f'
        and c.relnamespace = 'public'::regnamespace
        and c.oid <> f.oid
        and members ? f.relname
        and not members ? c.relname
        and declared #> array[c.relname, 'member'] is null
        and not exists (select 1 from unnest(k.conkey) n join pg_attribute a on a.attrelid = c.oid and a.attnum = n where not a.attnotnull)
      group by c.relname
    loop
      links := links || jsonb_build_object(link.name, link.condition);
    end loop;
    members := members || links;
  end loop;
  for t in
    select c.oid as rel, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') order by 1
  loop
    own := declared -> t.name;
    if own is null then
      raise exception 'table % is not declared: give it a line in the contract/tables.ts of its module and run npm run gen', t.name;
    end if;
    continue when own ->> 'wall' = 'product';
    has_pid := exists (select 1 from pg_attribute a where a.attrelid = t.rel and a.attname = 'pid' and a.attnum > 0 and not a.attisdropped);
    select a.attname into key_column from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[1]
      where i.indrelid = t.rel and i.indisprimary;
    scope := 'oid = current_setting(''app.oid'')::bigint';
    if own ->> 'wall' = 'store' then
      scope := scope || ' and hid = any (current_setting(''app.hids'')::bigint[])';
    end if;
    execute format('alter table %I enable row level security', t.name);
    execute format('alter table %I force row level security', t.name);
    execute format('alter table %I alter column oid set default current_setting(''app.oid'')::bigint', t.name);
    execute format('drop policy if exists wall on %I', t.name);
    execute format('create policy wall on %I to %I, %I using (%s) with check (%s)', t.name, app_role, member_role, scope, scope);
    -- A member's session sees and writes own rows only, whatever is asked; nothing of tables that are nobody's, unless they say so.
    execute format('drop policy if exists member on %I', t.name);
    execute format('revoke all on %I from %I', t.name, member_role);
    if members ? t.name or own ? 'member' then
      member_scope := coalesce(own #>> '{member,where}', members ->> t.name, 'true');
      -- Rows that are added and not read have no condition to meet but the wall's.
      execute format('create policy member on %I as restrictive to %I using (%s) with check (%s)', t.name, member_role, member_scope,
        case member_scope when 'false' then 'true' else member_scope end);
      execute format('grant select%s on %I to %I', case
        when coalesce(own ->> 'member', '') <> 'writes' and own #> '{member,writes}' is null then ''
        when own ? 'addedOnly' then ', insert'
        else ', insert, update' end, t.name, member_role);
    end if;
    -- The owner runs migrations and the security-definer functions, each of which checks the tenant itself.
    execute format('drop policy if exists owner on %I', t.name);
    execute format('create policy owner on %I to %I using (true) with check (true)', t.name, owner_name);
    execute format('revoke all on %I from %I', t.name, app_role);
    execute format('grant select%s on %I to %I',
      case when own ? 'readOnly' then ''
        when own ? 'addedOnly' then ', insert'
        else ', insert, update, delete' end,
      t.name, app_role);
    execute format('drop trigger if exists audit_change on %I', t.name);
    execute format('drop trigger if exists not_yet on %I', t.name);
    execute format('drop trigger if exists check_moments on %I', t.name);
    if own ? 'happened' then
      execute format('create trigger check_moments before insert or update of %s on %I for each row execute function check_moments(%s)',
        (select string_agg(distinct quote_ident(split_part(moment_, '.', 1)), ', ') from jsonb_object_keys(own -> 'happened') moment_),
        t.name,
        (
          select string_agg(quote_literal(
            key || '=' || value || case when own ? 'books' and value <> 'life' then '=books' else '' end
          ), ', ' order by key)
          from jsonb_each_text(own -> 'happened')
        ));
    end if;
    execute format('drop trigger if exists keep_canonical on %I', t.name);
    if own ? 'canonical' then
      execute format('create trigger keep_canonical before insert or update of %s on %I for each row execute function keep_canonical(%s)',
        (select string_agg(quote_ident(key), ', ' order by key) from jsonb_each_text(own -> 'canonical')), t.name,
        (select string_agg(quote_literal(key || '=' || value), ', ' order by key) from jsonb_each_text(own -> 'canonical')));
    end if;
    execute format('drop trigger if exists keep_approval on %I', t.name);
    if own #> '{approval,by}' is not null then
      execute format('create trigger keep_approval before update on %I for each row execute function paper_approved(%L, %L, %L, %L%s)',
        t.name, key_column,
        (select string_agg(c, ',') from jsonb_array_elements_text(own #> '{approval,by}') c), own #>> '{approval,refusal}',
        (select string_agg(c, ',') from jsonb_array_elements_text(own #> '{approval,frozen}') c),
        coalesce((
          select string_agg(format(', %L', l.key || ':' || (l.value ->> 'key')), '' order by l.key)
          from jsonb_each(own #> '{approval,lines}') l), ''));
    end if;
    for paper in select tgname from pg_trigger where tgrelid = t.rel and tgname like 'note\_author\_%' loop
      execute format('drop trigger %I on %I', paper.tgname, t.name);
    end loop;
    for paper in
      select t.name as name, key_column as key, own #> '{approval,frozen}' as columns where own ? 'approval'
      union all
      select d.key, d.value #>> array['approval', 'lines', t.name, 'key'], d.value #> array['approval', 'lines', t.name, 'columns']
      from jsonb_each(declared) d where d.value #> array['approval', 'lines', t.name] is not null
    loop
      execute format('create trigger %I after insert or update or delete on %I '
        'for each row execute function paper_author_noted(%L, %L, %L)',
        'note_author_' || paper.name, t.name, paper.name, paper.key,
        (select string_agg(c, ',') from jsonb_array_elements_text(paper.columns) c));
    end loop;
    execute format('drop trigger if exists of_its_store on %I', t.name);
    if own ->> 'changedBy' = 'store' then
      execute format('create trigger of_its_store before insert or update or delete on %I for each row execute function of_its_store(%L)',
        t.name, key_column);
    end if;
    execute format('drop trigger if exists ledger_keeps on %I', t.name);
    if own ? 'ledger' then
      execute format('create trigger ledger_keeps before delete on %I for each row execute function ledger_keeps(%L, %L, %L)',
        t.name, own #>> '{ledger,book}', own #>> '{ledger,key}', key_column);
    end if;
    if not own ? 'unaudited' then
      -- Of members only: staff and suppliers are known by their work. What somebody typed about a member may name them too.
      select coalesce(string_agg(who || ':' || columns, ';'), '') into personal from (
        select who, string_agg(distinct column_, ',' order by column_) columns from (
          select who, column_
          from jsonb_each(own -> 'personal') declared_ (who, list), jsonb_array_elements_text(list) column_
          where who = 'pid' or who like '%\_pid' or who = own ->> 'ownKey'
          union all
          select 'pid', a.attname
          from pg_attribute a
          where has_pid
            and a.attrelid = t.rel
            and a.atttypid = 'text'::regtype
            and not a.attisdropped
            and a.attname ~ '(^|_)(note|reason|history|complaint|findings|diagnosis|diagnose|advice|allergy|treatments)$'
        ) named (who, column_)
        group by who
      ) by_member (who, columns);
      execute format('create trigger audit_change after insert or update or delete on %I '
        'for each row execute function audit_change(%L, %L, %L, %L%s)',
        t.name, key_column, case when has_pid then 'pid' else '' end,
        coalesce((select string_agg(column_, ',') from jsonb_array_elements_text(own -> 'secret') column_), ''),
        personal, case when own ? 'ownKey' then format(', %L', own ->> 'ownKey') else '' end);
    end if;
  end loop;
  -- What somebody is owed (a member's money, a batch's pieces) never falls below nought: the accounts of rows have a floor, those of the
  -- outside none.
  execute 'alter table ledger_account drop constraint if exists ledger_account__owed';
  execute format('alter table ledger_account add constraint ledger_account__owed check (floor is not null or key !~ %L)',
    (
      select format('^(%s):', string_agg(distinct d.value #>> '{ledger,key}', '|' order by d.value #>> '{ledger,key}'))
      from jsonb_each(declared) d
      where d.value ? 'ledger'
    ));
  -- Balances are the trigger's business alone. The right to change a floor is what entries lock accounts with; a trigger refuses the
  -- change.
  execute format('revoke insert on ledger_account from %I', app_role);
  execute format('grant insert (book, key, floor), update (floor) on ledger_account to %I', app_role);
  execute format('grant usage on all sequences in schema public to %I', app_role);
  execute format('grant select on machine_step to %I, %I', app_role, member_role);
end $wall$;
