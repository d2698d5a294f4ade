-- What leaves on a paper is scanned twice where somebody picks it: by who takes it from the shelf, and by another person who checks it (出库复核).
create table stock_out_scan (
  oid bigint not null,
  scan_id bigint generated always as identity,
  hid bigint not null,
  stockout_id bigint not null,
  item_id bigint not null,
  batch_id bigint not null,
  round int not null constraint stock_out_scan__round check (round in (1, 2)),
  quantity int not null constraint stock_out_scan__quantity check (quantity <> 0),
  at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  primary key (oid, scan_id),
  foreign key (oid, hid) references store,
  foreign key (oid, stockout_id) references stock_out on delete cascade,
  foreign key (oid, item_id) references stock_out_item on delete cascade,
  foreign key (oid, batch_id) references batch,
  foreign key (oid, ctid_) references contact
);
comment on column stock_out_scan.round is '1 picked, 2 checked by another person';
comment on column stock_out_scan.quantity is 'pieces; less than 0 takes a scan back';
create index stock_out_scan__by_paper on stock_out_scan (oid, stockout_id, item_id);
create index stock_out_scan__by_item on stock_out_scan (oid, item_id);
create index stock_out_scan__by_batch on stock_out_scan (oid, batch_id);
create index stock_out_scan__by_store on stock_out_scan (oid, hid);
create index stock_out_scan__by_person on stock_out_scan (oid, ctid_);
-- Papers that wait to be picked, the oldest first.
create index stock_out__awaiting on stock_out (oid, hid, stockout_id) where status = 1;

-- A scan is of goods the paper asks for, never more than it asks, checked only of what was picked, and never by one person in both rounds.
create function stock_out_scan_fits() returns trigger language plpgsql set search_path to 'public' as $$
declare
  paper record;
  wanted int;
  done int;
  picked int;
  checked int;
begin
  -- Held until the transaction ends: scans of one paper come one after the other.
  select status, stockout_type into paper from stock_out where oid = new.oid and stockout_id = new.stockout_id for no key update;
  if paper.status is distinct from 1 or paper.stockout_type = 5 then
    raise exception 'paper % is not to be picked', new.stockout_id using errcode = '23514', constraint = 'stock_out_scan__scan_closed';
  end if;
  if exists (select from stock_out_scan s where s.oid = new.oid and s.stockout_id = new.stockout_id and s.round <> new.round and s.ctid_ is not distinct from new.ctid_
      group by s.item_id, s.batch_id having sum(s.quantity) > 0) then
    raise exception 'who picked does not check' using errcode = '23514', constraint = 'stock_out_scan__scan_own';
  end if;
  wanted := (select i.quantity from stock_out_item i join batch b on b.oid = i.oid and b.batch_id = new.batch_id and b.product_id = i.product_id and b.hid = i.hid
    where i.oid = new.oid and i.item_id = new.item_id and i.stockout_id = new.stockout_id and (i.batch_id is null or i.batch_id = new.batch_id));
  done := new.quantity + (select coalesce(sum(s.quantity), 0) from stock_out_scan s where s.oid = new.oid and s.item_id = new.item_id and s.round = new.round);
  if wanted is null or done > wanted then
    raise exception 'line % does not ask for that', new.item_id using errcode = '23514', constraint = 'stock_out_scan__scan_enough';
  end if;
  select coalesce(sum(s.quantity) filter (where s.round = 1), 0), coalesce(sum(s.quantity) filter (where s.round = 2), 0) into picked, checked
    from stock_out_scan s where s.oid = new.oid and s.item_id = new.item_id and s.batch_id = new.batch_id;
  if new.round = 1 then picked := picked + new.quantity; else checked := checked + new.quantity; end if;
  if checked < 0 or checked > picked then
    raise exception 'batch % was not picked', new.batch_id using errcode = '23514', constraint = 'stock_out_scan__scan_not_picked';
  end if;
  return new;
end $$;
create trigger stock_out_scan_fits before insert on stock_out_scan for each row execute function stock_out_scan_fits();

-- A paper somebody began to pick leaves when every piece was picked and checked, whichever call posts it.
create function stock_out_checked() returns trigger language plpgsql set search_path to 'public' as $$
begin
  if exists (select from stock_out_scan s where s.oid = new.oid and s.stockout_id = new.stockout_id group by s.round having sum(s.quantity) > 0)
    and exists (select from stock_out_item i where i.oid = new.oid and i.stockout_id = new.stockout_id and (
      i.quantity <> (select coalesce(sum(s.quantity), 0) from stock_out_scan s where s.oid = i.oid and s.item_id = i.item_id and s.round = 1)
      or i.quantity <> (select coalesce(sum(s.quantity), 0) from stock_out_scan s where s.oid = i.oid and s.item_id = i.item_id and s.round = 2))) then
    raise exception 'paper % was not checked', new.stockout_no using errcode = '23514', constraint = 'stock_out__pick_unchecked';
  end if;
  return new;
end $$;
create trigger stock_out_checked before update of status on stock_out for each row when (new.status = 2 and old.status <> 2) execute function stock_out_checked();
