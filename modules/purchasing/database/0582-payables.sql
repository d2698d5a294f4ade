-- What is owed to suppliers, line by line as goods came and went, and the orders it is paid by. The ledger book 'payable' has an account
-- supplier:<id> for each; a line of the ledger stands for every paper, a row here for every kind of goods of it.
create table supplier_payment (
  oid bigint not null references organisation,
  payment_id bigint generated always as identity,
  hid bigint not null,
  payment_no text not null,
  supplier_id bigint not null,
  total bigint not null constraint supplier_payment__payment_nothing check (total > 0),
  plan_on date,
  status int not null default 0,
  paid_on date,
  bank text,
  voucher text,
  entry_id bigint,
  note text,
  version int not null default 0,
  written_by bigint not null,
  approved_by bigint,
  created_at timestamptz not null default app_now(),
  primary key (oid, payment_id),
  foreign key (oid, hid) references store,
  foreign key (oid, supplier_id) references supplier,
  foreign key (oid, entry_id) references ledger_entry,
  foreign key (oid, written_by) references contact,
  foreign key (oid, approved_by) references contact,
  constraint supplier_payment__number unique (oid, payment_no),
  constraint supplier_payment__whose unique (oid, payment_id, hid, supplier_id),
  constraint supplier_payment__own_payment check (approved_by <> written_by),
  constraint supplier_payment__payment_unproven check (
    status <> 2 or (paid_on is not null and coalesce(bank, '') <> '' and coalesce(voucher, '') <> '' and entry_id is not null)
  ),
  constraint supplier_payment__approved check ((status in (1, 2)) = (approved_by is not null))
);
comment on column supplier_payment.total is 'fen; the sum of its payables while it has them';
comment on column supplier_payment.written_by is 'who changed its lines last: whoever that is does not approve it';
create index supplier_payment__by_store on supplier_payment (oid, hid, payment_id desc);
create index supplier_payment__by_supplier on supplier_payment (oid, supplier_id);
create index supplier_payment__by_entry on supplier_payment (oid, entry_id);
create index supplier_payment__by_writer on supplier_payment (oid, written_by);
create index supplier_payment__by_approver on supplier_payment (oid, approved_by);

create table payable (
  oid bigint not null references organisation,
  payable_id bigint generated always as identity,
  hid bigint not null,
  supplier_id bigint not null,
  kind int not null constraint payable__kind check (kind between 1 and 5),
  doc_no text not null,
  delivery_no text,
  day date not null,
  due_on date not null,
  stock_in_item_id bigint,
  stock_out_item_id bigint,
  product_id bigint,
  sph numeric(5, 2) constraint payable__sph check (sph between -45 and 70),
  cyl numeric(5, 2) constraint payable__cyl check (cyl between -25 and 0),
  axis int constraint payable__axis check (axis between 1 and 180),
  quantity int not null,
  price bigint not null,
  amount bigint not null,
  entry_id bigint,
  payment_id bigint,
  note text,
  created_at timestamptz not null default app_now(),
  primary key (oid, payable_id),
  foreign key (oid, hid) references store,
  foreign key (oid, supplier_id) references supplier,
  foreign key (oid, stock_in_item_id) references stock_in_item,
  foreign key (oid, stock_out_item_id) references stock_out_item,
  foreign key (oid, product_id) references product,
  foreign key (oid, entry_id) references ledger_entry,
  -- A payment pays what its own store owes its own supplier.
  foreign key (oid, payment_id, hid, supplier_id) references supplier_payment (oid, payment_id, hid, supplier_id),
  constraint payable__sum check (amount = price * quantity),
  constraint payable__posted check ((amount = 0) = (entry_id is null)),
  constraint payable__of_goods check (num_nonnulls(stock_in_item_id, stock_out_item_id) <= 1)
);
comment on constraint payable__sph on payable is 'kept in minus cylinder: a plus cylinder of up to 25 D moves into the sphere';
comment on constraint payable__cyl on payable is 'kept in minus cylinder';
comment on column payable.kind is '1 received, 2 returned, 3 difference of price, 4 revoked, 5 made good by the supplier';
comment on column payable.quantity is 'pieces; negative where less is owed';
comment on column payable.price is 'fen a piece';
comment on column payable.amount is 'fen; negative where less is owed';
comment on column payable.payment_id is 'the order it is paid by; free again when that is deleted';
-- Goods come once, go back once and are revoked once.
create unique index payable__received_once on payable (oid, stock_in_item_id, kind) where kind in (1, 4);
create unique index payable__returned_once on payable (oid, stock_out_item_id, kind) where kind in (2, 4);
create index payable__by_supplier on payable (oid, hid, supplier_id, day);
create index payable__unpaid on payable (oid, hid, supplier_id, due_on) where payment_id is null;
create index payable__supplier on payable (oid, supplier_id);
create index payable__by_in on payable (oid, stock_in_item_id);
create index payable__by_out on payable (oid, stock_out_item_id);
create index payable__by_product on payable (oid, product_id);
create index payable__by_entry on payable (oid, entry_id);
create index payable__by_payment on payable (oid, payment_id, hid, supplier_id);

-- What is owed is never rewritten: only the order it is paid by comes and goes, and only while that is being written.
create function payable_fixed() returns trigger language plpgsql as $$
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
      raise exception 'payable % is paid by %', old.payable_id, old.payment_id using errcode = '23514', constraint = 'payable__payable_taken';
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

-- Papers that were posted before there was a book of what is owed: each becomes an entry and its rows, at the prices agreed by now. Run again it finds nothing.
create function payable_catch_up() returns int language plpgsql as $$
declare
  p record;
  entry bigint;
  posted int := 0;
begin
  for p in
    with line as (
      select i.oid, 'in' side, i.stockin_id id, i.item_id in_item, null::bigint out_item, i.product_id, i.sph, i.cyl, i.axis, i.quantity, coalesce(r.price, i.cost) price
        from stock_in_item i left join stock_price r on r.oid = i.oid and r.stock_in_item_id = i.item_id where i.quantity > 0
      union all
      select i.oid, 'out', i.stockout_id, null, i.item_id, i.product_id, i.sph, i.cyl, i.axis, -i.quantity, coalesce(r.price, nullif(i.price, 0), b.cost)
        from stock_out_item i join batch b on b.oid = i.oid and b.batch_id = i.batch_id left join stock_price r on r.oid = i.oid and r.stock_out_item_id = i.item_id
    ), paper as (
      select d.oid, 'in' side, d.stockin_id id, d.hid, d.supplier_id, d.stockin_no doc_no, d.delivery_no, d.stockin_date "day", d.stockin_date + s.payment_days due_on, coalesce(d.posted_at, d.created_at) at
        from stock_in d join supplier s on s.oid = d.oid and s.supplier_id = d.supplier_id where d.status = 2 and d.stockin_type = 1
      union all
      select d.oid, 'out', d.stockout_id, d.hid, d.supplier_id, d.stockout_no, null, d.stockout_date, d.stockout_date, coalesce(d.posted_at, d.created_at)
        from stock_out d where d.status = 2 and d.stockout_type = 4 and d.supplier_id is not null
    )
    select paper.*, jsonb_agg(line order by coalesce(in_item, out_item)) lines, sum(line.quantity * line.price)::bigint amount from paper join line using (oid, side, id)
      where not exists (select from payable x where x.oid = line.oid and (x.stock_in_item_id = line.in_item or x.stock_out_item_id = line.out_item))
      group by oid, side, id, hid, supplier_id, doc_no, delivery_no, "day", due_on, at order by at, id
  loop
    entry := null;
    if p.amount <> 0 then
      insert into ledger_entry (oid, hid, reason, ref, at, ctid_)
        values (p.oid, p.hid, case p.side when 'in' then '收货应付' else '退货冲减' end, 'stock' || p.side || ':' || p.id, p.at, null) returning entry_id into entry;
      insert into ledger_account (oid, book, key) values (p.oid, 'payable', 'supplier:' || p.supplier_id), (p.oid, 'payable', 'goods:' || p.hid) on conflict do nothing;
      insert into ledger_line (oid, entry_id, account_id, book, amount, balance)
        select p.oid, entry, a.account_id, 'payable', case when starts_with(a.key, 'supplier:') then p.amount else -p.amount end, 0 from ledger_account a
        where a.oid = p.oid and a.book = 'payable' and a.key in ('supplier:' || p.supplier_id, 'goods:' || p.hid) order by a.account_id;
    end if;
    insert into payable (oid, hid, supplier_id, kind, doc_no, delivery_no, day, due_on, stock_in_item_id, stock_out_item_id, product_id, sph, cyl, axis, quantity, price, amount, entry_id, created_at)
      select p.oid, p.hid, p.supplier_id, case p.side when 'in' then 1 else 2 end, p.doc_no, p.delivery_no, p."day", p.due_on, l.in_item, l.out_item, l.product_id, l.sph, l.cyl, l.axis,
        l.quantity, l.price, l.quantity * l.price, case when l.price <> 0 then entry end, p.at
      from jsonb_to_recordset(p.lines) l(in_item bigint, out_item bigint, product_id bigint, sph numeric, cyl numeric, axis int, quantity int, price bigint);
    posted := posted + 1;
  end loop;
  return posted;
end $$;
select payable_catch_up();
