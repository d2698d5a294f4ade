-- Times at which doctors are taken, without whose they are: a member's session sees no booking but its own.
create or replace function booked_times(doctors_ bigint[], from_ timestamptz, until_ timestamptz)
  returns table (doctor_id bigint, hid bigint, visit_at timestamptz, visit_end timestamptz)
  language sql stable security definer
  set search_path = public as $$
  select r.doctor_id, r.hid, r.visit_at, r.visit_end
  from reservation r
  where r.oid = current_setting('app.oid')::bigint
    and r.doctor_id = any(doctors_)
    and not r.walk_in
    and r.status not in (30, 31, 32)
    and r.visit_at >= from_
    and r.visit_at < until_
$$;

-- How many numbers are before one in its line, without whose they are.
create or replace function queue_ahead(ticket_ bigint)
  returns bigint
  language sql stable security definer
  set search_path = public as $$
  select count(*)
  from queue_ticket own
  join queue_ticket other
    on other.oid = own.oid and other.hid = own.hid and other.day = own.day and other.closed_at is null and other.status in (0, 1, 3)
    and (other.consulting_id is not distinct from own.consulting_id or other.consulting_id is null or own.consulting_id is null)
    and (other.office_id is not distinct from own.office_id)
    and (other.position, other.ticket_id) < (own.position, own.ticket_id)
  where own.oid = current_setting('app.oid')::bigint and own.ticket_id = ticket_
$$;
