-- Months whose books are closed. Opening one again keeps its row, with who and why.
create table closed_month (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  month date not null,
  closed_at timestamptz not null default app_now(),
  closed_by bigint default app_ctid(),
  note text,
  reopened_at timestamptz,
  reopened_by bigint,
  reason text,
  primary key (oid, id),
  foreign key (oid, hid) references store,
  foreign key (oid, closed_by) references contact,
  foreign key (oid, reopened_by) references contact,
  constraint closed_month__first_day check (extract(day from month) = 1),
  constraint closed_month__not_over check (month + interval '1 month' <= closed_at),
  constraint closed_month__reopened check (
    (reopened_at is null) = (reopened_by is null) and (reopened_at is null) = (btrim(coalesce(reason, '')) = '')
  )
);
comment on column closed_month.month is 'first day of the month';
create unique index closed_month__closed on closed_month (oid, hid, month) where reopened_at is null;
create index closed_month__by_closer on closed_month (oid, closed_by);
create index closed_month__by_opener on closed_month (oid, reopened_by);
