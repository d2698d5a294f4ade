-- A mobile number logs in as well as the account's name, where it belongs to one account only; what is found nowhere stays what was typed.
create function login_name(typed text) returns text language sql stable security definer set search_path = public as $$
  select coalesce((select a.account from account a where a.account = typed), (
    select min(a.account) from account a join contact c using (oid, ctid_) where c.mobile = typed and typed ~ '^1\d{10}$' and a.status = 0 and c.status = 0 having count(*) = 1
  ), typed)
$$;
create index if not exists contact__by_mobile on contact (mobile) where mobile is not null;
