-- Glasses are begun for money: paid, or where their store says so after a deposit of a share, or on account (decision 0134). And nobody takes
-- glasses home while a rest is open that nobody put on account. Asked of every move, whichever call makes it.
create function record_frame_for_money() returns trigger language plpgsql security definer set search_path to 'public' as $$
declare
  bill record;
  share numeric;
begin
  if new.status = old.status or new.fbid is null then return new; end if;
  select status, paid, bill_price into bill from fee_bill where oid = new.oid and fbid = new.fbid;
  if old.status = 20 and new.status in (30, 40) and bill.status in (0, 6) then
    select nullif(value, 'null')::numeric into share from store_option where oid = new.oid and hid = new.hid and key = 'frameStartDeposit';
    if not (bill.paid > 0 and share is not null and bill.paid * 100 >= bill.bill_price * share)
      and not (bill.status = 6 and exists (select from store_option where oid = new.oid and hid = new.hid and key = 'frameStartOnAccount' and value = 'true')) then
      raise exception 'order % is begun without its money', new.record_frame_id using errcode = '23514', constraint = 'record_frame__no_money';
    end if;
  end if;
  if new.status in (78, 80) and old.status in (70, 78) and bill.status = 0 then
    raise exception 'the rest of order % is open', new.record_frame_id using errcode = '23514', constraint = 'record_frame__rest_due';
  end if;
  return new;
end $$;
create trigger record_frame_for_money before update of status on record_frame for each row execute function record_frame_for_money();

-- The bill of a running job is not cancelled under it: the order is, and takes its bill with it.
create function fee_bill_job_runs() returns trigger language plpgsql security definer set search_path to 'public' as $$
begin
  if exists (select from record_frame where oid = new.oid and fbid = new.fbid and status in (30, 40, 50, 55, 60, 65, 70, 78, 80, 85)) then
    raise exception 'the job of bill % is running', new.bill_no using errcode = '23514', constraint = 'fee_bill__refund_order';
  end if;
  return new;
end $$;
create trigger fee_bill_job_runs before update of status on fee_bill for each row when (new.status = 4 and old.status <> 4) execute function fee_bill_job_runs();
