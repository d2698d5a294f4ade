-- How many days late a moment may be written without right and reason, as the store chose it; what it never chose is as in
-- contract/options.ts.
create or replace function store_days_back(oid_ bigint, hid_ bigint, choice_ text) returns int
language sql stable security definer set search_path = public
as $$
  select nullif(
    coalesce(
      (
        select value
        from store_option
        where oid = oid_ and hid = hid_ and key = choice_ and oid = current_setting('app.oid', true)::bigint
      ),
      case choice_ when 'backdateBillDays' then '7'::jsonb when 'backdateRecordDays' then '30'::jsonb else 'null'::jsonb end
    ),
    'null'::jsonb
  )::int
$$;
