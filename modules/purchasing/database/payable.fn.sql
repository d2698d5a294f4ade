-- A payable is never rewritten. Only the payment order it belongs to changes, while that order is a draft.
create or replace function payable_fixed() returns trigger language plpgsql as $$
declare
  state int;
begin
  if tg_op = 'DELETE' or to_jsonb(new) - 'payment_id' <> to_jsonb(old) - 'payment_id' then
    raise exception 'payable % stays as it was posted', old.payable_id;
  end if;
  if new.payment_id is not distinct from old.payment_id then return new; end if;
  if old.payment_id is not null then
    select status into state from supplier_payment where oid = old.oid and payment_id = old.payment_id;
    if new.payment_id is not null or state in (1, 2) then
      raise exception 'payable % is paid by %', old.payable_id, old.payment_id using errcode = '23514',
        constraint = 'payable__payable_taken';
    end if;
  else
    select status into state from supplier_payment where oid = new.oid and payment_id = new.payment_id;
    if state <> 0 then
      raise exception 'payment % takes no more lines', new.payment_id using errcode = '23514', constraint = 'payable__payable_taken';
    end if;
  end if;
  return new;
end $$;
create trigger payable_fixed before update or delete on payable for each row execute function payable_fixed();

-- Books papers that were posted before payables existed, at the prices agreed so far. Running it again changes nothing.
create or replace function payable_catch_up() returns int language plpgsql as $$
declare
  p record;
  entry bigint;
  posted int := 0;
begin
  for p in
    with line as (
      select i.oid, 'in' side, i.stockin_id id, i.item_id in_item, null::bigint out_item, i.product_id, i.sph, i.cyl, i.axis,
        i.quantity, coalesce(r.price, i.cost) price
        from stock_in_item i left join stock_price r on r.oid = i.oid and r.stock_in_item_id = i.item_id where i.quantity > 0
      union all
      select i.oid, 'out', i.stockout_id, null, i.item_id, i.product_id, i.sph, i.cyl, i.axis, -i.quantity,
        coalesce(r.price, nullif(i.price, 0), b.cost)
        from stock_out_item i
          join batch b on b.oid = i.oid and b.batch_id = i.batch_id
          left join stock_price r on r.oid = i.oid and r.stock_out_item_id = i.item_id
    ), paper as (
      select d.oid, 'in' side, d.stockin_id id, d.hid, d.supplier_id, d.stockin_no doc_no, d.delivery_no, d.stockin_date "day",
        d.stockin_date + s.payment_days due_on, coalesce(d.posted_at, d.created_at) at
        from stock_in d join supplier s on s.oid = d.oid and s.supplier_id = d.supplier_id where d.status = 2 and d.stockin_type = 1
      union all
      select d.oid, 'out', d.stockout_id, d.hid, d.supplier_id, d.stockout_no, null, d.stockout_date, d.stockout_date,
        coalesce(d.posted_at, d.created_at)
        from stock_out d where d.status = 2 and d.stockout_type = 4 and d.supplier_id is not null
    )
    select paper.*, jsonb_agg(line order by coalesce(in_item, out_item)) lines, sum(line.quantity * line.price)::bigint amount
    from paper
    join line using (oid, side, id)
      where not exists (
        select from payable x where x.oid = line.oid and (x.stock_in_item_id = line.in_item or x.stock_out_item_id = line.out_item)
      )
      group by oid, side, id, hid, supplier_id, doc_no, delivery_no, "day", due_on, at order by at, id
  loop
    entry := null;
    if p.amount <> 0 then
      insert into ledger_entry (oid, hid, reason, ref, at, ctid_)
        values (p.oid, p.hid, case p.side when 'in' then '收货应付' else '退货冲减' end, 'stock' || p.side || ':' || p.id, p.at, null)
          returning entry_id into entry;
      insert into ledger_account (oid, book, key)
      values (p.oid, 'payable', 'supplier:' || p.supplier_id), (p.oid, 'payable', 'goods:' || p.hid)
      on conflict
        do nothing;
      insert into ledger_line (oid, entry_id, account_id, book, amount, balance)
        select p.oid, entry, a.account_id, 'payable', case when starts_with(a.key, 'supplier:') then p.amount else -p.amount end, 0
        from ledger_account a
        where a.oid = p.oid and a.book = 'payable' and a.key in ('supplier:' || p.supplier_id, 'goods:' || p.hid) order by a.account_id;
    end if;
    insert into payable (
      oid, hid, supplier_id, kind, doc_no, delivery_no, day, due_on, stock_in_item_id, stock_out_item_id, product_id, sph, cyl,
        axis, quantity, price, amount, entry_id, created_at
    )
      select p.oid, p.hid, p.supplier_id, case p.side
        when 'in' then 1
        else 2 end, p.doc_no, p.delivery_no, p."day", p.due_on, l.in_item, l.out_item, l.product_id, l.sph, l.cyl, l.axis,
        l.quantity, l.price, l.quantity * l.price, case when l.price <> 0 then entry end, p.at
      from jsonb_to_recordset(p.lines) l(
        in_item bigint, out_item bigint, product_id bigint, sph numeric, cyl numeric, axis int, quantity int, price bigint
      );
    posted := posted + 1;
  end loop;
  return posted;
end $$;

-- A credit note makes a remake good once. Taking the note back reverses exactly what it granted.
create or replace function payable_made_good() returns trigger language plpgsql security definer set search_path = public as $$
declare
  standing bigint;
begin
  -- One after the other for each supplier: the next one sees what this one wrote.
  perform from supplier where oid = new.oid and supplier_id = new.supplier_id for no key update;
  select coalesce(sum(amount), 0) into standing from payable
    where oid = new.oid and remake = new.remake and supplier_id = new.supplier_id and lower(doc_no) = lower(new.doc_no);
  if new.kind = 5 and standing <> 0 then
    raise exception 'credit note % makes % good already', new.doc_no, new.remake using errcode = '23514',
      constraint = 'payable__credit_twice';
  elsif new.kind = 4 and (standing = 0 or standing + new.amount <> 0) then
    raise exception 'credit note % does not make % good by %', new.doc_no, new.remake, new.amount using errcode = '23514',
      constraint = 'payable__credit_gone';
  end if;
  return new;
end $$;
create trigger payable_made_good before insert on payable
  for each row when (new.remake is not null) execute function payable_made_good();

-- The payee of an order is that of its supplier until it is approved; then it stays. Whoever changes the account of the supplier meanwhile
-- is an author of the order.
create or replace function payee_kept() returns trigger language plpgsql set search_path = public as $$
begin
  if tg_op = 'INSERT' or new.supplier_id is distinct from old.supplier_id or (new.payee_name is null and old.status in (0, 4)) then
    select s.name, s.bank, s.bank_account into new.payee_name, new.payee_bank, new.payee_account
    from supplier s where s.oid = new.oid and s.supplier_id = new.supplier_id;
  elsif old.status in (1, 2) and new.status in (1, 2)
    and (new.payee_name, new.payee_bank, new.payee_account, new.total)
      is distinct from (old.payee_name, old.payee_bank, old.payee_account, old.total) then
    raise exception 'order % stays as it was approved', old.payment_no
      using errcode = '23514', constraint = 'supplier_payment__approved_kept';
  end if;
  -- An approval that was taken back asks for the account of the day.
  if tg_op = 'UPDATE' and old.status in (1, 4) and new.status in (0, 4) and old.status <> new.status then
    select s.name, s.bank, s.bank_account into new.payee_name, new.payee_bank, new.payee_account
    from supplier s where s.oid = new.oid and s.supplier_id = new.supplier_id;
  end if;
  return new;
end $$;
create trigger payee_kept before insert or update on supplier_payment for each row execute function payee_kept();

create or replace function payee_follows() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update supplier_payment p
  set payee_name = new.name, payee_bank = new.bank, payee_account = new.bank_account
  where p.oid = new.oid and p.supplier_id = new.supplier_id and p.status in (0, 4);
  return null;
end $$;
create trigger payee_follows after update of name, bank, bank_account on supplier
  for each row when ((old.name, old.bank, old.bank_account) is distinct from (new.name, new.bank, new.bank_account))
  execute function payee_follows();
