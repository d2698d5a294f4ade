-- Adds a line to the balance of its account and writes the new balance into the line.
create or replace function ledger_line_balance() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update ledger_account
  set balance = balance + new.amount
  where oid = new.oid and account_id = new.account_id and book = new.book
  returning balance into new.balance;
  if not found then raise exception 'ledger line without its account'; end if;
  return new;
end $$;
create trigger ledger_line_balance before insert on ledger_line
  for each row execute function ledger_line_balance();

-- The lines of an entry sum to zero in every book.
create or replace function ledger_entry_sums_to_zero() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if exists (select 1 from ledger_line where oid = new.oid and entry_id = new.entry_id group by book having sum(amount) <> 0) then
    raise exception 'ledger entry % does not sum to zero', new.entry_id;
  end if;
  return null;
end $$;
create constraint trigger ledger_entry_sums_to_zero after insert on ledger_line deferrable initially deferred
  for each row execute function ledger_entry_sums_to_zero();

-- An account keeps its floor, book and key. Entries need the right to update the floor in order to lock the account.
create or replace function ledger_account_kept() returns trigger language plpgsql as $$
begin
  raise exception 'an account keeps its floor' using errcode = '23514', constraint = 'ledger_account__kept';
end $$;
create trigger ledger_account_kept before update of floor, book, key, account_id, oid on ledger_account
  for each row execute function ledger_account_kept();

-- Refuses to delete a row that has ledger lines. The wall puts this trigger on every table that declares ledger accounts. Arguments: the
-- book, the prefix of the account key, the column with the rest of the key.
create or replace function ledger_keeps() returns trigger language plpgsql security definer set search_path = public as $$
declare account_key text := tg_argv[1] || ':' || (to_jsonb(old) ->> tg_argv[2]);
begin
  if exists (select from ledger_account a join ledger_line l using (oid, account_id)
             where a.oid = old.oid and a.book = tg_argv[0] and (a.key = account_key or starts_with(a.key, account_key || ':'))) then
    raise exception 'the ledger speaks of %', account_key using errcode = '23503', constraint = tg_table_name ||
      '__in_use', table = tg_table_name;
  end if;
  return old;
end $$;
