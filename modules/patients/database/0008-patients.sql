-- Members (patients in the legacy words). A member belongs to a store and is shared by the chain.

create extension if not exists btree_gin;

create table patient_source (
  oid bigint not null references organisation,
  id bigint generated always as identity,
  hid bigint not null,
  name text not null,
  sort int not null default 0,
  primary key (oid, id),
  foreign key (oid, hid) references store,
  constraint patient_source__duplicate unique (oid, hid, name)
);

-- Two neighbouring characters of a name: 王小明 → {王小, 小明}; a single character stands for itself. Two Chinese characters hold no trigram.
create function bigrams(text_ text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct g), '{}') from (
    select substr(t, i, 2) g from (select lower(regexp_replace(text_, '\s', '', 'g')) t) x, generate_series(1, greatest(length(t) - 1, 1)) i where t <> ''
    union select substr(t, i, 1) from (select lower(regexp_replace(text_, '\s', '', 'g')) t) x, generate_series(1, length(t)) i where t <> ''
  ) b
$$;

create table patient (
  oid bigint not null references organisation,
  pid bigint generated always as identity,
  hid bigint not null,
  member_no text not null,
  name text not null constraint patient__name check (length(name) between 1 and 50),
  gender int constraint patient__gender check (gender between 0 and 9),
  birth date,
  mobile text,
  mobile2 text,
  guardian text,
  id_card text,
  address text,
  school text,
  class_name text,
  occupation text,
  source_id bigint,
  level_id bigint,
  inviter_pid bigint,
  staff_ctid bigint,
  allergy text,
  eye_history text,
  family_history text,
  parents_myopic int constraint patient__parents_myopic check (parents_myopic between 0 and 2),
  is_potential boolean not null default false,
  next_follow_at timestamptz,
  note text,
  pinyin text not null default '',
  initials text not null default '',
  status int not null default 0 constraint patient__status check (status in (0, 9)),
  created_at timestamptz not null default app_now(),
  last_visit_at timestamptz,
  version int not null default 0,
  bigrams text[] generated always as (bigrams(name)) stored,
  phone_tail text generated always as (reverse(regexp_replace(coalesce(mobile, ''), '\D', '', 'g'))) stored,
  primary key (oid, pid),
  foreign key (oid, hid) references store,
  foreign key (oid, source_id) references patient_source,
  foreign key (oid, level_id) references level,
  foreign key (oid, inviter_pid) references patient (oid, pid),
  foreign key (oid, staff_ctid) references contact,
  constraint patient__number unique (oid, member_no)
);
comment on column patient.status is '0 member, 9 deleted (kept: a clinical record is never lost)';
comment on column patient.gender is '0 male, any other value female';
-- The same person twice: name with number, or identity card.
create unique index patient__exists on patient (oid, name, mobile) where status = 0 and mobile is not null;
create unique index patient__exists_card on patient (oid, id_card) where status = 0 and id_card is not null;
create index patient__by_store on patient (oid, hid, pid desc) where status = 0;
create index patient__by_visit on patient (oid, hid, last_visit_at desc nulls last, pid desc) where status = 0;
create index patient__by_sound on patient (oid, hid, pinyin, pid) where status = 0;
create index patient__by_birth on patient (oid, hid, birth desc nulls last, pid desc) where status = 0;
create index patient__by_level on patient (oid, level_id);
create index patient__by_source on patient (oid, source_id);
create index patient__by_inviter on patient (oid, inviter_pid);
create index patient__by_staff on patient (oid, staff_ctid);
create index patient__by_bigram on patient using gin (oid, bigrams) with (fastupdate = off);
create index patient__by_number_part on patient using gin (oid, phone_tail gin_trgm_ops) with (fastupdate = off);
create index patient__by_name on patient (oid, name);
create index patient__by_initials on patient (oid, initials);
create index patient__by_pinyin on patient (oid, pinyin);
create index patient__by_tail on patient (oid, phone_tail);
create index patient__by_phone on patient (oid, mobile);
alter table patient set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);

-- Finds members by a part of the name, the pinyin (whole or first letters), the number (tail, head or four digits from anywhere) or by the member
-- number. LIKE and @> are not leakproof, so under a policy they would lose their indexes: this function checks the tenant itself and answers ids,
-- best first. Beginnings are asked for as ranges, which keep their index in a generic plan too. Each way is cut at `most` rows before the ranking,
-- so that a common name costs no more than a rare one.
create function find_patients(text_ text, limit_ int) returns table (pid bigint, rank int) language plpgsql stable security definer set search_path = public as $$
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
      union all (select p.pid, 1 from patient p where p.oid = o and p.status = 0 and digits <> '' and p.phone_tail >= reverse(digits) and p.phone_tail < reverse(digits) || past limit most)
      union all (select p.pid, 2 from patient p where p.oid = o and p.status = 0 and p.mobile >= t and p.mobile < t || past limit most)
      union all (select p.pid, 3 from patient p where p.oid = o and p.status = 0 and length(digits) >= 4 and p.phone_tail like '%' || reverse(digits) || '%' limit most)
    ) y order by y.pid, y.rank;
  elsif t ~ '^[a-z0-9]+$' then
    return query select distinct on (y.pid) y.pid, y.rank from (
      (select p.pid, 0 as rank from patient p where p.oid = o and p.status = 0 and p.member_no = upper(t))
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

-- How many members a store has: an exact total without counting a million rows. Kept once per statement, and in sixteen rows, so that an import
-- neither piles up versions of one row nor holds up the front desk.
create table patient_count (
  oid bigint not null,
  hid bigint not null,
  slot int not null,
  n bigint not null default 0,
  primary key (oid, hid, slot)
);
create function patient_counted() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'UPDATE' then
    insert into patient_count as c (oid, hid, slot, n)
    select x.oid, x.hid, pg_backend_pid() % 16, sum(x.d) from (
      select a.oid, a.hid, 1 as d from after_ a where a.status = 0 union all select b.oid, b.hid, -1 from before_ b where b.status = 0
    ) x group by x.oid, x.hid having sum(x.d) <> 0
    on conflict (oid, hid, slot) do update set n = c.n + excluded.n;
  else
    insert into patient_count as c (oid, hid, slot, n)
    select t.oid, t.hid, pg_backend_pid() % 16, case tg_op when 'INSERT' then count(*) else -count(*) end from touched t where t.status = 0 group by t.oid, t.hid
    on conflict (oid, hid, slot) do update set n = c.n + excluded.n;
  end if;
  return null;
end $$;
create trigger patient_counted_in after insert on patient referencing new table as touched for each statement execute function patient_counted();
create trigger patient_counted_out after delete on patient referencing old table as touched for each statement execute function patient_counted();
create trigger patient_counted_changed after update on patient referencing old table as before_ new table as after_ for each statement execute function patient_counted();

-- History a member or a parent tells: allergies, family, treatments so far.
create table others_info (
  oid bigint not null references organisation,
  id bigint generated always as identity,
  hid bigint not null,
  pid bigint not null,
  at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  allergy text,
  eye_history text,
  family_history text,
  treatments text,
  outdoor_hours numeric(4, 1) constraint others_info__outdoor check (outdoor_hours between 0 and 24),
  near_work_hours numeric(4, 1) constraint others_info__near_work check (near_work_hours between 0 and 24),
  parents_myopic int constraint others_info__parents check (parents_myopic between 0 and 2),
  note text,
  primary key (oid, id),
  version int not null default 0,
  -- A history falls with a member that an import is taken back for.
  foreign key (oid, pid) references patient on delete cascade,
  foreign key (oid, hid) references store,
  foreign key (oid, ctid_) references contact
);
create index others_info__by_member on others_info (oid, pid, id desc);
create index others_info__by_store on others_info (oid, hid);
create index others_info__by_person on others_info (oid, ctid_);
