-- What the kernel keeps for every module: audit, ledgers, moves, idempotency keys, imports, running numbers.
-- Tenant columns, policies, grants and change audit come from wall.sql for every table alike.

create extension if not exists pg_trgm;
create extension if not exists btree_gist;

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
  action text not null constraint audit__action check (action in ('insert', 'update', 'delete', 'read')),
  tbl text not null,
  row_id bigint,
  pid bigint,
  before jsonb,
  after jsonb,
  primary key (oid, audit_id)
);
create index audit__by_member on audit (oid, pid, audit_id desc) where pid is not null;
create index audit__by_row on audit (oid, tbl, row_id, audit_id desc);
create index audit__by_person on audit (oid, ctid_, audit_id desc);

-- Ledgers: a book holds accounts, an entry's lines sum to zero per book, a balance never falls below its account's floor.
create table ledger_account (
  oid bigint not null,
  account_id bigint generated always as identity,
  book text not null,
  key text not null,
  floor bigint,
  balance bigint not null default 0,
  primary key (oid, account_id),
  constraint ledger_account__key unique (oid, book, key),
  constraint ledger_account__insufficient check (floor is null or balance >= floor)
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
  foreign key (oid, reverses) references ledger_entry,
  constraint ledger_entry__reversed_once unique (oid, reverses)
);
create index ledger_entry__by_ref on ledger_entry (oid, ref);
create index ledger_entry__by_day on ledger_entry (oid, hid, at);

create table ledger_line (
  oid bigint not null,
  line_id bigint generated always as identity,
  entry_id bigint not null,
  account_id bigint not null,
  book text not null,
  amount bigint not null constraint ledger_line__not_zero check (amount <> 0),
  balance bigint not null,
  primary key (oid, line_id),
  foreign key (oid, entry_id) references ledger_entry,
  foreign key (oid, account_id) references ledger_account
);
comment on column ledger_line.amount is 'fen in money books, points in points, pieces in stock; + in, − out';
comment on column ledger_line.balance is 'balance of the account after this line';
create index ledger_line__by_account on ledger_line (oid, account_id, line_id desc);
create index ledger_line__by_entry on ledger_line (oid, entry_id);

create function ledger_line_balance() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update ledger_account set balance = balance + new.amount where oid = new.oid and account_id = new.account_id and book = new.book returning balance into new.balance;
  if not found then raise exception 'ledger line without its account'; end if;
  return new;
end $$;
create trigger ledger_line_balance before insert on ledger_line for each row execute function ledger_line_balance();

create function ledger_entry_sums_to_zero() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if exists (select 1 from ledger_line where oid = new.oid and entry_id = new.entry_id group by book having sum(amount) <> 0) then
    raise exception 'ledger entry % does not sum to zero', new.entry_id;
  end if;
  return null;
end $$;
create constraint trigger ledger_entry_sums_to_zero after insert on ledger_line deferrable initially deferred
  for each row execute function ledger_entry_sums_to_zero();

-- Machines: every step a thing took. The legal steps are loaded from the modules' states.ts at the start of the server.
create table machine_step (
  machine text not null,
  move text not null,
  from_status int not null,
  to_status int not null,
  primary key (machine, move, from_status, to_status)
);
comment on table machine_step is 'legal steps of every machine; from_status −1 marks a starting state';
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

create function guard_status() returns trigger language plpgsql security definer set search_path = public as $$
declare was int := case when tg_op = 'INSERT' then -1 else old.status end;
begin
  if was is distinct from new.status
     and not exists (select 1 from machine_step where machine = tg_argv[0] and from_status = was and to_status = new.status) then
    raise exception 'illegal step of % from % to %', tg_argv[0], was, new.status using errcode = 'M0001';
  end if;
  return new;
end $$;

-- A repeated Idempotency-Key answers what the first call answered.
create table idempotency (
  oid bigint not null,
  key text not null,
  endpoint text not null,
  ctid_ bigint not null,
  input_hash text not null,
  answer jsonb,
  at timestamptz not null default now(),
  primary key (oid, key)
);
create index idempotency__by_age on idempotency (at);

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
  primary key (oid, import_id)
);
create index import_batch__by_store on import_batch (oid, hid, import_id desc);
create table import_row (
  oid bigint not null,
  import_id bigint not null,
  row_no int not null,
  tbl text not null,
  row_id bigint not null,
  primary key (oid, import_id, row_no, tbl, row_id),
  foreign key (oid, import_id) references import_batch
);

create index import_row__by_row on import_row (oid, import_id, tbl, row_id);
create index import_batch__by_file on import_batch (oid, kind, sha256);

/*
 * Which rows of a table others point to, and from where: an import is taken back only where nobody has used its rows. Read from the foreign keys,
 * so that a table made later is not forgotten; those that fall with the row (on delete cascade) do not count, nor do rows of the same import. The
 * tenant is checked here, as rows of stores the asker may not see count too.
 */
create function rows_in_use(table_ text, ids bigint[], import_ bigint default null) returns table (row_id bigint, used_by text) language plpgsql stable security definer set search_path = public as $$
declare
  mine bigint := current_setting('app.oid')::bigint;
  fk record;
begin
  for fk in
    select r.relname as tbl, a.attname as col,
      (select k.attname from pg_index i join pg_attribute k on k.attrelid = i.indrelid and k.attnum = i.indkey[1] where i.indrelid = c.conrelid and i.indisprimary and i.indnkeyatts = 2) as key
    from pg_constraint c join pg_class r on r.oid = c.conrelid join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
    where c.contype = 'f' and c.confdeltype <> 'c' and array_length(c.conkey, 1) = 2 and c.confrelid = to_regclass(quote_ident(table_))
  loop
    return query execute format('select distinct t.%1$I, %2$L from %2$I t where t.oid = $1 and t.%1$I = any ($2)', fk.col, fk.tbl)
      || case when import_ is null or fk.key is null then '' else
        format(' and not exists (select 1 from import_row r where r.oid = $1 and r.import_id = $3 and r.tbl = %L and r.row_id = t.%I)', fk.tbl, fk.key) end
      using mine, ids, import_;
  end loop;
end $$;

-- Running numbers: bills, orders, tickets, member numbers; one row per series and day.
create table running_number (
  oid bigint not null,
  series text not null,
  last bigint not null default 0,
  primary key (oid, series)
);

-- One row per changed row: the changed columns only, before and after.
create function audit_change() returns trigger language plpgsql security definer set search_path = public as $$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  is_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  any_row jsonb := coalesce(is_now, was);
  before_ jsonb := was;
  after_ jsonb := is_now;
begin
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(key, value) into before_ from jsonb_each(was) where is_now -> key is distinct from value;
    if before_ is null then return null; end if;
    select jsonb_object_agg(key, value) into after_ from jsonb_each(is_now) where was -> key is distinct from value;
  end if;
  insert into audit (oid, at, hid, ctid_, request, action, tbl, row_id, pid, before, after)
  values ((any_row ->> 'oid')::bigint, app_now(), (any_row ->> 'hid')::bigint, app_ctid(), nullif(current_setting('app.request', true), ''), lower(tg_op), tg_table_name,
          (any_row ->> tg_argv[0])::bigint, case when tg_argv[1] <> '' then (any_row ->> tg_argv[1])::bigint end, before_, after_);
  return null;
end $$;

-- Reads of members' records, written many at a time by the server.
create function audit_reads(reads jsonb) returns void language sql security definer set search_path = public as $$
  insert into audit (oid, at, hid, ctid_, request, action, tbl, row_id, pid)
  select r.oid, coalesce(r.at, now()), r.hid, r.ctid, r.request, 'read', r.endpoint, r.pid, r.pid
  from jsonb_to_recordset(reads) r(oid bigint, at timestamptz, hid bigint, ctid bigint, request text, endpoint text, pid bigint)
$$;

-- The next number of a series.
create function next_number(series_ text) returns bigint language sql as $$
  insert into running_number (series, last) values (series_, 1)
  on conflict (oid, series) do update set last = running_number.last + 1 returning last
$$;
-- Many numbers at once, for an import: answers the first of them.
create function next_numbers(series_ text, many int) returns bigint language sql as $$
  insert into running_number (series, last) values (series_, many)
  on conflict (oid, series) do update set last = running_number.last + many returning last - many + 1
$$;
