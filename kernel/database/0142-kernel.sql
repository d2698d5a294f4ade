-- An account keeps the floor it was opened with; that what somebody is owed has one is the wall's to say, which knows the accounts of every table.
-- The right to change the floor is there for the locks of entries only; nobody ever does.
alter table ledger_account add constraint ledger_account__no_credit check (floor >= 0);

create function ledger_account_kept() returns trigger language plpgsql as $$
begin
  raise exception 'an account keeps its floor' using errcode = '23514', constraint = 'ledger_account__kept';
end $$;
create trigger ledger_account_kept before update of floor, book, key, account_id, oid on ledger_account for each row execute function ledger_account_kept();
