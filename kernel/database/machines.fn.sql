-- Refuses a change of state that is no step of the machine. When the kinds of one table have a machine each, the first argument names the
-- column of the kind, and pairs of value and machine follow; such a row keeps its kind, and an unknown kind has no legal state.
create or replace function guard_status() returns trigger language plpgsql security definer set search_path = public as $$
declare
  was int := case when tg_op = 'INSERT' then -1 else old.status end;
  machine_ text := tg_argv[0];
  kind_ text;
begin
  if tg_nargs > 1 then
    kind_ := to_jsonb(new) ->> tg_argv[0];
    machine_ := null;
    for i in 1 .. tg_nargs - 2 by 2 loop
      if tg_argv[i] = kind_ then machine_ := tg_argv[i + 1]; end if;
    end loop;
    if machine_ is null then
      raise exception 'no machine for % % of %', tg_argv[0], kind_, tg_table_name using errcode = 'M0001';
    end if;
    if tg_op = 'UPDATE' and to_jsonb(old) ->> tg_argv[0] is distinct from kind_ then
      raise exception 'a row of % keeps its %', tg_table_name, tg_argv[0] using errcode = 'M0001';
    end if;
  end if;
  if was is distinct from new.status
     and not exists (select 1 from machine_step where machine = machine_ and from_status = was and to_status = new.status) then
    raise exception 'illegal step of % from % to %', machine_, was, new.status using errcode = 'M0001';
  end if;
  -- The one step that takes the stop off is made where all bases were found in force.
  if tg_op = 'UPDATE' and was is distinct from new.status and to_jsonb(new) ->> 'stop_reason' is not null
     and not step_gives_up(machine_, was, new.status) then
    raise exception 'row of % is stopped: %', tg_table_name, to_jsonb(new) ->> 'stop_reason'
      using errcode = '23514', constraint = tg_table_name || '__basis_fallen';
  end if;
  return new;
end $$;
