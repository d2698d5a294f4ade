-- Counting, loss and overflow. A line of a count keeps what the ledger said of its batch at its own time; what is posted is the difference, by
-- a paper that another person confirms. Nothing is ever set, and no sale waits for a count.
create table stocktaking (
  oid bigint not null,
  count_id bigint generated always as identity,
  hid bigint not null,
  count_no text not null,
  warehouse_id bigint not null,
  categories int[],
  brands text[],
  product_ids bigint[],
  blind boolean not null default true,
  recount_pieces int constraint stocktaking__recount_pieces check (recount_pieces > 0),
  recount_value bigint constraint stocktaking__recount_value check (recount_value > 0),
  note text,
  status int not null default 0,
  version int not null default 0,
  ctid_ bigint,
  created_at timestamptz not null default app_now(),
  completed_at timestamptz,
  primary key (oid, count_id),
  foreign key (oid, hid) references store,
  foreign key (oid, warehouse_id) references warehouse,
  foreign key (oid, ctid_) references contact,
  constraint stocktaking__number unique (oid, count_no)
);
comment on column stocktaking.categories is 'only goods of these; null counts all';
comment on column stocktaking.blind is 'who counts is not told what the ledger says until the count is finished';
comment on column stocktaking.recount_pieces is 'a difference of so many pieces or more is counted a second time before the count can be finished';
comment on column stocktaking.recount_value is 'the same by what the difference cost, in fen';
create index stocktaking__by_store on stocktaking (oid, hid, count_id desc);
create index stocktaking__by_warehouse on stocktaking (oid, warehouse_id);
create index stocktaking__by_person on stocktaking (oid, ctid_);

create table stocktaking_line (
  oid bigint not null,
  line_id bigint generated always as identity,
  hid bigint not null,
  count_id bigint not null,
  batch_id bigint not null,
  counted int not null constraint stocktaking_line__counted check (counted between 0 and 1000000),
  ledger int not null constraint stocktaking_line__ledger check (ledger >= 0),
  seen_line bigint not null,
  counted_at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  primary key (oid, line_id),
  foreign key (oid, hid) references store,
  foreign key (oid, count_id) references stocktaking,
  foreign key (oid, batch_id) references batch,
  foreign key (oid, ctid_) references contact
);
comment on column stocktaking_line.counted is 'pieces found of the batch; counted again is another line, the latest counts';
comment on column stocktaking_line.ledger is 'balance of the batch when the line was counted';
comment on column stocktaking_line.seen_line is 'last ledger line in that balance, 0 without any: lines of the account come in the order of their ids';
create index stocktaking_line__by_count on stocktaking_line (oid, count_id, batch_id, line_id desc);
create index stocktaking_line__by_batch on stocktaking_line (oid, batch_id, line_id desc);
create index stocktaking_line__by_store on stocktaking_line (oid, hid);
create index stocktaking_line__by_person on stocktaking_line (oid, ctid_);

create table profit_loss (
  oid bigint not null,
  profit_loss_id bigint generated always as identity,
  hid bigint not null,
  profit_loss_no text not null,
  warehouse_id bigint not null,
  count_id bigint,
  note text,
  status int not null default 0,
  version int not null default 0,
  ctid_ bigint,
  created_at timestamptz not null default app_now(),
  first_by bigint,
  confirmed_by bigint,
  confirmed_at timestamptz,
  primary key (oid, profit_loss_id),
  foreign key (oid, hid) references store,
  foreign key (oid, warehouse_id) references warehouse,
  foreign key (oid, count_id) references stocktaking,
  foreign key (oid, ctid_) references contact,
  foreign key (oid, first_by) references contact,
  foreign key (oid, confirmed_by) references contact,
  constraint profit_loss__number unique (oid, profit_loss_no),
  constraint profit_loss__one_of_count unique (oid, count_id),
  constraint profit_loss__loss_own check ((confirmed_by is null or confirmed_by is distinct from ctid_) and (first_by is null or first_by is distinct from ctid_)),
  constraint profit_loss__loss_twice check (confirmed_by is distinct from first_by or confirmed_by is null)
);
comment on column profit_loss.count_id is 'the count whose differences these are';
comment on column profit_loss.first_by is 'the first of the two who approve class III devices';
create index profit_loss__by_store on profit_loss (oid, hid, profit_loss_id desc);
create index profit_loss__by_warehouse on profit_loss (oid, warehouse_id);
create index profit_loss__by_person on profit_loss (oid, ctid_);
create index profit_loss__by_first on profit_loss (oid, first_by);
create index profit_loss__by_confirmer on profit_loss (oid, confirmed_by);

create table profit_loss_item (
  oid bigint not null,
  item_id bigint generated always as identity,
  hid bigint not null,
  profit_loss_id bigint not null,
  batch_id bigint not null,
  quantity int not null constraint profit_loss_item__quantity check (quantity <> 0),
  cause int not null constraint profit_loss_item__cause check (cause between 1 and 9),
  count_line_id bigint,
  note text,
  primary key (oid, item_id),
  foreign key (oid, hid) references store,
  foreign key (oid, profit_loss_id) references profit_loss on delete cascade,
  foreign key (oid, batch_id) references batch,
  foreign key (oid, count_line_id) references stocktaking_line,
  constraint profit_loss_item__once unique (oid, profit_loss_id, batch_id)
);
comment on column profit_loss_item.quantity is 'pieces: + found, − missing';
create index profit_loss_item__by_batch on profit_loss_item (oid, batch_id);
create index profit_loss_item__by_line on profit_loss_item (oid, count_line_id);
create index profit_loss_item__by_store on profit_loss_item (oid, hid);

-- Class III devices leave or come by two who approve, and a confirmed paper names who confirmed it.
create function profit_loss_approved() returns trigger language plpgsql security definer set search_path to 'public' as $$
begin
  if new.confirmed_by is null or (new.first_by is null and exists (select from profit_loss_item i join batch b on b.oid = i.oid and b.batch_id = i.batch_id
      join product p on p.oid = b.oid and p.product_id = b.product_id where i.oid = new.oid and i.profit_loss_id = new.profit_loss_id and p.device_class = 3)) then
    raise exception 'paper % is not approved', new.profit_loss_id using errcode = '23514', constraint = 'profit_loss__unapproved';
  end if;
  return new;
end $$;
create trigger profit_loss_approved before update of status on profit_loss for each row when (new.status = 1) execute function profit_loss_approved();

-- What comes after a count but happened before it was already missing when it was counted: a movement of the same size and the opposite sign is
-- linked to it, once the count is in force (finished; where it found a difference, confirmed).
create function stock_late() returns trigger language plpgsql security definer set search_path to 'public' as $$
declare
  moved ledger_entry := (select x from ledger_entry x where x.oid = new.oid and x.entry_id = new.entry_id);
  batch bigint := (select substr(a.key, 7)::bigint from ledger_account a where a.oid = new.oid and a.account_id = new.account_id and starts_with(a.key, 'batch:'));
  outside bigint;
  linked bigint;
begin
  if batch is null or starts_with(coalesce(moved.ref, ''), 'late:') then return null; end if;
  if not exists (select from stocktaking_line l join stocktaking c on c.oid = l.oid and c.count_id = l.count_id
      where l.oid = new.oid and l.batch_id = batch and l.counted_at > moved.at and l.seen_line < new.line_id and c.status = 2
        and not exists (select from stocktaking_line x where x.oid = l.oid and x.count_id = l.count_id and x.batch_id = l.batch_id and x.line_id > l.line_id)
        and not exists (select from profit_loss_item i join profit_loss d on d.oid = i.oid and d.profit_loss_id = i.profit_loss_id
          where i.oid = l.oid and i.count_line_id = l.line_id and d.status <> 1)) then return null; end if;
  select account_id into outside from ledger_account where oid = new.oid and book = 'stock' and key = 'outside:' || batch;
  insert into ledger_entry (oid, at, ctid_, hid, reason, ref, note) values (new.oid, moved.at, moved.ctid_, moved.hid, '盘点前迟到', 'late:' || new.line_id, moved.ref)
    returning entry_id into linked;
  insert into ledger_line (oid, entry_id, account_id, book, amount, balance) values (new.oid, linked, new.account_id, 'stock', -new.amount, 0);
  insert into ledger_line (oid, entry_id, account_id, book, amount, balance) values (new.oid, linked, outside, 'stock', new.amount, 0);
  return null;
end $$;
create trigger stock_late after insert on ledger_line for each row when (new.book = 'stock') execute function stock_late();

-- What is counted is counted, whichever paper posts it: loss and overflow are asked what `adjust` is asked, a linked correction nothing.
create or replace function batch_lawful() returns trigger language plpgsql security definer set search_path to 'public' as $$
declare
  today date := (app_now())::date;
  g record;
  e record;
  counted boolean;
begin
  select b.batch_id, b.expiry < today run_out, p.device_class = 3 device, p.name, p.registration_no, p.registration_expires, s.supplier_id, s.licence_expires into g
    from ledger_account a join batch b on b.oid = a.oid and b.batch_id = case when starts_with(a.key, 'batch:') then substr(a.key, 7)::bigint end
    join product p on p.oid = b.oid and p.product_id = b.product_id
    left join supplier s on s.oid = b.oid and s.supplier_id = coalesce(b.supplier_id, p.supplier_id)
    where a.oid = new.oid and a.account_id = new.account_id;
  if not found or not (g.device or coalesce(g.run_out, false)) then return null; end if;
  select ref, reverses into e from ledger_entry where oid = new.oid and entry_id = new.entry_id;
  counted := coalesce(starts_with(e.ref, 'adjust:') or starts_with(e.ref, 'profitloss:'), false);
  if e.reverses is not null or e.ref like 'late:%' or (counted and (new.amount < 0 or not g.device)) then return null; end if;
  if new.amount < 0 and e.ref like 'stockout:%' and exists (select 1 from stock_out
      where oid = new.oid and stockout_id = split_part(e.ref, ':', 2)::bigint and stockout_type in (4, 5, 6)) then return null; end if;
  if new.amount > 0 and not counted and (select sum(l.amount) from ledger_entry x join ledger_line l on l.oid = x.oid and l.entry_id = x.entry_id
      where x.oid = new.oid and x.ref = e.ref and l.account_id = new.account_id) <= 0 then return null; end if;
  if g.run_out and not counted then
    raise exception 'batch % has expired', g.batch_id using errcode = '23514', constraint = 'batch__expired';
  end if;
  if not g.device then return null; end if;
  if coalesce(trim(g.registration_no), '') = '' then
    raise exception '% has no registration number', g.name using errcode = '23514', constraint = 'batch__unregistered';
  end if;
  if g.licence_expires is null then
    raise exception '% has no supplier with a licence', g.name using errcode = '23514', constraint = 'batch__unlicensed';
  end if;
  if new.amount > 0 and not counted and (g.registration_expires < today or g.licence_expires < today) then
    raise exception 'the registration of % or its supplier''s licence has expired', g.name using errcode = '23514', constraint = 'batch__out_of_date';
  end if;
  return null;
end $$;
create or replace function batch_held() returns trigger language plpgsql security definer set search_path to 'public' as $$
declare
  held text := (select b.held_for from ledger_account a join batch b on b.oid = a.oid and b.batch_id = case when starts_with(a.key, 'batch:') then substr(a.key, 7)::bigint end
    where a.oid = new.oid and a.account_id = new.account_id);
  e record;
begin
  if held is null then return null; end if;
  select ref, reverses into e from ledger_entry where oid = new.oid and entry_id = new.entry_id;
  if e.reverses is not null or e.ref in (held, 'freed-' || held) or e.ref like any (array['adjust:%', 'profitloss:%', 'late:%']) then return null; end if;
  if e.ref like 'stockout:%' and exists (select 1 from stock_out
      where oid = new.oid and stockout_id = split_part(e.ref, ':', 2)::bigint and stockout_type in (4, 5, 6)) then return null; end if;
  raise exception 'pieces are held for %', held using errcode = '23514', constraint = 'batch__held';
end $$;
