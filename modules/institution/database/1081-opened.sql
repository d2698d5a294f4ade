alter table store add column opened_on date, add column created_at timestamptz not null default app_now();
comment on column store.opened_on is 'first day of business; nothing happened in the store before it. Null: not said';

create or replace function store_opened(oid_ bigint, hid_ bigint) returns date
language sql stable security definer set search_path = public
as $$ select opened_on from store where oid = oid_ and hid = hid_ and oid = current_setting('app.oid', true)::bigint $$;
