-- What is locked does not leave, whoever picked it a moment before: the batch is read as it is when the pieces go, and a lock under way is waited for.
-- Whoever picked it asks again (serialization failure) and then finds it locked.
create or replace function batch_held() returns trigger language plpgsql security definer set search_path to 'public' as $$
declare
  b record;
  e record;
begin
  select x.batch_id, x.held_for, x.locked into b from ledger_account a
    join batch x on x.oid = a.oid and x.batch_id = case when starts_with(a.key, 'batch:') then substr(a.key, 7)::bigint end
    where a.oid = new.oid and a.account_id = new.account_id for share of x;
  if b.held_for is null and b.locked is not true then return null; end if;
  select ref, reverses into e from ledger_entry where oid = new.oid and entry_id = new.entry_id;
  if e.reverses is not null or e.ref = 'freed-' || b.held_for or e.ref like any (array['adjust:%', 'profitloss:%', 'late:%']) then return null; end if;
  if e.ref like 'stockout:%' and exists (select 1 from stock_out
      where oid = new.oid and stockout_id = split_part(e.ref, ':', 2)::bigint and stockout_type in (4, 5, 6)) then return null; end if;
  if b.locked then
    raise exception 'batch % is locked', b.batch_id using errcode = '40001';
  end if;
  if e.ref is distinct from b.held_for then
    raise exception 'pieces are held for %', b.held_for using errcode = '23514', constraint = 'batch__held';
  end if;
  return null;
end $$;
