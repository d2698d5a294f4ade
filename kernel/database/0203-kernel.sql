-- What the ledger speaks of is never deleted: the wall puts this on every table that declares the accounts of its rows (contract/tables.ts, ledger).
-- Told by the wall: the book, the first part of the account's key, the column with the second part.
create function ledger_keeps() returns trigger language plpgsql security definer set search_path = public as $$
declare account_key text := tg_argv[1] || ':' || (to_jsonb(old) ->> tg_argv[2]);
begin
  if exists (select from ledger_account a join ledger_line l using (oid, account_id)
             where a.oid = old.oid and a.book = tg_argv[0] and (a.key = account_key or starts_with(a.key, account_key || ':'))) then
    raise exception 'the ledger speaks of %', account_key using errcode = '23503', constraint = tg_table_name || '__in_use', table = tg_table_name;
  end if;
  return old;
end $$;
