-- The store a device key belongs to, before a tenant is known. A revoked key opens nothing.
create or replace function device_key_tenant(hash_ text) returns table (oid bigint, hid bigint, ctid bigint, name text, key_id bigint)
language sql stable security definer set search_path = public
as $$
  select k.oid, k.hid, coalesce(k.ctid_, 0), k.name, k.key_id
  from device_key k
  join store h on h.oid = k.oid and h.hid = k.hid
  where k.hash = hash_
    and k.revoked_at is null
    and coalesce(h.expire_date >= app_now()::date, true)
$$;

-- A file from a device stays as it came. Only its member, its state and what was taken from it change; an unreadable file may be read
-- again.
create or replace function device_file_kept() returns trigger language plpgsql as $$
begin
  if (new.sha256, new.size, new.source, new.received_at) is distinct from (old.sha256, old.size, old.source, old.received_at)
     or (old.status = 2 and (new.reading, new.taken, new.status) is distinct from (old.reading, old.taken, old.status)) then
    raise exception 'a file of a device stays as it came' using errcode = '23514', constraint = 'device_file__locked';
  end if;
  return new;
end $$;
create trigger device_file_kept before update on device_file for each row execute function device_file_kept();
