-- The rule of an item: the one that began last in each scope, of those the narrowest. A rule without a rate leaves it to the wider scope.
create or replace function commission_rule_of(
    of_oid bigint, of_hid bigint, of_role integer, of_kind integer, of_product bigint, on_day date
  )
returns table (rule_id bigint, percent numeric, piece bigint) language sql stable security definer set search_path = public as $$
  select r.rule_id, r.percent, r.piece from (
    select distinct on (c.product_id, c.brand_id, c.kind) c.* from commission_rule c
    where c.oid = of_oid and c.hid = of_hid and c.role = of_role and c.from_day <= on_day
      and (c.kind is null or c.kind = of_kind) and (c.product_id is null or c.product_id = of_product)
      and (c.brand_id is null or c.brand_id = (select p.brand_id from product p where p.oid = of_oid and p.product_id = of_product))
    order by c.product_id, c.brand_id, c.kind, c.from_day desc) r
  where num_nonnulls(r.percent, r.piece) = 1
  order by num_nonnulls(r.product_id) desc, num_nonnulls(r.brand_id) desc, num_nonnulls(r.kind) desc limit 1
$$;

-- Who took part in a bill: the seller, the examiner, the maker, and the optometrist of its order.
create or replace function commission_people(of_oid bigint, of_bill bigint)
returns table (role integer, person bigint) language sql stable security definer set search_path = public as $$
  select w.role, w.person from fee_bill b
    left join record_frame f on f.oid = b.oid and f.record_frame_id = case when b.ref ~ '^frame:[0-9]+$' then substr(b.ref, 7)::bigint end
    left join supply_order o on o.oid = b.oid and o.order_id = case when b.ref ~ '^order:[0-9]+$' then substr(b.ref, 7)::bigint end
    cross join lateral (
      values (1, b.saler_id), (2, b.docid), (3, b.processer_id), (4, coalesce(f.optrist_id, o.optrist_id))
    ) w(role, person)
  where b.oid = of_oid and b.fbid = of_bill and w.person is not null
$$;

-- Commission of paid bills. The plan is kept, because planning for a list of one bill takes longer than the work.
create or replace function commission_of_bills(of_oid bigint, bills bigint[])
  returns void
  language plpgsql security definer
  set search_path = public
  set plan_cache_mode = force_generic_plan as $$
begin
  insert into commission_line (oid, hid, at, person, role, kind, fbid, biid, rule_id, base, pieces, amount)
  select b.oid, b.hid, b.paid_at, w.person, w.role, i.kind, b.fbid, i.biid, r.rule_id, i.amount, i.quantity,
      coalesce(round(i.amount * r.percent / 100)::bigint, r.piece * i.quantity)
    from fee_bill b join bill_item i on i.oid = b.oid and i.fbid = b.fbid cross join lateral commission_people(b.oid, b.fbid) w
      cross join lateral commission_rule_of(b.oid, b.hid, w.role, i.kind, i.product_id, b.paid_at::date) r
    where b.oid = of_oid and b.fbid = any(bills) and b.paid_at is not null
    on conflict do nothing;
end $$;

-- Takes commission back for a refund: the share of the line refunded so far, less what was taken before; the rest with the last piece. A
-- cancelled refund gives back what it took.
create or replace function commission_of_refund(of_oid bigint, of_refund bigint)
  returns void
  language sql security definer
  set search_path = public as $$
  insert into commission_line (oid, hid, at, person, role, kind, fbid, biid, refund_id, rule_id, base, pieces, amount)
  select c.oid, c.hid, r.at, c.person, c.role, c.kind, c.fbid, c.biid, r.refund_id, c.rule_id, -x.amount, -x.quantity,
      -(
        case
          when back.amount = c.base then c.amount
          when rule.piece is not null then least(rule.piece * back.pieces, c.amount)
          else round(c.amount::numeric * back.amount / c.base)::bigint end
      )
      - coalesce(
        (
          select sum(l.amount)
          from commission_line l
          where l.oid = c.oid and l.biid = c.biid and l.role = c.role and l.refund_id is not null
        ),
          0
      )
    from refund r join refund_item x on x.oid = r.oid and x.refund_id = r.refund_id
      join commission_line c on c.oid = x.oid and c.biid = x.biid and c.cbid is null and c.refund_id is null
      join commission_rule rule on rule.oid = c.oid and rule.rule_id = c.rule_id
      cross join lateral (
        select sum(y.amount) amount, sum(y.quantity) pieces from refund_item y join refund p on p.oid = y.oid and p.refund_id = y.refund_id
        where y.oid = x.oid and y.biid = x.biid and y.refund_id <= r.refund_id
          and not exists (select from refund z where z.oid = p.oid and z.cancels = p.refund_id and z.refund_id < r.refund_id)) back
    where r.oid = of_oid and r.refund_id = of_refund and r.cancels is null
  union all
  select c.oid, c.hid, z.at, c.person, c.role, c.kind, c.fbid, c.biid, z.refund_id, c.rule_id, -c.base, -c.pieces, -c.amount
    from refund z join commission_line c on c.oid = z.oid and c.refund_id = z.cancels
    where z.oid = of_oid and z.refund_id = of_refund
  on conflict do nothing
$$;

-- Commission of top-ups.
create or replace function commission_of_charges(of_oid bigint, charges bigint[])
  returns void
  language sql security definer
  set search_path = public as $$
  insert into commission_line (oid, hid, at, person, role, kind, cbid, rule_id, base, pieces, amount)
  select c.oid, c.hid, c.pay_time, w.person, 5, -1, c.cbid, r.rule_id, c.money, 1,
    coalesce(round(c.money * r.percent / 100)::bigint, case when c.kind = 1 then r.piece else 0 end)
    from charge_bill c left join charge_bill a on a.oid = c.oid and a.cbid = c.amends
      cross join lateral (select coalesce(c.charge_consultant_id, a.charge_consultant_id) person) w
      cross join lateral commission_rule_of(c.oid, c.hid, 5, null, null, coalesce(a.pay_time, c.pay_time)::date) r
    where c.oid = of_oid and c.cbid = any(charges) and c.kind in (1, 5) and w.person is not null
  on conflict do nothing;
  -- A withdrawal takes back what its money earned, in its own month: of each top-up, from whom that one paid.
  insert into commission_line (oid, hid, at, person, role, kind, cbid, returns, rule_id, base, pieces, amount)
  select c.oid, t.hid, c.pay_time, t.charge_consultant_id, 5, -1, c.cbid, t.cbid, r.rule_id, s.money, 1,
    coalesce(round(s.money * r.percent / 100)::bigint, case when left_.money = 0 then -r.piece else 0 end)
    from charge_bill c join charge_share s on s.oid = c.oid and s.cbid = c.cbid
      join charge_bill t on t.oid = s.oid and t.cbid = s.topup_cbid
      cross join lateral (
        select t.money + coalesce((select sum(a.money) from charge_bill a where a.oid = t.oid and a.amends = t.cbid), 0)
          + coalesce((select sum(o.money) from charge_share o join charge_bill w on w.oid = o.oid and w.cbid = o.cbid
              where o.oid = t.oid and o.topup_cbid = t.cbid and w.kind = 2 and o.share_id <= s.share_id), 0) money
      ) left_
      cross join lateral commission_rule_of(t.oid, t.hid, 5, null, null, t.pay_time::date) r
    where c.oid = of_oid and c.cbid = any(charges) and c.kind = 2 and t.charge_consultant_id is not null
  on conflict do nothing
$$;

-- Tills share the lock of their store; who adds a rule holds it alone, so that no bill falls between the two.
create or replace function commission_lock(of_hid bigint)
  returns bigint
  language sql immutable as $$
  select hashtextextended('commission', of_hid) $$;

-- Computes what tills put off while a rule was being added.
create or replace function commission_settle() returns bigint language plpgsql security definer set search_path = public as $$
declare
  mine bigint := current_setting('app.oid')::bigint;
  w record;
  settled bigint := 0;
begin
  for w in select * from commission_later l where l.oid = mine order by l.later_id for update skip locked loop
    continue when not pg_try_advisory_xact_lock_shared(commission_lock(w.hid));
    if w.fbid is not null then perform commission_of_bills(mine, array[w.fbid]); end if;
    if w.refund_id is not null then perform commission_of_refund(mine, w.refund_id); end if;
    if w.cbid is not null then perform commission_of_charges(mine, array[w.cbid]); end if;
    delete from commission_later l where l.oid = mine and l.later_id = w.later_id;
    settled := settled + 1;
  end loop;
  return settled;
end $$;

-- Computes commission when a bill is paid in full, or notes it for later while a rule is being added.
create or replace function commission_on_bill() returns trigger language plpgsql security definer set search_path = public as $$
declare s record;
begin
  for s in
    select n.oid, n.hid, array_agg(n.fbid) bills
    from old_rows o
    join new_rows n using (oid, fbid)
    where o.paid_at is null and n.paid_at is not null
    group by n.oid, n.hid
    order by 1, 2 loop
    if not pg_try_advisory_xact_lock_shared(commission_lock(s.hid)) then
      insert into commission_later (oid, hid, fbid) select s.oid, s.hid, unnest(s.bills);
    elsif exists (select from commission_rule r where r.oid = s.oid and r.hid = s.hid) then
      perform commission_of_bills(s.oid, s.bills);
    end if;
  end loop;
  return null;
end $$;
create trigger commission after update on fee_bill
  referencing old table as old_rows new table as new_rows
  for each statement execute function commission_on_bill();

-- Computes what a refund takes back.
create or replace function commission_on_refund() returns trigger language plpgsql security definer set search_path = public as $$
declare w record;
begin
  for w in
    select distinct r.oid, b.hid, r.refund_id
    from new_rows n
    join refund r using (oid, refund_id)
    join fee_bill b on b.oid = r.oid and b.fbid = r.fbid
    where tg_table_name = 'refund_item' or r.cancels is not null order by 1, 2, 3 loop
    if pg_try_advisory_xact_lock_shared(commission_lock(w.hid)) then
      perform commission_of_refund(w.oid, w.refund_id);
    else
      insert into commission_later (oid, hid, refund_id) values (w.oid, w.hid, w.refund_id);
    end if;
  end loop;
  return null;
end $$;
create trigger commission after insert on refund
  referencing new table as new_rows
  for each statement execute function commission_on_refund();
create trigger commission after insert on refund_item
  referencing new table as new_rows
  for each statement execute function commission_on_refund();

-- Computes commission of a top-up.
create or replace function commission_on_charge() returns trigger language plpgsql security definer set search_path = public as $$
declare s record;
begin
  for s in select n.oid, n.hid, array_agg(n.cbid) charges from new_rows n group by 1, 2 order by 1, 2 loop
    if pg_try_advisory_xact_lock_shared(commission_lock(s.hid)) then
      perform commission_of_charges(s.oid, s.charges);
    else
      insert into commission_later (oid, hid, cbid) select s.oid, s.hid, unnest(s.charges);
    end if;
  end loop;
  return null;
end $$;
create trigger commission after insert on charge_bill
  referencing new table as new_rows
  for each statement execute function commission_on_charge();

-- Takes back the commission of what a withdrawal returns, in the stores of its top-ups.
create or replace function commission_on_share() returns trigger language plpgsql security definer set search_path = public as $$
declare s record;
begin
  for s in
    select n.oid, t.hid, array_agg(distinct n.cbid) charges
    from new_rows n
    join charge_bill t on t.oid = n.oid and t.cbid = n.topup_cbid
    group by 1, 2
    order by 1, 2 loop
    if pg_try_advisory_xact_lock_shared(commission_lock(s.hid)) then
      perform commission_of_charges(s.oid, s.charges);
    else
      insert into commission_later (oid, hid, cbid) select s.oid, s.hid, unnest(s.charges);
    end if;
  end loop;
  return null;
end $$;

-- The shares of a withdrawal are written after it.
create trigger commission after insert on charge_share
  referencing new table as new_rows
  for each statement execute function commission_on_share();

-- A rule begins in the present month or later. Only a rule that has not begun may be deleted.
create or replace function commission_on_rule() returns trigger language plpgsql security definer set search_path = public as $$
declare month date := date_trunc('month', app_now())::date;
begin
  if tg_op = 'DELETE' then
    if old.from_day <= app_now()::date then
      raise exception 'rule % has begun', old.rule_id using errcode = '23514', constraint = 'commission_rule__commission_begun';
    end if;
    return old;
  end if;
  if tg_op = 'UPDATE' then
    raise exception 'a rule of commission does not change' using errcode = '23514', constraint = 'commission_rule__commission_begun';
  end if;
  if new.from_day < month then
    raise exception 'commission of a month that is over does not change' using errcode = '23514',
      constraint = 'commission_rule__commission_past';
  end if;
  return new;
end $$;
create trigger commission_kept before insert or update or delete on commission_rule
  for each row execute function commission_on_rule();

-- Computes the commission of the present month again under a new rule.
create or replace function commission_anew() returns trigger language plpgsql security definer set search_path = public as $$
declare
  bills bigint[];
  charges bigint[];
begin
  if new.from_day > app_now()::date then return null; end if;
  perform pg_advisory_xact_lock(commission_lock(new.hid));
  if new.role = 5 then
    select coalesce(array_agg(c.cbid), '{}') into charges from charge_bill c
      left join charge_bill a on a.oid = c.oid and a.cbid = c.amends
      where c.oid = new.oid and c.pay_time >= new.from_day and coalesce(a.pay_time, c.pay_time) >= new.from_day
        and (c.hid = new.hid or exists (
          select from charge_share s join charge_bill t on t.oid = s.oid and t.cbid = s.topup_cbid
          where s.oid = c.oid and s.cbid = c.cbid and t.hid = new.hid));
    delete from commission_line l where l.oid = new.oid and l.cbid = any(charges);
    perform commission_of_charges(new.oid, charges);
    return null;
  end if;
  select coalesce(array_agg(b.fbid), '{}') into bills
  from fee_bill b
  where b.oid = new.oid and b.hid = new.hid and b.paid_at >= new.from_day;
  delete from commission_line l
  where l.oid = new.oid and l.biid in (select i.biid from bill_item i where i.oid = new.oid and i.fbid = any(bills));
  perform commission_of_bills(new.oid, bills);
  perform commission_of_refund(r.oid, r.refund_id)
  from (select oid, refund_id from refund where oid = new.oid and fbid = any(bills) order by refund_id) r;
  return null;
end $$;
create trigger commission_anew after insert on commission_rule for each row execute function commission_anew();
