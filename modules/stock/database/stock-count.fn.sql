-- Two people approve differences of class III devices, and a confirmed paper names who confirmed it.
create or replace function profit_loss_approved() returns trigger language plpgsql security definer set search_path to 'public' as $$
begin
  if new.confirmed_by is null
    or (new.first_by is null and exists (select from profit_loss_item i join batch b on b.oid = i.oid and b.batch_id = i.batch_id
      join product p on p.oid = b.oid and p.product_id = b.product_id
        where i.oid = new.oid and i.profit_loss_id = new.profit_loss_id and p.device_class = 3)) then
    raise exception 'paper % is not approved', new.profit_loss_id using errcode = '23514', constraint = 'profit_loss__unapproved';
  end if;
  -- Who counted a line is its author as well.
  if exists (
    select from profit_loss_item i join stocktaking_line l on l.oid = i.oid and l.line_id = i.count_line_id
    where i.oid = new.oid and i.profit_loss_id = new.profit_loss_id and l.ctid_ in (new.confirmed_by, new.first_by)) then
    raise exception 'paper % is approved by who counted', new.profit_loss_id using errcode = '23514', constraint = 'profit_loss__loss_own';
  end if;
  return new;
end $$;
create trigger profit_loss_approved before update of status on profit_loss
  for each row when (new.status = 1) execute function profit_loss_approved();

-- Links a late movement to the count that already found it missing: same size, opposite sign, dated before the count, which is finished
-- and, where it found a difference, confirmed.
create or replace function stock_late() returns trigger language plpgsql security definer set search_path to 'public' as $$
declare
  moved ledger_entry := (select x from ledger_entry x where x.oid = new.oid and x.entry_id = new.entry_id);
  batch bigint := (
    select substr(a.key, 7)::bigint
    from ledger_account a
    where a.oid = new.oid and a.account_id = new.account_id and starts_with(a.key, 'batch:')
  );
  outside bigint;
  linked bigint;
begin
  if batch is null or starts_with(coalesce(moved.ref, ''), 'late:') then return null; end if;
  if not exists (select from stocktaking_line l join stocktaking c on c.oid = l.oid and c.count_id = l.count_id
      where l.oid = new.oid and l.batch_id = batch and l.counted_at > moved.at and l.seen_line < new.line_id and c.status = 2
        and not exists (
          select
          from stocktaking_line x
          where x.oid = l.oid and x.count_id = l.count_id and x.batch_id = l.batch_id and x.line_id > l.line_id
        )
        and not exists (select from profit_loss_item i join profit_loss d on d.oid = i.oid and d.profit_loss_id = i.profit_loss_id
          where i.oid = l.oid and i.count_line_id = l.line_id and d.status <> 1)) then return null; end if;
  -- A batch that only transfers moved has none yet.
  insert into ledger_account (oid, book, key) values (new.oid, 'stock', 'outside:' || batch) on conflict do nothing;
  select account_id into outside from ledger_account where oid = new.oid and book = 'stock' and key = 'outside:' || batch;
  insert into ledger_entry (oid, at, ctid_, hid, reason, ref, note)
  values (new.oid, moved.at, moved.ctid_, moved.hid, '盘点前迟到', 'late:' || new.line_id, moved.ref)
    returning entry_id into linked;
  insert into ledger_line (oid, entry_id, account_id, book, amount, balance)
  values (new.oid, linked, new.account_id, 'stock', -new.amount, 0);
  insert into ledger_line (oid, entry_id, account_id, book, amount, balance) values (new.oid, linked, outside, 'stock', new.amount, 0);
  return null;
end $$;
create trigger stock_late after insert on ledger_line
  for each row when (new.book = 'stock') execute function stock_late();
