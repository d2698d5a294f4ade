-- Baseline of kernel: its tables as decision 1101 found them. A landed file is never edited; what changes a table is a new one.

create extension if not exists pg_trgm;
create extension if not exists btree_gist;
create extension if not exists btree_gin;
create extension if not exists pgcrypto;

-- Functions that columns and indexes below are built on: they stand with the tables and change with them alone.

-- The clock of a transaction: the wall clock, or the moment the demo builder is replaying.
create function app_now() returns timestamptz language sql stable parallel safe
as $$ select coalesce(nullif(current_setting('app.now', true), '')::timestamptz, now()) $$;

create function app_ctid() returns bigint language sql stable parallel safe
as $$ select nullif(nullif(current_setting('app.ctid', true), ''), '0')::bigint $$;

-- Who did what, when, before and after; reads of a member's record too. Only ever added to.
create table audit (
  oid bigint not null,
  audit_id bigint generated always as identity,
  at timestamptz not null default now(),
  hid bigint,
  ctid_ bigint,
  request text,
  action text not null,
  tbl text not null,
  row_id bigint,
  pid bigint,
  before jsonb,
  after jsonb,
  constraint audit__action check (action in ('insert', 'update', 'delete', 'read')),
  primary key (oid, audit_id)
);
create index audit__by_member on audit (oid, pid, audit_id desc) where pid is not null;
create index audit__by_row on audit (oid, tbl, row_id, audit_id desc);
create index audit__by_person on audit (oid, ctid_, audit_id desc);
-- Reads of the audit by time, for next to nothing on the way in.
create index audit__by_time on audit using brin (at);

-- Ledgers: a book holds accounts, an entry's lines sum to zero per book, a balance never falls below its account's floor.
create table ledger_account (
  oid bigint not null,
  account_id bigint generated always as identity,
  book text not null,
  key text not null,
  floor bigint,
  balance bigint not null default 0,
  constraint ledger_account__insufficient check (floor is null or balance >= floor),
  primary key (oid, account_id),
  constraint ledger_account__key unique (oid, book, key),
  -- An account keeps the floor it was opened with; that what somebody is owed has one is the wall's to say, which knows the accounts of
  -- every table. The right to change the floor is there for the locks of entries only; nobody ever does.
  constraint ledger_account__no_credit check (floor >= 0)
);
comment on column ledger_account.key is 'owner of the account: member:12, batch:7, revenue:3, outside';
comment on column ledger_account.floor is 'lowest balance allowed; null for accounts of the outside world';
comment on column ledger_account.balance is 'sum of the lines, kept by the trigger ledger_line_balance';

create table ledger_entry (
  oid bigint not null,
  entry_id bigint generated always as identity,
  at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  hid bigint,
  reason text not null,
  ref text,
  reverses bigint,
  note text,
  primary key (oid, entry_id),
  constraint ledger_entry__reversed_once unique (oid, reverses),
  foreign key (oid, reverses) references ledger_entry
);
create index ledger_entry__by_ref on ledger_entry (oid, ref);
create index ledger_entry__by_day on ledger_entry (oid, hid, at);
create index ledger_entry__by_time on ledger_entry (oid, at);

create table ledger_line (
  oid bigint not null,
  line_id bigint generated always as identity,
  entry_id bigint not null,
  account_id bigint not null,
  book text not null,
  amount bigint not null,
  balance bigint not null,
  constraint ledger_line__not_zero check (amount <> 0),
  primary key (oid, line_id),
  foreign key (oid, entry_id) references ledger_entry,
  foreign key (oid, account_id) references ledger_account
);
comment on column ledger_line.amount is 'fen in money books, points in points, pieces in stock; + in, − out';
comment on column ledger_line.balance is 'balance of the account after this line';
create index ledger_line__by_account on ledger_line (oid, account_id, line_id desc);
create index ledger_line__by_entry on ledger_line (oid, entry_id);

-- Machines: every step a thing took. The legal steps are loaded from the modules' states.ts at the start of the server.
create table machine_step (
  machine text,
  move text,
  from_status int,
  to_status int,
  -- Work stands on something in force: a step that does not give the work up is refused while the row is stopped (decision 1020).
  gives_up boolean not null default false,
  primary key (machine, move, from_status, to_status)
);
comment on table machine_step is 'legal steps of every machine; from_status −1 marks a starting state';
comment on column machine_step.gives_up is 'gives the work up or sets it aside: open although a basis of the row has fallen';

create table move_history (
  oid bigint not null,
  move_id bigint generated always as identity,
  machine text not null,
  row_id bigint not null,
  at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  move text not null,
  from_status int not null,
  to_status int not null,
  note text,
  primary key (oid, move_id)
);
create index move_history__by_row on move_history (oid, machine, row_id, move_id);

-- Imports: what came in with which file, so that it can be taken back.
create table import_batch (
  oid bigint not null,
  import_id bigint generated always as identity,
  hid bigint not null,
  kind text not null,
  filename text not null,
  sha256 text not null,
  rows int not null default 0,
  at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  by_name text,
  undone_at timestamptz,
  -- Imports remember how people mapped a file's columns, and what they changed in rows that were here before.
  mapping jsonb,
  primary key (oid, import_id)
);
comment on column import_batch.mapping
  is 'head of a column → field, or null for “not imported”, as somebody chose it; offered for the next file with such heads';
create index import_batch__by_store on import_batch (oid, hid, import_id desc);
create index import_batch__by_file on import_batch (oid, kind, sha256);

create table import_row (
  oid bigint not null,
  import_id bigint,
  row_no int,
  tbl text,
  row_id bigint,
  before jsonb,
  after jsonb,
  primary key (oid, import_id, row_no, tbl, row_id),
  foreign key (oid, import_id) references import_batch
);
comment on column import_row.before is 'columns of a row that was here before the import, as they were; null for a row the import made';
create index import_row__by_row on import_row (oid, import_id, tbl, row_id);

-- Running numbers: bills, orders, tickets, member numbers; one row per series and day.
create table running_number (
  oid bigint not null,
  series text,
  last bigint not null default 0,
  primary key (oid, series)
);

create table audit_seal (
  oid bigint not null,
  seal_no int,
  last_id bigint not null,
  rows int not null,
  sealed_at timestamptz not null default now(),
  row_ids bigint[] not null,
  row_hashes bytea not null,
  previous bytea not null,
  hash bytea not null,
  constraint audit_seal__rows check (rows > 0),
  primary key (oid, seal_no),
  constraint audit_seal__follows unique (oid, last_id)
);
comment on table audit_seal is 'hash = sha256(previous, row_hashes): one chain per organisation, empty before the first seal';
comment on column audit_seal.last_id is 'every audit row of the organisation up to here, after the former seal''s';
comment on column audit_seal.row_hashes is 'sha256 of each row in order of row_ids, 32 bytes each, so that a changed row can be named';

-- A repeated Idempotency-Key answers what the first call answered.
create table idempotency (
  oid bigint not null,
  hid bigint,
  uid bigint,
  endpoint text,
  key text,
  input_hash text not null,
  answer jsonb,
  at timestamptz not null default now(),
  primary key (oid, hid, uid, endpoint, key)
);
create index idempotency__by_age on idempotency (oid, at);

create table person_key (
  oid bigint not null,
  pid bigint,
  key bytea not null default gen_random_bytes(32),
  primary key (oid, pid)
);

-- When somebody last opened what: a reading leaves one line in the audit per person and record in ten minutes, whichever server they ask. A
-- screen that only refreshes itself says so; what it shows is covered by the line of its opening for half a day, and without one leaves a
-- line like any other.
create table reading (
  oid bigint not null,
  ctid_ bigint,
  what text,
  at timestamptz not null,
  primary key (oid, ctid_, what)
);
comment on column reading.what
  is 'the call and the member''s number; of many the call and a hash of the filter; of a file the call and its request';

-- The running numbers a store may still give out of a series (decision 0143). Whoever posts waits for those of the same store, not for the
-- whole chain.
create table number_block (
  oid bigint not null default (current_setting('app.oid'::text))::bigint,
  series text,
  hid bigint,
  next bigint not null,
  last bigint not null,
  constraint number_block__order check (next <= last + 1),
  primary key (oid, series, hid)
);
