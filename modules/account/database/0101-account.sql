-- A first password that nobody used for a week is worth nothing any more (ASVS 4.0.3, 2.3.1).
alter table account add must_change_by timestamptz;
create function first_password_over(uid_ bigint) returns boolean language sql stable security definer set search_path = public as $$
  select exists (select 1 from account where uid = uid_ and must_change and must_change_by < now())
$$;
