-- Day a store opened: nothing happened in it before (check_moments of the kernel).
create or replace function store_opened(oid_ bigint, hid_ bigint) returns date
language sql stable security definer set search_path = public
as $$ select opened_on from store where oid = oid_ and hid = hid_ and oid = current_setting('app.oid', true)::bigint $$;
