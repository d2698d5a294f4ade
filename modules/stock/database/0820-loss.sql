-- Goods are written off as lost (type 6) by another person than wrote the paper, whichever call posts it.
create function loss_approved() returns trigger language plpgsql set search_path to 'public' as $$
begin
  if app_ctid() is null or app_ctid() is not distinct from new.ctid_ then
    raise exception 'loss % was agreed by nobody else', new.stockout_no using errcode = '23514', constraint = 'stock_out__loss_own';
  end if;
  return new;
end $$;
create trigger loss_approved before update of status on stock_out for each row when (new.stockout_type = 6 and new.status = 2 and old.status <> 2)
  execute function loss_approved();
