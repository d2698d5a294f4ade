-- Writes the receipt of a sent transfer into the store it goes to: a draft under the number of the transfer, its lines as they were sent.
create or replace function send_transfer(paper_ bigint) returns bigint language plpgsql security definer set search_path = public as $$
declare
  org bigint := current_setting('app.oid')::bigint;
  sent stock_out := (
    select x from stock_out x where x.oid = org and x.stockout_id = paper_ and x.hid = any (current_setting('app.hids')::bigint[])
  );
  receipt bigint;
begin
  if sent.to_hid is null or sent.status <> 2 then
    raise exception 'transfer % was not sent', paper_
      using errcode = '23514', constraint = 'stock_out__transfer_store', table = 'stock_out';
  end if;
  insert into stock_in (oid, hid, stockin_no, warehouse_id, stockin_type, delivery_no, ctid_, stockout_id, from_hid, note, differ_status)
    select org, sent.to_hid, sent.stockout_no, w.warehouse_id, 2, sent.stockout_no, sent.ctid_, paper_, sent.hid, sent.note, 0
    from warehouse w where w.oid = org and w.hid = sent.to_hid and w.first
    returning stockin_id into receipt;
  insert into move_history (oid, machine, row_id, move, from_status, to_status)
    values (org, 'stock-in', receipt, 'begin', -1, 0);
  insert into stock_in_item (
    oid, hid, stockin_id, product_id, sph, cyl, axis, batch_no, produced_on, expiry, expected, quantity, cost, source_batch
  )
    select org, sent.to_hid, receipt, b.product_id, b.sph, b.cyl, b.axis, b.batch_no, b.produced_on, b.expiry, sum(i.quantity), 0,
      b.cost, b.batch_id
    from stock_out_item i join batch b on b.oid = i.oid and b.batch_id = i.batch_id
    where i.oid = org and i.stockout_id = paper_ group by b.oid, b.batch_id order by min(i.item_id);
  return receipt;
end $$;

-- Takes the receipt of a transfer back with it. Whoever receives it at this moment comes first or later, never at once.
create or replace function cancel_transfer(paper_ bigint) returns void language plpgsql security definer set search_path = public as $$
declare
  org bigint := current_setting('app.oid')::bigint;
  receipt record;
begin
  select r.stockin_id, r.status into receipt from stock_in r
    join stock_out o on o.oid = r.oid and o.stockout_id = r.stockout_id
    where r.oid = org and r.stockout_id = paper_ and o.hid = any (current_setting('app.hids')::bigint[]) for update of r;
  if receipt.stockin_id is null or receipt.status not in (0, 1) then
    raise exception 'transfer % has arrived', paper_ using errcode = '23514', constraint = 'stock_out__transfer_received',
      table = 'stock_out';
  end if;
  update stock_in set status = 3, version = version + 1 where oid = org and stockin_id = receipt.stockin_id;
  insert into move_history (oid, machine, row_id, move, from_status, to_status)
    values (org, 'stock-in', receipt.stockin_id, 'invalidate', receipt.status, 3);
end $$;

-- Transfers that left or are to reach a store of the account, as both stores may see them.
create or replace function stock_transfers() returns table (
  stockout_id bigint, stockin_id bigint, transfer_no text, hid bigint, to_hid bigint, sent_status int, received_status int,
  differ_status int, sent_at timestamptz, received_at timestamptz, sent bigint, received bigint, rejected bigint, surplus bigint,
  value bigint, note text
) language sql stable security definer set search_path = public as $$
  select o.stockout_id, r.stockin_id, o.stockout_no, o.hid, o.to_hid, o.status, r.status, r.differ_status, o.posted_at, r.posted_at,
    i.sent, i.received, i.rejected, i.surplus, i.value, o.note
  from stock_out o
  join stock_in r on r.oid = o.oid and r.stockout_id = o.stockout_id
  cross join lateral (
    select sum(x.expected) sent, sum(x.quantity) filter (where r.counted_at is not null) received, sum(x.rejected) rejected,
      sum(x.surplus) surplus, sum(x.expected * x.cost)::bigint value
    from stock_in_item x
    where x.oid = r.oid and x.stockin_id = r.stockin_id
  ) i
  where o.oid = current_setting('app.oid')::bigint
    and (o.hid = any (current_setting('app.hids')::bigint[]) or o.to_hid = any (current_setting('app.hids')::bigint[]))
$$;

-- Supplier of a batch on its way to a store of the account.
create or replace function transfer_supplier(batch_ bigint) returns bigint
  language sql stable security definer set search_path = public as $$
  select b.supplier_id from batch b
  where b.oid = current_setting('app.oid')::bigint and b.batch_id = batch_ and exists (
    select from stock_in_item i where i.oid = b.oid and i.source_batch = b.batch_id and i.hid = any (current_setting('app.hids')::bigint[])
  )
$$;

-- A transfer is received as it was sent: its receipt follows the paper that sent it.
create or replace function receipt_of_transfer() returns trigger language plpgsql security definer set search_path = public as $$
declare
  sent int;
begin
  if tg_op = 'UPDATE' and (old.stockout_id, old.from_hid) is distinct from (new.stockout_id, new.from_hid)
    or tg_op = 'UPDATE' and old.stockout_id is not null and (old.stockin_type, old.hid) is distinct from (new.stockin_type, new.hid) then
    raise exception 'receipt % stays of its transfer', new.stockin_id using errcode = '23514', constraint = 'stock_in__transfer_kept';
  end if;
  if new.stockout_id is null then
    if new.stockin_type = 2 and new.status = 2 and (tg_op = 'INSERT' or old.status <> 2) then
      raise exception 'no transfer brought %', new.stockin_no using errcode = '23514', constraint = 'stock_in__transfer_unknown';
    end if;
    return new;
  end if;
  select o.status into sent from stock_out o where o.oid = new.oid and o.stockout_id = new.stockout_id;
  if tg_op = 'UPDATE' and new.status <> old.status then
    if new.status in (3, 4) and (sent <> 4 or old.status not in (0, 1)) then
      raise exception 'transfer % stands', new.stockin_no using errcode = '23514', constraint = 'stock_in__transfer_stands';
    end if;
    if new.status in (1, 2) and sent <> 2 then
      raise exception 'transfer % was taken back', new.stockin_no using errcode = '23514', constraint = 'stock_in__transfer_unknown';
    end if;
    if new.status in (1, 2) and new.counted_at is null then
      raise exception 'transfer % was not counted', new.stockin_no using errcode = '23514', constraint = 'stock_in__transfer_uncounted';
    end if;
  end if;
  return new;
end $$;
create trigger receipt_of_transfer before insert or update on stock_in
  for each row execute function receipt_of_transfer();

-- Lines of a receipt say what was sent; the receiving store adds what it counted, until it takes the goods in.
create or replace function line_of_transfer() returns trigger language plpgsql security definer set search_path = public as $$
declare
  paper record;
  kept text[] := array['quantity', 'rejected', 'reject_reason', 'surplus', 'note', 'batch_id', 'outcome'];
begin
  select r.stockout_id, r.status into paper from stock_in r
    where r.oid = coalesce(new.oid, old.oid) and r.stockin_id = coalesce(new.stockin_id, old.stockin_id);
  if paper.stockout_id is null then return coalesce(new, old); end if;
  if paper.status in (2, 3, 4) then kept := array['batch_id', 'outcome']; end if;
  if tg_op = 'DELETE' or tg_op = 'INSERT' and new.source_batch is null
    or tg_op = 'UPDATE' and to_jsonb(new) - kept <> to_jsonb(old) - kept
    or tg_op = 'UPDATE' and old.outcome is not null and new.outcome is distinct from old.outcome then
    raise exception 'lines of a transfer stay as they were sent' using errcode = '23514', constraint = 'stock_in_item__transfer_kept';
  end if;
  return coalesce(new, old);
end $$;
create trigger line_of_transfer before insert or update or delete on stock_in_item
  for each row execute function line_of_transfer();

-- A sent transfer has its receipt, and keeps the store it goes to.
create or replace function transfer_sent() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if new.stockout_type <> 3 then return new; end if;
  if old.status = 2 and (new.to_hid is distinct from old.to_hid) or new.status = 2 and old.status <> 2 and new.to_hid is null then
    raise exception 'transfer % names no store', new.stockout_no using errcode = '23514', constraint = 'stock_out__transfer_store';
  end if;
  return new;
end $$;
create trigger transfer_sent before update on stock_out for each row execute function transfer_sent();
