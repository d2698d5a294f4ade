-- The amount due is the sum of the items.
create or replace function fee_bill_items_add_up() returns trigger language plpgsql security definer set search_path = public as $$
declare bill record; items bigint;
begin
  select fbid, bill_price into bill from fee_bill where oid = new.oid and fbid = new.fbid;
  if bill is null then return null; end if;
  select coalesce(sum(amount), 0) into items from bill_item where oid = new.oid and fbid = new.fbid;
  if items <> bill.bill_price then raise exception 'items of bill % add up to %, not %', bill.fbid, items, bill.bill_price; end if;
  return null;
end $$;
create constraint trigger fee_bill_items_add_up after insert or update of bill_price on fee_bill deferrable initially deferred
  for each row execute function fee_bill_items_add_up();
create constraint trigger bill_item_adds_up after insert or update of amount on bill_item deferrable initially deferred
  for each row execute function fee_bill_items_add_up();

-- The amount paid is the sum of the payments.
create or replace function fee_bill_paid_adds_up() returns trigger language plpgsql security definer set search_path = public as $$
declare said bigint; sum_ bigint;
begin
  select paid into said from fee_bill where oid = new.oid and fbid = new.fbid;
  select coalesce(sum(amount), 0) into sum_ from bill_payment where oid = new.oid and fbid = new.fbid;
  if said is distinct from sum_ then raise exception 'payments of bill % add up to %, not %', new.fbid, sum_, said; end if;
  return null;
end $$;
create constraint trigger bill_payment_adds_up after insert on bill_payment deferrable initially deferred
  for each row execute function fee_bill_paid_adds_up();
create constraint trigger fee_bill_paid_adds_up after insert or update of paid on fee_bill deferrable initially deferred
  for each row execute function fee_bill_paid_adds_up();
