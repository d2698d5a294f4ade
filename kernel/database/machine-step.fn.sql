-- Whether a step of a machine gives its work up.
create or replace function step_gives_up(machine_ text, was int, is_ int) returns boolean language sql stable set search_path = public as $$
  select exists (select from machine_step where machine = machine_ and from_status = was and to_status = is_ and gives_up)
$$;
