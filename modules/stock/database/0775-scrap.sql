-- What is on record as destroyed does not come back into stock, whichever call revokes its paper.
create function scrap_gone() returns trigger language plpgsql set search_path to 'public' as $$
begin
  if exists (select 1 from scrap s where s.oid = new.oid and s.stockout_id = new.stockout_id and s.destroyed_on is not null) then
    raise exception 'the goods of % are destroyed', new.stockout_no using errcode = '23514', constraint = 'stock_out__scrap_destroyed';
  end if;
  return new;
end $$;
create trigger scrap_gone before update of status on stock_out for each row when (new.stockout_type = 5 and new.status = 4 and old.status <> 4)
  execute function scrap_gone();
