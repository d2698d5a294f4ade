-- 验收: who posts a stock-in accepted what came, with its temperature and whether its certificates were there; what is rejected never enters the stock. Devices of class II and III
-- come in accepted only, where the store asks for it by another than who wrote the paper or ordered them. The rest of the function as before.
alter table stock_in
  add column accepted_by bigint,
  add column accepted_at timestamptz,
  add column arrival_celsius numeric(4, 1) constraint stock_in__arrival_celsius check (arrival_celsius between -40 and 80),
  add column certificates boolean constraint stock_in__certificates check (certificates),
  add column ordered_by bigint,
  add foreign key (oid, accepted_by) references contact,
  add foreign key (oid, ordered_by) references contact;
comment on column stock_in.arrival_celsius is '℃';
comment on column stock_in.certificates is 'null: not said';
comment on column stock_in.ordered_by is 'who sent the order that brought it';
create index stock_in__by_accepted on stock_in (oid, accepted_by);
create index stock_in__by_ordered on stock_in (oid, ordered_by);
alter table stock_in_item
  add column rejected int not null default 0 constraint stock_in_item__rejected check (rejected between 0 and 100000),
  add column reject_reason text,
  add constraint stock_in_item__reject_reason check (rejected = 0 or trim(reject_reason) <> '');
comment on column stock_in_item.rejected is 'pieces not taken: beside the quantity, which is what enters the stock';
create or replace function batch_lawful() returns trigger language plpgsql security definer set search_path to 'public' as $$
declare
  today date := (app_now())::date;
  g record;
  e record;
  counted boolean;
begin
  select b.batch_id, b.expiry < today run_out, p.device_class >= 2 watched, p.device_class = 3 device, p.name, p.registration_no, p.registration_expires, s.supplier_id, s.licence_expires,
      p.approved_on is not null and s.approved_on is not null approved, least(p.approved_until, s.approved_until) approved_until into g
    from ledger_account a join batch b on b.oid = a.oid and b.batch_id = case when starts_with(a.key, 'batch:') then substr(a.key, 7)::bigint end
    join product p on p.oid = b.oid and p.product_id = b.product_id
    left join supplier s on s.oid = b.oid and s.supplier_id = coalesce(b.supplier_id, p.supplier_id)
    where a.oid = new.oid and a.account_id = new.account_id;
  if not found or not (g.watched or coalesce(g.run_out, false)) then return null; end if;
  select ref, reverses into e from ledger_entry where oid = new.oid and entry_id = new.entry_id;
  counted := coalesce(starts_with(e.ref, 'adjust:') or starts_with(e.ref, 'profitloss:'), false);
  if e.reverses is not null or e.ref like 'late:%' or e.ref like 'freed-%' or (counted and (new.amount < 0 or not g.device)) then return null; end if;
  if new.amount < 0 and e.ref like 'stockout:%' and exists (select 1 from stock_out
      where oid = new.oid and stockout_id = split_part(e.ref, ':', 2)::bigint and stockout_type in (4, 5, 6)) then return null; end if;
  if new.amount > 0 and not counted and (select sum(l.amount) from ledger_entry x join ledger_line l on l.oid = x.oid and l.entry_id = x.entry_id
      where x.oid = new.oid and x.ref = e.ref and l.account_id = new.account_id) <= 0 then return null; end if;
  if g.run_out and not counted then
    raise exception 'batch % has expired', g.batch_id using errcode = '23514', constraint = 'batch__expired';
  end if;
  if g.device and coalesce(trim(g.registration_no), '') = '' then
    raise exception '% has no registration number', g.name using errcode = '23514', constraint = 'batch__unregistered';
  end if;
  if g.device and g.licence_expires is null then
    raise exception '% has no supplier with a licence', g.name using errcode = '23514', constraint = 'batch__unlicensed';
  end if;
  if new.amount < 0 or counted or not g.watched then return null; end if;
  if g.registration_expires < today or g.licence_expires < today then
    raise exception 'the registration of % or its supplier''s licence has expired', g.name using errcode = '23514', constraint = 'batch__out_of_date';
  end if;
  if not g.approved then
    raise exception '% or its supplier is not approved', g.name using errcode = '23514', constraint = 'batch__unapproved';
  end if;
  if g.approved_until < today then
    raise exception 'a paper of % or its supplier has run out', g.name using errcode = '23514', constraint = 'batch__approval_over';
  end if;
  if e.ref ~ '^stockin:[0-9]+$' and not exists (select from stock_in s where s.oid = new.oid and s.stockin_id = split_part(e.ref, ':', 2)::bigint and s.accepted_at is not null
      and (s.accepted_by is distinct from coalesce(s.ordered_by, s.ctid_)
        or not exists (select from store_option o where o.oid = s.oid and o.hid = s.hid and o.key = 'acceptByAnother' and o.value = 'true'))) then
    raise exception '% was not accepted, or not by another', g.name using errcode = '23514', constraint = 'batch__unaccepted';
  end if;
  return null;
end $$;
