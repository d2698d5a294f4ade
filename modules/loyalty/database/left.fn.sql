-- Times left of the packages of a member whose session asks: the accounts of packages are named by their items, not by the member.
create or replace function package_left(pid_ bigint)
  returns table (package_item_id bigint, "left" bigint)
  language sql stable security definer
  set search_path = public as $$
  select i.package_item_id, coalesce(a.balance, 0)
  from member_package m
  join package_item i on i.oid = m.oid and i.package_id = m.package_id
  left join ledger_account a on a.oid = i.oid and a.book = 'sessions' and a.key = 'package_item:' || i.package_item_id
  where m.oid = current_setting('app.oid')::bigint and m.pid = pid_
    and pid_ = any (nullif(current_setting('app.pids', true), '')::bigint[])
$$;
