-- The wall, applied after the migrations and safe to apply again: every table with an oid is forced behind row level security,
-- gets its default, its grants and its change audit. What differs from the rule stands in the two lists below, with its reason.
do $wall$
declare
  t record;
  owner_name text := current_user;
  app_role text := :'app_role';
  -- Kept only by adding: no update or delete is granted, so nobody can rewrite them, whatever the code says.
  append_only text[] := array['audit', 'ledger_entry', 'ledger_line', 'move_history', 'import_row', 'bill_payment', 'refund', 'refund_item', 'refund_payment', 'charge_bill', 'login_log', 'password_history', 'record_version', 'balance_record', 'audit_seal',
    'consent_text', 'patient_merge_row',
    'recommend_reward', 'lottery_draw', 'package_record'];
  -- Have a store, yet belong to the whole chain: a member and the clinical record follow the person from store to store.
  shared_in_chain text[] := array['store', 'patient', 'patient_source', 'patient_count', 'others_info', 'audit', 'ledger_entry', 'exam_visual', 'exam_refraction', 'exam_pd', 'exam_bio_meter', 'exam_iop',
    'exam_height_weight', 'prescription', 'prescription_line', 'ecase', 'record_version', 'account', 'contact', 'contact_store', 'product', 'supplier', 'import_batch', 'level', 'master_item', 'store_option', 'charge_bill', 'balance_record', 'message',
    'patient_card', 'potential_follow', 'consultation', 'consent', 'patient_merge', 'eye_book', 'eg_patient',
    'gift_order', 'recommend_reward', 'receive_record', 'lottery_draw', 'member_package', 'package_record', 'fee_group'];
  -- Written by the kernel's own means, or too noisy to audit line by line.
  unaudited text[] := array['audit', 'audit_seal', 'ledger_account', 'ledger_entry', 'ledger_line', 'move_history', 'idempotency', 'import_row', 'running_number', 'patient_count', 'session', 'login_log', 'password_history', 'login_guard', 'bill_payment', 'refund_item', 'refund_payment', 'sms', 'message'];
  -- Which role holds what and who works where are rows of three keys, and yet what an audit is asked for first: kept under the second key.
  links text[] := array['role_permission', 'contact_store'];
  scope text;
  has_hid boolean;
  has_pid boolean;
  key_column text;
begin
  execute format('grant usage on schema public to %I', app_role);
  for t in
    select c.oid as rel, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') order by 1
  loop
    continue when not exists (select 1 from pg_attribute a where a.attrelid = t.rel and a.attname = 'oid' and a.attnum > 0);
    has_hid := exists (select 1 from pg_attribute a where a.attrelid = t.rel and a.attname = 'hid' and a.attnum > 0 and not a.attisdropped);
    has_pid := exists (select 1 from pg_attribute a where a.attrelid = t.rel and a.attname = 'pid' and a.attnum > 0 and not a.attisdropped);
    select a.attname into key_column from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[1]
      where i.indrelid = t.rel and i.indisprimary and (i.indnkeyatts = 2 or t.name = any (links));
    scope := 'oid = current_setting(''app.oid'')::bigint';
    if has_hid and not t.name = any (shared_in_chain) then
      scope := scope || ' and hid = any (current_setting(''app.hids'')::bigint[])';
    end if;
    execute format('alter table %I enable row level security', t.name);
    execute format('alter table %I force row level security', t.name);
    execute format('alter table %I alter column oid set default current_setting(''app.oid'')::bigint', t.name);
    execute format('drop policy if exists wall on %I', t.name);
    execute format('create policy wall on %I to %I using (%s) with check (%s)', t.name, app_role, scope, scope);
    -- The owner runs migrations and the security-definer functions, each of which checks the tenant itself.
    execute format('drop policy if exists owner on %I', t.name);
    execute format('create policy owner on %I to %I using (true) with check (true)', t.name, owner_name);
    execute format('revoke all on %I from %I', t.name, app_role);
    execute format('grant select, insert on %I to %I', t.name, app_role);
    if not t.name = any (append_only) then
      execute format('grant update, delete on %I to %I', t.name, app_role);
    end if;
    execute format('drop trigger if exists audit_change on %I', t.name);
    if not t.name = any (unaudited) and key_column is not null then
      execute format('create trigger audit_change after insert or update or delete on %I for each row execute function audit_change(%L, %L)',
        t.name, key_column, case when has_pid then 'pid' else '' end);
    end if;
  end loop;
  -- Balances are the trigger's business alone.
  execute format('revoke update, delete on ledger_account from %I', app_role);
  execute format('grant update (floor) on ledger_account to %I', app_role);
  execute format('grant usage on all sequences in schema public to %I', app_role);
  execute format('grant select on machine_step to %I', app_role);
end $wall$;
