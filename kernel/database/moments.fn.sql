-- Stands on every table that declares moments which have happened (contract/tables.ts, happened). An argument is `column=back`; a dot leads
-- into jsonb. `back` is a number of days, the name of a choice of the store, `open` (any day since the store opened) or `life` (any day of
-- the member's life). `=books` after it: the day is one of the store's books, and neither enters nor leaves a month that is closed.
create or replace function check_moments() returns trigger language plpgsql set search_path = public as $$
declare
  rule_ text;
  path_ text[];
  back_ text;
  typed_ text;
  moment_ timestamptz;
  day_ date;
  limit_ int;
  bound_ date;
  code_ text;
  detail_ text;
  stood_ boolean;
  new_ jsonb := to_jsonb(new);
  old_ jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) end;
  oid_ bigint := (new_ ->> 'oid')::bigint;
  hid_ bigint := (new_ ->> 'hid')::bigint;
begin
  foreach rule_ in array tg_argv loop
    path_ := string_to_array(split_part(rule_, '=', 1), '.');
    back_ := split_part(rule_, '=', 2);
    typed_ := new_ #>> path_;
    -- What stood before was judged when it was written; a paper that is posted enters the month of its day at that moment.
    stood_ := typed_ is not distinct from old_ #>> path_;
    continue when typed_ is null
      or stood_ and not (split_part(rule_, '=', 3) = 'books' and new_ ->> 'posted_at' is not null and old_ ->> 'posted_at' is null);
    moment_ := typed_::timestamptz;
    day_ := moment_::date;
    code_ := null;
    detail_ := null;
    if split_part(rule_, '=', 3) = 'books' then
      if is_month_closed(oid_, hid_, day_) then
        bound_ := day_;
        code_ := 'month_closed';
      elsif not coalesce(old_ ? 'posted_at' and old_ ->> 'posted_at' is null, false)
        and is_month_closed(oid_, hid_, (old_ #>> path_)::date) then
        bound_ := (old_ #>> path_)::date;
        code_ := 'month_closed';
      end if;
      detail_ := to_char(bound_, 'YYYY-MM');
    end if;
    continue when stood_ and code_ is null;
    if code_ is null and moment_ > app_now() + interval '10 minutes' then
      code_ := 'not_yet';
    end if;
    if code_ is null and new_ ->> 'pid' is not null then
      bound_ := member_born(oid_, (new_ ->> 'pid')::bigint);
      if day_ < bound_ then
        code_ := 'before_birth';
        detail_ := bound_::text;
      end if;
    end if;
    if code_ is null and back_ <> 'life' and new_ ->> 'import_id' is null and coalesce(current_setting('app.elsewhere', true), '') = '' then
      bound_ := store_opened(oid_, hid_);
      if day_ < bound_ then
        code_ := 'before_opening';
        detail_ := bound_::text;
      end if;
      limit_ := case when back_ = 'open' then null when back_ ~ '^\d+$' then back_::int else store_days_back(oid_, hid_, back_) end;
      -- A reason counts in the stores where its writer may enter late.
      if code_ is null and app_now()::date - day_ > limit_
        and (
          coalesce(current_setting('app.backdate', true), '') = ''
          or (hid_ is not null and hid_ <> all (coalesce(nullif(current_setting('app.backdate_hids', true), ''), '{}')::bigint[]))
        )
      then
        code_ := 'too_long_ago';
        detail_ := (app_now()::date - day_) || ' ' || limit_;
      end if;
    end if;
    if code_ is not null then
      raise exception '% of % is %: %', array_to_string(path_, '.'), tg_table_name,
        case code_ when 'not_yet' then 'later than now' else replace(code_, '_', ' ') end, typed_
        using errcode = '23514', constraint = tg_table_name || '__' || code_, table = tg_table_name, column = path_[array_upper(path_, 1)],
          detail = coalesce(detail_, '');
    end if;
  end loop;
  return new;
end $$;
