-- Day of birth of a member: no moment of theirs lies before it (check_moments of the kernel).
create or replace function member_born(oid_ bigint, pid_ bigint) returns date
language sql stable security definer set search_path = public
as $$ select birth from patient where oid = oid_ and pid = pid_ and oid = current_setting('app.oid', true)::bigint $$;
