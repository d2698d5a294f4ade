-- What a paid bill brings is reckoned by a plan that is kept: for a list of one bill the planner would make another each time, which takes longer than the work.
create or replace function commission_of_bills(of_oid bigint, bills bigint[]) returns void language plpgsql security definer set search_path = public set plan_cache_mode = force_generic_plan as $$
begin
  insert into commission_line (oid, hid, at, person, role, kind, fbid, biid, rule_id, base, pieces, amount)
  select b.oid, b.hid, b.paid_at, w.person, w.role, i.kind, b.fbid, i.biid, r.rule_id, i.amount, i.quantity,
      coalesce(round(i.amount * r.percent / 100)::bigint, r.piece * i.quantity)
    from fee_bill b join bill_item i on i.oid = b.oid and i.fbid = b.fbid cross join lateral commission_people(b.oid, b.fbid) w
      cross join lateral commission_rule_of(b.oid, b.hid, w.role, i.kind, i.product_id, b.paid_at::date) r
    where b.oid = of_oid and b.fbid = any(bills) and b.paid_at is not null
    on conflict do nothing;
end $$;
-- A bill that is paid now is nobody's first who paid one before.
create or replace function stat_first_of_bill() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'INSERT' then
    perform stat_first_keep(w.oid, w.pid, 1) from (select distinct oid, pid from new_rows where paid_at is not null order by 1, 2) w;
  elsif tg_op = 'DELETE' then
    perform stat_first_keep(w.oid, w.pid, 1) from (select distinct oid, pid from old_rows where paid_at is not null order by 1, 2) w;
  else
    perform stat_first_keep(w.oid, w.pid, 1) from (
      select distinct o.oid, p.pid from old_rows o join new_rows n using (oid, fbid) cross join lateral (values (o.pid), (n.pid)) p(pid)
      where (o.paid_at is not null or n.paid_at is not null)
        and (o.pid, o.paid_at, o.hid, o.docid, o.bill_price > 0) is distinct from (n.pid, n.paid_at, n.hid, n.docid, n.bill_price > 0)
        and not (o.paid_at is null and exists (select from stat_first s where s.oid = o.oid and s.pid = p.pid and s.what = 1 and s.at < n.paid_at and s.id <> o.fbid))
      order by 1, 2) w;
  end if;
  return null;
end $$;
