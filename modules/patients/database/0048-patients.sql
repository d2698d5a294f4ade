-- Around a member's record: family, cards, follow-ups, consultations, consents; two records of one person made one; erasing on request; saved lists.

alter table patient add column erased_at timestamptz, add column merged_into bigint, add column wechat_open_id text, add column wechat_name text, add column wechat_at timestamptz;
alter table patient add foreign key (oid, merged_into) references patient (oid, pid);
comment on column patient.merged_into is 'the record this one became part of; its status is 9';
comment on column patient.erased_at is 'personal facts were erased on request; what law keeps stays under the member number';
create index patient__by_merged on patient (oid, merged_into) where merged_into is not null;
create index patient__by_potential on patient (oid, hid, next_follow_at nulls last, pid desc) where status = 0 and is_potential;
create index patient__by_wechat on patient (oid, hid, wechat_at desc, pid desc) where status = 0 and wechat_open_id is not null;
create unique index patient__wechat_taken on patient (oid, wechat_open_id) where status = 0 and wechat_open_id is not null;

-- Relations of a member: to another member, or to somebody known by name only. A parent stands in the child's row, so that nobody is parent and child of the same person.
create table patient_family (
  oid bigint not null references organisation,
  id bigint generated always as identity,
  pid bigint not null,
  relation int not null constraint patient_family__relation check (relation between 1 and 7),
  other_pid bigint,
  name text,
  mobile text,
  is_guardian boolean not null default false,
  myopic int constraint patient_family__myopic check (myopic between 0 and 1),
  note text,
  primary key (oid, id),
  foreign key (oid, pid) references patient on delete cascade,
  foreign key (oid, other_pid) references patient (oid, pid),
  constraint patient_family__somebody check (other_pid is not null or name is not null),
  constraint patient_family__self check (other_pid <> pid),
  constraint patient_family__duplicate unique (oid, pid, other_pid)
);
comment on column patient_family.relation is 'what the other is to pid: 1 father, 2 mother, 3 spouse, 4 sibling, 5 child (known by name only), 6 grandparent, 7 other';
comment on column patient_family.myopic is '0 no, 1 yes, null not asked';
create unique index patient_family__parent on patient_family (oid, pid, relation) where relation in (1, 2);
create index patient_family__by_other on patient_family (oid, other_pid);

-- Cards and numbers a member is found by, beside the member number.
create table patient_card (
  oid bigint not null references organisation,
  id bigint generated always as identity,
  hid bigint not null,
  pid bigint not null,
  card_no text not null,
  kind int not null default 1 constraint patient_card__kind check (kind between 1 and 4),
  status int not null default 0 constraint patient_card__status check (status in (0, 1)),
  at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  untied_at timestamptz,
  primary key (oid, id),
  foreign key (oid, hid) references store,
  foreign key (oid, pid) references patient on delete cascade,
  foreign key (oid, ctid_) references contact
);
comment on column patient_card.kind is '1 member card, 2 magnetic, 3 chip, 4 former member number';
create unique index patient_card__card_taken on patient_card (oid, card_no) where status = 0;
create index patient_card__by_member on patient_card (oid, pid, id desc);
create index patient_card__by_store on patient_card (oid, hid);
create index patient_card__by_person on patient_card (oid, ctid_);

-- Every time somebody called or wrote to a potential member, and what came of it.
create table potential_follow (
  oid bigint not null references organisation,
  id bigint generated always as identity,
  hid bigint not null,
  pid bigint not null,
  at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  way int not null,
  result int not null,
  content text,
  next_follow_at timestamptz,
  primary key (oid, id),
  foreign key (oid, hid) references store,
  foreign key (oid, pid) references patient on delete cascade,
  foreign key (oid, ctid_) references contact
);
create index potential_follow__by_member on potential_follow (oid, pid, id desc);
create index potential_follow__by_store on potential_follow (oid, hid);
create index potential_follow__by_person on potential_follow (oid, ctid_);

-- What members and parents asked, and what they were answered.
create table consultation (
  oid bigint not null references organisation,
  id bigint generated always as identity,
  hid bigint not null,
  pid bigint not null,
  at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  way int not null,
  topic int not null,
  question text not null,
  answer text,
  answered_at timestamptz,
  answered_by bigint,
  version int not null default 0,
  primary key (oid, id),
  foreign key (oid, hid) references store,
  foreign key (oid, pid) references patient on delete cascade,
  foreign key (oid, ctid_) references contact,
  foreign key (oid, answered_by) references contact
);
create index consultation__by_store on consultation (oid, hid, at desc, id desc);
create index consultation__by_member on consultation (oid, pid, id desc);
create index consultation__by_person on consultation (oid, ctid_);
create index consultation__by_answerer on consultation (oid, answered_by);

-- Texts of consents, version after version, and who agreed to which (PIPL 2021, articles 14, 29 and 31).
create table consent_text (
  oid bigint not null references organisation,
  id bigint generated always as identity,
  kind int not null constraint consent_text__kind check (kind between 1 and 3),
  no int not null,
  text text not null,
  sha256 text not null,
  at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  primary key (oid, id),
  foreign key (oid, ctid_) references contact,
  constraint consent_text__duplicate unique (oid, kind, no)
);
comment on column consent_text.kind is '1 care and health data, 2 marketing and text messages, 3 sharing with school or screening';
create index consent_text__by_person on consent_text (oid, ctid_);
create table consent (
  oid bigint not null references organisation,
  id bigint generated always as identity,
  hid bigint not null,
  pid bigint not null,
  text_id bigint not null,
  way int not null,
  guardian_name text,
  guardian_relation int,
  at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  withdrawn_at timestamptz,
  withdrawn_by bigint,
  withdraw_reason text,
  primary key (oid, id),
  foreign key (oid, hid) references store,
  foreign key (oid, pid) references patient on delete cascade,
  foreign key (oid, text_id) references consent_text,
  foreign key (oid, ctid_) references contact,
  foreign key (oid, withdrawn_by) references contact
);
create index consent__by_member on consent (oid, pid, id desc);
create index consent__by_text on consent (oid, text_id);
create index consent__by_store on consent (oid, hid);
create index consent__by_person on consent (oid, ctid_);
create index consent__by_withdrawer on consent (oid, withdrawn_by);

-- Lists of members somebody wants to see again: filters, order and columns.
create table member_view (
  oid bigint not null references organisation,
  id bigint generated always as identity,
  ctid_ bigint not null default app_ctid(),
  name text not null,
  query jsonb not null default '{}',
  columns text[] not null default '{}',
  is_shared boolean not null default false,
  primary key (oid, id),
  foreign key (oid, ctid_) references contact,
  constraint member_view__duplicate unique (oid, ctid_, name)
);

-- Finding (0008) also by the number of a card tied to the member.
create or replace function find_patients(text_ text, limit_ int) returns table (pid bigint, rank int) language plpgsql stable security definer set search_path = public as $$
declare
  o bigint := current_setting('app.oid')::bigint;
  t text := lower(regexp_replace(text_, '\s', '', 'g'));
  digits text := regexp_replace(text_, '\D', '', 'g');
  past text := chr(1114111);
  most int := greatest(limit_, 200);
  pairs text[];
  n int;
begin
  if t = '' then return; end if;
  if t ~ '^[0-9+-]+$' then
    return query select distinct on (y.pid) y.pid, y.rank from (
      (select p.pid, 0 as rank from patient p where p.oid = o and p.status = 0 and p.member_no = upper(t))
      union all (select c.pid, 0 from patient_card c where c.oid = o and c.status = 0 and c.card_no = upper(t))
      union all (select p.pid, 1 from patient p where p.oid = o and p.status = 0 and digits <> '' and p.phone_tail >= reverse(digits) and p.phone_tail < reverse(digits) || past limit most)
      union all (select p.pid, 2 from patient p where p.oid = o and p.status = 0 and p.mobile >= t and p.mobile < t || past limit most)
      union all (select p.pid, 3 from patient p where p.oid = o and p.status = 0 and length(digits) >= 4 and p.phone_tail like '%' || reverse(digits) || '%' limit most)
    ) y order by y.pid, y.rank;
  elsif t ~ '^[a-z0-9-]+$' then
    return query select distinct on (y.pid) y.pid, y.rank from (
      (select p.pid, 0 as rank from patient p where p.oid = o and p.status = 0 and p.member_no = upper(t))
      union all (select c.pid, 0 from patient_card c where c.oid = o and c.status = 0 and c.card_no = upper(t))
      union all (select p.pid, 1 from patient p where p.oid = o and p.status = 0 and p.initials = t limit most)
      union all (select p.pid, 1 from patient p where p.oid = o and p.status = 0 and p.pinyin = t limit most)
      union all (select p.pid, 2 from patient p where p.oid = o and p.status = 0 and p.initials >= t and p.initials < t || past limit most)
      union all (select p.pid, 3 from patient p where p.oid = o and p.status = 0 and p.pinyin >= t and p.pinyin < t || past limit most)
      union all (select p.pid, 4 from patient p where p.oid = o and p.status = 0 and length(t) >= 2 and p.bigrams @> bigrams(t) and position(t in lower(regexp_replace(p.name, '\s', '', 'g'))) > 0 limit most)
    ) y order by y.pid, y.rank;
  elsif length(t) = 1 then
    return query select p.pid, case when p.name = t then 0 else 1 end from patient p where p.oid = o and p.status = 0 and p.name >= t and p.name < t || past limit most;
    get diagnostics n = row_count;
    -- A surname is on many names: the others are looked for only when it is on few.
    if n < limit_ then
      return query select p.pid, 2 from patient p where p.oid = o and p.status = 0 and p.bigrams @> array[t] and not starts_with(p.name, t) limit most;
    end if;
  else
    select array_agg(substr(t, i, 2)) into pairs from generate_series(1, length(t) - 1) i;
    return query select distinct on (y.pid) y.pid, y.rank from (
      (select p.pid, 0 as rank from patient p where p.oid = o and p.status = 0 and p.name = trim(text_) limit most)
      union all (select p.pid, 1 from patient p where p.oid = o and p.status = 0 and p.name >= trim(text_) and p.name < trim(text_) || past limit most)
      union all (select p.pid, 2 from patient p where p.oid = o and p.status = 0 and p.bigrams @> pairs and (length(t) = 2 or position(t in lower(regexp_replace(p.name, '\s', '', 'g'))) > 0) limit most)
    ) y order by y.pid, y.rank;
  end if;
end $$;

-- Two records of one person become one, and can be parted again: what moved is written down row by row.
create table patient_merge (
  oid bigint not null references organisation,
  id bigint generated always as identity,
  hid bigint not null,
  kept_pid bigint not null,
  dropped_pid bigint not null,
  at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  taken jsonb not null default '{}',
  entry_id bigint,
  card_id bigint,
  undone_at timestamptz,
  undone_by bigint,
  primary key (oid, id),
  foreign key (oid, hid) references store,
  foreign key (oid, kept_pid) references patient (oid, pid),
  foreign key (oid, dropped_pid) references patient (oid, pid),
  foreign key (oid, ctid_) references contact,
  foreign key (oid, undone_by) references contact,
  foreign key (oid, entry_id) references ledger_entry
);
comment on column patient_merge.taken is 'facts the kept record took over: field → {before, after}';
comment on column patient_merge.entry_id is 'ledger entry that moved the balances';
create index patient_merge__by_kept on patient_merge (oid, kept_pid);
create index patient_merge__by_dropped on patient_merge (oid, dropped_pid);
create index patient_merge__by_store on patient_merge (oid, hid);
create index patient_merge__by_person on patient_merge (oid, ctid_);
create index patient_merge__by_undoer on patient_merge (oid, undone_by);
create index patient_merge__by_entry on patient_merge (oid, entry_id);
create table patient_merge_row (
  oid bigint not null,
  merge_id bigint not null,
  n int not null,
  tbl text not null,
  col text not null,
  key jsonb not null,
  primary key (oid, merge_id, n),
  foreign key (oid, merge_id) references patient_merge
);
comment on column patient_merge_row.key is 'primary key of the row after the move, without oid';

-- Columns that point to a member, out of the foreign keys: a table made later is not forgotten. The papers of merging itself stay where they are.
create function patient_references() returns table (tbl text, col text, keys text[]) language sql stable set search_path = public as $$
  select r.relname::text, a.attname::text,
    (select array_agg(k.attname::text order by x.n) from pg_index i, unnest(i.indkey) with ordinality x(num, n) join pg_attribute k on k.attrelid = c.conrelid and k.attnum = x.num where i.indrelid = c.conrelid and i.indisprimary and k.attname <> 'oid')
  from pg_constraint c join pg_class r on r.oid = c.conrelid join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
  where c.contype = 'f' and array_length(c.conkey, 1) = 2 and c.confrelid = 'patient'::regclass and r.relname <> 'patient_merge'
  order by 1, 2
$$;

/*
 * Moves every reference of one member to another and writes down what it moved; answers how many rows of which table. A row the other has already
 * (the same relation, the same tag) stays. Runs as the owner, as paper that is only added to and records of other stores move too; it checks the
 * tenant itself. `app.merging` lets signed records change whom they belong to, and nothing else.
 */
create function patient_move(merge_ bigint, from_ bigint, to_ bigint) returns table (tbl text, rows int) language plpgsql security definer set search_path = public as $$
declare
  mine bigint := current_setting('app.oid')::bigint;
  ref record;
  one record;
  key_ text;
  moved jsonb[];
  n_ int := 0;
  refused text;
  moved_key jsonb;
begin
  perform set_config('app.merging', 'on', true);
  for ref in select * from patient_references() loop
    key_ := (select 'jsonb_build_object(' || string_agg(format('%L, %I', k, k), ', ') || ')' from unnest(ref.keys) k);
    moved := '{}';
    begin
      execute format('with m as (update %I set %I = $3 where oid = $1 and %I = $2 returning %s as key) select coalesce(array_agg(key), ''{}'') from m', ref.tbl, ref.col, ref.col, key_) into moved using mine, from_, to_;
    exception when unique_violation or check_violation then
      get stacked diagnostics refused = constraint_name;
      if refused like '%\_\_locked' then raise; end if;
      moved := '{}';
      for one in execute format('select %s as key from %I where oid = $1 and %I = $2', key_, ref.tbl, ref.col) using mine, from_ loop
        begin
          execute format('update %I t set %I = $3 where oid = $1 and %I = $2 and %s = $4 returning %s', ref.tbl, ref.col, ref.col, key_, key_) into moved_key using mine, from_, to_, one.key;
          moved := moved || moved_key;
        exception when unique_violation or check_violation then
          null; -- The other has it already.
        end;
      end loop;
    end;
    if cardinality(moved) > 0 then
      insert into patient_merge_row (oid, merge_id, n, tbl, col, key) select mine, merge_, n_ + i, ref.tbl, ref.col, moved[i] from generate_subscripts(moved, 1) i;
      n_ := n_ + cardinality(moved);
      tbl := ref.tbl; rows := cardinality(moved);
      return next;
    end if;
  end loop;
  perform set_config('app.merging', '', true);
end $$;

-- Moves back what a merge moved, as far as it still belongs to the kept member; answers how many rows went back.
create function patient_move_back(merge_ bigint, from_ bigint, to_ bigint) returns int language plpgsql security definer set search_path = public as $$
declare
  mine bigint := current_setting('app.oid')::bigint;
  one record;
  cond text;
  n_ int;
  back int := 0;
begin
  perform set_config('app.merging', 'on', true);
  for one in select m.tbl, m.col, m.key from patient_merge_row m where m.oid = mine and m.merge_id = merge_ order by m.n desc loop
    cond := (select string_agg(format('%I = %L', k.key, k.value), ' and ') from jsonb_each_text(one.key) k);
    execute format('update %I set %I = $1 where oid = $2 and %I = $3 and %s', one.tbl, one.col, one.col, cond) using to_, mine, from_;
    get diagnostics n_ = row_count;
    back := back + n_;
  end loop;
  perform set_config('app.merging', '', true);
  return back;
end $$;

-- How many rows of which table point to a member.
create function patient_uses(pid_ bigint) returns table (tbl text, rows int) language plpgsql stable security definer set search_path = public as $$
declare ref record;
begin
  for ref in select r.tbl as t, string_agg(format('%I = $2', r.col), ' or ') as cond from patient_references() r group by r.tbl order by 1 loop
    execute format('select count(*)::int from %I where oid = $1 and (%s)', ref.t, ref.cond) into rows using current_setting('app.oid')::bigint, pid_;
    if rows > 0 then tbl := ref.t; return next; end if;
  end loop;
end $$;

-- Everything kept of a member, table by table, for the member who asks for it (PIPL 2021, article 45).
create function patient_everything(pid_ bigint) returns table (tbl text, data jsonb) language plpgsql stable security definer set search_path = public as $$
declare ref record;
begin
  for ref in
    select r.tbl as t, string_agg(format('%I = $2', r.col), ' or ') as cond, (select k from unnest(min(r.keys)) k limit 1) as ord from patient_references() r where r.tbl <> 'patient' group by r.tbl
    union all select 'patient', 'pid = $2', 'pid' order by 1
  loop
    execute format('select jsonb_agg(to_jsonb(t) - ''oid'' - ''bigrams'' - ''phone_tail'' order by %I) from %I t where oid = $1 and (%s)', ref.ord, ref.t, ref.cond) into data using current_setting('app.oid')::bigint, pid_;
    if data is not null then tbl := ref.t; return next; end if;
  end loop;
end $$;

-- Signed records change whom they belong to only when two records of one person are made one, and parted.
create function only_merging(was jsonb, is_now jsonb) returns boolean language sql stable as $$
  select coalesce(current_setting('app.merging', true), '') = 'on' and was - 'pid' = is_now - 'pid'
$$;
create or replace function record_kept() returns trigger language plpgsql security definer set search_path = public as $$
declare was jsonb := to_jsonb(old);
begin
  if tg_op = 'DELETE' then
    -- A draft, or what an import wrote and nobody has touched since, when the import is taken back.
    if old.status <> 0 and (was ->> 'import_id' is null or old.version <> 0) then raise exception 'submitted records are voided, not deleted' using errcode = '23514', constraint = tg_table_name || '__locked'; end if;
    return old;
  end if;
  if only_merging(was, to_jsonb(new)) then return new; end if;
  if old.status = 9 or (old.status = 2 and (new.version <> old.version + 1 or coalesce(btrim(new.change_reason), '') = '')) then
    raise exception 'signed and void records do not change' using errcode = '23514', constraint = tg_table_name || '__locked';
  end if;
  if old.status = 2 then
    insert into record_version (oid, hid, pid, tbl, row_id, version, data, reason)
    values (old.oid, old.hid, old.pid, tg_table_name, (was ->> tg_argv[0])::bigint, old.version, was, new.change_reason);
  end if;
  new.updated_at := app_now();
  new.updated_by := app_ctid();
  return new;
end $$;
create or replace function prescription_immutable() returns trigger language plpgsql security definer set search_path = public as $$
declare moving text[] := array['status', 'version', 'reviewed_by', 'reviewed_at', 'void_reason', 'voided_by', 'voided_at', 'updated_at', 'updated_by'];
begin
  if tg_op = 'DELETE' then
    if old.status <> 0 then raise exception 'signed prescriptions are voided' using errcode = '23514', constraint = 'prescription__locked'; end if;
    return old;
  end if;
  if only_merging(to_jsonb(old), to_jsonb(new)) then return new; end if;
  if old.status <> 0 and to_jsonb(new) - moving <> to_jsonb(old) - moving then
    raise exception 'signed prescriptions do not change' using errcode = '23514', constraint = 'prescription__locked';
  end if;
  new.updated_at := app_now();
  new.updated_by := app_ctid();
  return new;
end $$;

-- Two members who look like one and are not: the list of doubles leaves them out.
create table patient_distinct (
  oid bigint not null references organisation,
  pid bigint not null,
  other_pid bigint not null,
  at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  primary key (oid, pid, other_pid),
  foreign key (oid, pid) references patient on delete cascade,
  foreign key (oid, other_pid) references patient (oid, pid) on delete cascade,
  foreign key (oid, ctid_) references contact,
  constraint patient_distinct__order check (pid < other_pid)
);
create index patient_distinct__by_other on patient_distinct (oid, other_pid);
create index patient_distinct__by_person on patient_distinct (oid, ctid_);

-- Users of the Eye-book (a parents' app) who came to this organisation, and the member each belongs to.
create table eye_book (
  oid bigint not null references organisation,
  id bigint generated always as identity,
  hid bigint not null,
  eye_book_id text not null,
  phone text,
  name text,
  pid bigint,
  at timestamptz not null default app_now(),
  bound_at timestamptz,
  primary key (oid, id),
  foreign key (oid, hid) references store,
  foreign key (oid, pid) references patient,
  constraint eye_book__user unique (oid, eye_book_id)
);
create index eye_book__by_store on eye_book (oid, hid, id desc);
create index eye_book__by_member on eye_book (oid, pid);

-- Users of eye-guardian devices (护眼用户), brought in as files, and the member each belongs to.
create table eg_patient (
  oid bigint not null references organisation,
  id bigint generated always as identity,
  hid bigint not null,
  name text not null,
  gender int,
  birth date,
  mobile text,
  school text,
  class_name text,
  device_no text,
  outdoor_minutes int constraint eg_patient__outdoor check (outdoor_minutes between 0 and 1440),
  near_minutes int constraint eg_patient__near check (near_minutes between 0 and 1440),
  near_distance numeric(5, 1) constraint eg_patient__distance check (near_distance between 1 and 200),
  measured_on date,
  pid bigint,
  status int not null default 0 constraint eg_patient__status check (status in (0, 1)),
  at timestamptz not null default app_now(),
  version int not null default 0,
  primary key (oid, id),
  foreign key (oid, hid) references store,
  foreign key (oid, pid) references patient
);
comment on column eg_patient.near_distance is 'average distance at near work, cm';
comment on column eg_patient.status is '0 in service, 1 stopped';
create unique index eg_patient__device_taken on eg_patient (oid, device_no) where device_no is not null and status = 0;
create index eg_patient__by_store on eg_patient (oid, hid, id desc);
create index eg_patient__by_member on eg_patient (oid, pid);
