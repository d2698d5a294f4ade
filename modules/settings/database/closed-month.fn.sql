-- Whether the books of a store are closed for the month of a day. The month that runs cannot be; one that is being closed is waited for.
create or replace function is_month_closed(oid_ bigint, hid_ bigint, day_ date) returns boolean
language plpgsql security definer set search_path = public
as $$
begin
  if day_ is null or day_ >= date_trunc('month', app_now())::date or oid_ is distinct from current_setting('app.oid', true)::bigint then
    return false;
  end if;
  perform pg_advisory_xact_lock_shared(7204141, hid_::int);
  return exists (
    select
    from closed_month c
    where c.oid = oid_
      and c.hid = hid_
      and c.month = date_trunc('month', day_)::date
      and c.reopened_at is null
  );
end $$;

-- A month is closed when nothing is being dated into it any more.
create or replace function closed_month_alone() returns trigger
language plpgsql
as $$
begin
  perform pg_advisory_xact_lock(7204141, new.hid::int);
  return new;
end $$;
create trigger closed_month_alone before insert on closed_month for each row execute function closed_month_alone();
