-- Whether the books of a store are closed for the month of a day.
create or replace function is_month_closed(oid_ bigint, hid_ bigint, day_ date) returns boolean
language sql stable security definer set search_path = public
as $$
  select exists (
    select
    from closed_month c
    where c.oid = oid_
      and c.hid = hid_
      and c.month = date_trunc('month', day_)::date
      and c.reopened_at is null
      and c.oid = current_setting('app.oid', true)::bigint
  )
$$;
