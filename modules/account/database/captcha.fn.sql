-- Keeps the answer to a picture. Deletes the expired ones.
create or replace function captcha_keep(ticket_ text, answer_ text)
  returns void
  language sql security definer
  set search_path = public as $$
  delete from captcha where expires_at < now();
  insert into captcha (ticket_hash, answer_hash) values (ticket_, answer_)
$$;

-- Checks the answer to a picture. A picture allows one try, right or wrong.
create or replace function captcha_take(ticket_ text, answer_ text)
  returns boolean
  language sql security definer
  set search_path = public as $$
  with taken as (delete from captcha where ticket_hash = ticket_ returning answer_hash = answer_ and expires_at > now() ok)
  select coalesce((select ok from taken), false)
$$;
