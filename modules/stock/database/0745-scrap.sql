-- What a stock-out paper of type 5 says beside its lines: why the goods are scrapped, of which job, who agreed, how they were destroyed.
create table scrap (
  oid bigint not null,
  hid bigint not null,
  stockout_id bigint not null,
  cause integer,
  job_no text,
  photo text,
  approved_by bigint,
  approved_at timestamptz,
  destroyed_on date,
  destroyed_way text,
  witness text,
  destroyed_by bigint,
  primary key (oid, stockout_id),
  foreign key (oid, stockout_id) references stock_out (oid, stockout_id),
  constraint scrap__cause check (cause between 1 and 6),
  constraint scrap__words check (length(job_no) <= 40 and length(photo) <= 400000 and length(destroyed_way) <= 100 and length(witness) <= 30),
  constraint scrap__approved check ((approved_by is null) = (approved_at is null)),
  constraint scrap__destroyed check (num_nonnulls(destroyed_on, destroyed_way, witness, destroyed_by) in (0, 4))
);
comment on column scrap.cause is '1 broken, 2 expired, 3 recalled, 4 contaminated, 5 lost in the workshop, 6 returned and unfit for sale; null: written before causes were asked';
insert into scrap (oid, hid, stockout_id) select oid, hid, stockout_id from stock_out where stockout_type = 5;

-- Goods are scrapped when another person than wrote the paper agreed, whichever call posts it.
create function scrap_approved() returns trigger language plpgsql set search_path to 'public' as $$
begin
  if not exists (select 1 from scrap s where s.oid = new.oid and s.stockout_id = new.stockout_id and s.approved_by is distinct from new.ctid_ and s.approved_by is not null) then
    raise exception 'scrap % was agreed by nobody else', new.stockout_no using errcode = '23514', constraint = 'stock_out__scrap_own';
  end if;
  return new;
end $$;
create trigger scrap_approved before update of status on stock_out for each row when (new.stockout_type = 5 and new.status = 2 and old.status <> 2)
  execute function scrap_approved();
-- What was destroyed stays so, and what was agreed: a record of destruction is written once, after the goods went out.
create function scrap_kept() returns trigger language plpgsql set search_path to 'public' as $$
begin
  if old.destroyed_on is not null then
    raise exception 'the destruction is on record' using errcode = '23514', constraint = 'scrap__destroyed_already';
  end if;
  if new.destroyed_on is not null and not exists (select 1 from stock_out o where o.oid = new.oid and o.stockout_id = new.stockout_id and o.status = 2) then
    raise exception 'what is in stock was not destroyed' using errcode = '23514', constraint = 'scrap__not_posted_scrap';
  end if;
  return new;
end $$;
create trigger scrap_kept before update on scrap for each row execute function scrap_kept();
