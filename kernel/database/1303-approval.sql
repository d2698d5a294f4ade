-- Who set a frozen value of a paper: no author approves it. Written by triggers (`approval` in contract/tables.ts).
create table paper_author (
  oid bigint not null,
  tbl text not null,
  row_id bigint not null,
  ctid_ bigint not null,
  at timestamptz not null default app_now(),
  primary key (oid, tbl, row_id, ctid_)
);
-- What was approved, as it was: by whom, when, and the frozen values of the paper and its lines.
create table paper_approval (
  oid bigint not null,
  approval_record_id bigint generated always as identity,
  tbl text not null,
  row_id bigint not null,
  ctid_ bigint,
  at timestamptz not null default app_now(),
  frozen jsonb not null,
  primary key (oid, approval_record_id)
);
create index paper_approval__by_paper on paper_approval (oid, tbl, row_id);
