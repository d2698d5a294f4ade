create or replace function picture_pass_keep(ticket_ text)
  returns void
  language sql security definer
  set search_path = public as $$
  delete from picture_pass where expires_at < now();
  insert into picture_pass (ticket_hash) values (ticket_);
$$;

-- Uses a pass once. False after five uses, after five minutes, and of one nobody was given.
create or replace function picture_pass_use(ticket_ text)
  returns boolean
  language sql security definer
  set search_path = public as $$
  with used as (
    update picture_pass
    set tries = tries + 1
    where ticket_hash = ticket_ and expires_at > now() and tries < 5
    returning 1
  )
  select exists (select 1 from used)
$$;
