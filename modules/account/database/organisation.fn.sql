-- Every organisation with its stores, for the nightly jobs.
create or replace function tenants()
  returns table (oid bigint, hids bigint[])
  language sql stable security definer
  set search_path = public as $$
  select o.oid, array(select s.hid from store s where s.oid = o.oid order by s.hid) from organisation o order by o.oid
$$;

-- Whether the product was set up.
create or replace function has_organisation()
  returns boolean
  language sql stable security definer
  set search_path = public as $$
  select exists (select 1 from organisation) $$;

-- Uses up the one-time link of the first administrator, which the server makes at its start.
create or replace function setup_link_take(hash_ text) returns boolean language sql security definer set search_path = public as $$
  with taken as (update setup_link set used_at = now() where token_hash = hash_ and used_at is null and expires_at > now() returning 1)
  select exists (select 1 from taken)
$$;

-- Replaces the one-time link of the first administrator.
create or replace function setup_link_make(hash_ text) returns void language sql security definer set search_path = public as $$
  delete from setup_link where used_at is null;
  insert into setup_link (token_hash, expires_at) values (hash_, now() + interval '24 hours')
$$;

-- Draws the number of a new organisation. Its transaction needs the number first, so that nothing stays when it fails.
create or replace function organisation_number()
  returns bigint
  language sql volatile security definer
  set search_path = public as $$
  select nextval('organisation_oid_seq') $$;

-- Inserts the organisation whose number was drawn.
create or replace function organisation_open(name_ text, kind_ text)
  returns void
  language sql security definer
  set search_path = public as $$
  insert into organisation (oid, name, kind) values (current_setting('app.oid')::bigint, name_, kind_)
$$;
