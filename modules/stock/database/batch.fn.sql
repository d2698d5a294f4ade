-- Goods move only as the law allows: nothing expired; devices of class II and III only when they and their supplier are approved (首营) and
-- no paper has run out; class III with registration number and licence; nothing that was not accepted, by a second person where the store
-- asks for it. Exempt are reversals, late entries, goods freed from an order, and stock-out types 4 to 6.
create or replace function batch_lawful() returns trigger language plpgsql security definer set search_path to 'public' as $$
declare
  today date := (app_now())::date;
  g record;
  e record;
  counted boolean;
begin
  select b.batch_id, b.expiry < today run_out, p.device_class >= 2 watched, p.device_class = 3 device, p.name,
    p.registration_no, p.registration_expires, s.supplier_id, s.licence_expires,
      p.approved_on is not null and s.approved_on is not null approved, least(p.approved_until, s.approved_until) approved_until into g
    from ledger_account a
      join batch b on b.oid = a.oid and b.batch_id = case when starts_with(a.key, 'batch:') then substr(a.key, 7)::bigint end
    join product p on p.oid = b.oid and p.product_id = b.product_id
    left join supplier s on s.oid = b.oid and s.supplier_id = coalesce(b.supplier_id, p.supplier_id)
    where a.oid = new.oid and a.account_id = new.account_id;
  if not found or not (g.watched or coalesce(g.run_out, false)) then return null; end if;
  select ref, reverses into e from ledger_entry where oid = new.oid and entry_id = new.entry_id;
  counted := coalesce(starts_with(e.ref, 'adjust:') or starts_with(e.ref, 'profitloss:'), false);
  if e.reverses is not null or e.ref like 'late:%' or e.ref like 'freed-%'
    or (counted and (new.amount < 0 or not g.device)) then return null; end if;
  if new.amount < 0 and e.ref like 'stockout:%' and exists (select 1 from stock_out
      where oid = new.oid and stockout_id = split_part(e.ref, ':', 2)::bigint and stockout_type in (4, 5, 6)) then return null; end if;
  if new.amount > 0 and not counted
    and (select sum(l.amount) from ledger_entry x join ledger_line l on l.oid = x.oid and l.entry_id = x.entry_id
      where x.oid = new.oid and x.ref = e.ref and l.account_id = new.account_id) <= 0 then return null; end if;
  if g.run_out and not counted then
    raise exception 'batch % has expired', g.batch_id using errcode = '23514', constraint = 'batch__expired';
  end if;
  if g.device and coalesce(trim(g.registration_no), '') = '' then
    raise exception '% has no registration number', g.name using errcode = '23514', constraint = 'batch__unregistered';
  end if;
  if g.device and g.licence_expires is null then
    raise exception '% has no supplier with a licence', g.name using errcode = '23514', constraint = 'batch__unlicensed';
  end if;
  if new.amount < 0 or counted or not g.watched then return null; end if;
  if g.registration_expires < today or g.licence_expires < today then
    raise exception 'the registration of % or its supplier''s licence has expired', g.name using errcode = '23514',
      constraint = 'batch__out_of_date';
  end if;
  if not g.approved then
    raise exception '% or its supplier is not approved', g.name using errcode = '23514', constraint = 'batch__unapproved';
  end if;
  if g.approved_until < today then
    raise exception 'a paper of % or its supplier has run out', g.name using errcode = '23514', constraint = 'batch__approval_over';
  end if;
  if e.ref ~ '^stockin:[0-9]+$'
    and not exists (
      select from stock_in s where s.oid = new.oid and s.stockin_id = split_part(e.ref, ':', 2)::bigint and s.accepted_at is not null
      and (s.accepted_by is distinct from coalesce(s.ordered_by, s.ctid_)
        or not exists (
          select from store_option o where o.oid = s.oid and o.hid = s.hid and o.key = 'acceptByAnother' and o.value = 'true'
        ))) then
    raise exception '% was not accepted, or not by another', g.name using errcode = '23514', constraint = 'batch__unaccepted';
  end if;
  return null;
end $$;
create trigger batch_lawful after insert on ledger_line
  for each row when (new.book = 'stock') execute function batch_lawful();

-- Locked goods do not leave. The batch is read as it is when the pieces go, and a lock in progress is waited for; who picked the goods is
-- told to try again (serialization failure) and then finds them locked.
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
  if e.reverses is not null or e.ref = 'freed-' || b.held_for
    or e.ref like any (array['adjust:%', 'profitloss:%', 'late:%']) then return null; end if;
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
create trigger batch_held after insert on ledger_line
  for each row when (new.book = 'stock' and new.amount < 0) execute function batch_held();
