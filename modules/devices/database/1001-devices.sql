-- An inbox is of its store: the same bytes are one row in it. A key of one store was told the row of another one that had the file first.
alter table device_file drop constraint device_file__twice;
alter table device_file add constraint device_file__twice unique (oid, hid, sha256);

-- A key of a store whose time is up sends as little as its people do.
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
