-- Figures of a closed month stand: a cost of it is neither changed nor deleted, and no rule of commissions reaches back into it.
create or replace function closed_figures() returns trigger language plpgsql security definer set search_path = public as $$
declare
  was jsonb := case when tg_op = 'INSERT' then to_jsonb(new) else to_jsonb(old) end;
  day_ date := (was ->> tg_argv[0])::date;
  month_ date;
begin
  select min(c.month) into month_
  from closed_month c
  where c.oid = (was ->> 'oid')::bigint
    and c.hid = (was ->> 'hid')::bigint
    and c.reopened_at is null
    and c.month >= date_trunc('month', day_)::date
    and (tg_op = 'INSERT' or c.month = date_trunc('month', day_)::date);
  if month_ is not null then
    raise exception '% of % is of a closed month', tg_table_name, day_ using errcode = '23514',
      constraint = tg_table_name || '__month_closed', table = tg_table_name, column = tg_argv[0], detail = to_char(month_, 'YYYY-MM');
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger closed_figures before update or delete on channel_cost for each row execute function closed_figures('day');
create trigger closed_figures before insert on commission_rule for each row execute function closed_figures('from_day');
