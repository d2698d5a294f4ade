-- Baseline of patients: its tables as decision 1101 found them. A landed file is never edited; what changes a table is a new one.

-- Functions that columns and indexes below are built on: they stand with the tables and change with them alone.
set local check_function_bodies = off;

-- Two neighbouring characters of a name: 王小明 → {王小, 小明}; a single character stands for itself. Two Chinese characters hold no trigram.
create function bigrams(text_ text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct g), '{}') from (
    select substr(t, i, 2) g
    from (select lower(regexp_replace(text_, '\s', '', 'g')) t) x, generate_series(1, greatest(length(t) - 1, 1)) i
    where t <> ''
    union
      select substr(t, i, 1)
      from (select lower(regexp_replace(text_, '\s', '', 'g')) t) x, generate_series(1, length(t)) i
      where t <> ''
  ) b
$$;

create function next_member_no() returns text language sql as $$
  select 'M' || y || case when n < 1000000 then lpad(n::text, 6, '0') else n::text end
  from (select to_char(app_now(), 'YY') y) year, lateral draw_number('member-' || y) n
$$;

-- The pairs of signs of a name are looked up with their organisation in one word: an index of both apart reads all members of the
-- organisation to find those of a pair.
create function of_tenant(oid_ bigint, words_ text[])
  returns text[]
  language sql immutable parallel safe as $$
  select array_agg(oid_ || ' ' || w)
  from unnest(words_) w $$;

create table patient_source (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  name text not null,
  sort int not null default 0,
  primary key (oid, id),
  constraint patient_source__duplicate unique (oid, hid, name),
  foreign key (oid) references organisation,
  foreign key (oid, hid) references store
);

create table patient (
  oid bigint not null,
  pid bigint generated always as identity,
  hid bigint not null,
  member_no text not null default next_member_no(),
  name text not null,
  gender int,
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
  parents_myopic int,
  is_potential boolean not null default false,
  next_follow_at timestamptz,
  note text,
  pinyin text not null default '',
  initials text not null default '',
  status int not null default 0,
  created_at timestamptz not null default app_now(),
  last_visit_at timestamptz,
  version int not null default 0,
  bigrams text[] generated always as (bigrams(name)) stored,
  phone_tail text generated always as (reverse(regexp_replace(coalesce(mobile, ''::text), '\D'::text, ''::text, 'g'::text))) stored,
  erased_at timestamptz,
  merged_into bigint,
  wechat_open_id text,
  wechat_name text,
  wechat_at timestamptz,
  constraint patient__name check (length(name) between 1 and 50),
  constraint patient__gender check (gender between 0 and 9),
  constraint patient__parents_myopic check (parents_myopic between 0 and 2),
  constraint patient__status check (status in (0, 9)),
  primary key (oid, pid),
  constraint patient__number unique (oid, member_no),
  foreign key (oid) references organisation,
  foreign key (oid, hid) references store,
  foreign key (oid, source_id) references patient_source,
  foreign key (oid, level_id) references level,
  foreign key (oid, inviter_pid) references patient,
  foreign key (oid, staff_ctid) references contact,
  foreign key (oid, merged_into) references patient
) with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);
comment on column patient.gender is '0 male, any other value female';
comment on column patient.status is '0 member, 9 deleted (kept: a clinical record is never lost)';
comment on column patient.erased_at is 'personal facts were erased on request; what law keeps stays under the member number';
comment on column patient.merged_into is 'the record this one became part of; its status is 9';
create unique index patient__exists on patient (oid, name, mobile) where status = 0 and mobile is not null;
create unique index patient__exists_card on patient (oid, id_card) where status = 0 and id_card is not null;
create index patient__by_visit on patient (oid, hid, last_visit_at desc nulls last, pid desc) where status = 0;
create index patient__by_sound on patient (oid, hid, pinyin, pid) where status = 0;
create index patient__by_birth on patient (oid, hid, birth desc nulls last, pid desc) where status = 0;
create index patient__by_level on patient (oid, level_id);
create index patient__by_source on patient (oid, source_id);
create index patient__by_inviter on patient (oid, inviter_pid);
create index patient__by_staff on patient (oid, staff_ctid);
create index patient__by_number_part on patient using gin (oid, phone_tail gin_trgm_ops) with (fastupdate = off);
create index patient__by_phone on patient (oid, mobile);
create index patient__by_merged on patient (oid, merged_into) where merged_into is not null;
create index patient__by_potential on patient (oid, hid, next_follow_at nulls last, pid desc) where status = 0 and is_potential;
create index patient__by_wechat on patient (oid, hid, wechat_at desc, pid desc) where status = 0 and wechat_open_id is not null;
create unique index patient__wechat_taken on patient (oid, wechat_open_id) where status = 0 and wechat_open_id is not null;
create index patient__by_store on patient (oid, hid, pid desc) include (gender, level_id, source_id, staff_ctid, is_potential, created_at)
  where status = 0;
-- Members somebody brought are few of all: their list is read from an index of theirs.
create index patient__invited on patient (oid, hid, created_at desc, pid desc) where status = 0 and inviter_pid is not null;
create index patient__by_name on patient (oid, name) include (hid, pid) where status = 0;
create index patient__by_initials on patient (oid, initials) include (hid, pid, pinyin) where status = 0;
create index patient__by_pinyin on patient (oid, pinyin) include (hid, pid, initials) where status = 0;
create index patient__by_tail on patient (oid, phone_tail) include (hid, pid) where status = 0;
create index patient__by_second_phone on patient (oid, (reverse(regexp_replace(mobile2, '\D', '', 'g'))))
  where status = 0 and mobile2 is not null;
create index patient__by_open_id on patient (wechat_open_id) where status = 0 and wechat_open_id is not null;
create index patient__by_bigram on patient using gin (of_tenant(oid, bigrams)) with (fastupdate = off) where status = 0;

-- How many members a store has: an exact total without counting a million rows. Kept once per statement, and in sixteen rows, so that an
-- import neither piles up versions of one row nor holds up the front desk.
create table patient_count (
  oid bigint not null,
  hid bigint,
  slot int,
  n bigint not null default 0,
  primary key (oid, hid, slot)
);

-- History a member or a parent tells: allergies, family, treatments so far.
create table others_info (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  pid bigint not null,
  at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  allergy text,
  eye_history text,
  family_history text,
  treatments text,
  outdoor_hours numeric(4,1),
  near_work_hours numeric(4,1),
  parents_myopic int,
  note text,
  version int not null default 0,
  constraint others_info__outdoor check (outdoor_hours between 0 and 24),
  constraint others_info__near_work check (near_work_hours between 0 and 24),
  constraint others_info__parents check (parents_myopic between 0 and 2),
  primary key (oid, id),
  foreign key (oid) references organisation,
  foreign key (oid, pid) references patient on delete cascade,
  foreign key (oid, hid) references store,
  foreign key (oid, ctid_) references contact
);
create index others_info__by_member on others_info (oid, pid, id desc);
create index others_info__by_store on others_info (oid, hid);
create index others_info__by_person on others_info (oid, ctid_);

-- Relations of a member: to another member, or to somebody known by name only. A parent stands in the child's row, so that nobody is parent
-- and child of the same person.
create table patient_family (
  oid bigint not null,
  id bigint generated always as identity,
  pid bigint not null,
  relation int not null,
  other_pid bigint,
  name text,
  mobile text,
  is_guardian boolean not null default false,
  myopic int,
  note text,
  constraint patient_family__relation check (relation between 1 and 7),
  constraint patient_family__myopic check (myopic between 0 and 1),
  constraint patient_family__somebody check (other_pid is not null or name is not null),
  constraint patient_family__self check (other_pid <> pid),
  primary key (oid, id),
  constraint patient_family__duplicate unique (oid, pid, other_pid),
  foreign key (oid) references organisation,
  foreign key (oid, pid) references patient on delete cascade,
  foreign key (oid, other_pid) references patient
);
comment on column patient_family.relation
  is 'what the other is to pid: 1 father, 2 mother, 3 spouse, 4 sibling, 5 child (known by name only), 6 grandparent, 7 other';
comment on column patient_family.myopic is '0 no, 1 yes, null not asked';
create unique index patient_family__parent on patient_family (oid, pid, relation) where relation in (1, 2);
create index patient_family__by_other on patient_family (oid, other_pid);

-- Cards and numbers a member is found by, beside the member number.
create table patient_card (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  pid bigint not null,
  card_no text not null,
  kind int not null default 1,
  status int not null default 0,
  at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  untied_at timestamptz,
  constraint patient_card__kind check (kind between 1 and 4),
  constraint patient_card__status check (status in (0, 1)),
  primary key (oid, id),
  foreign key (oid) references organisation,
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
  oid bigint not null,
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
  foreign key (oid) references organisation,
  foreign key (oid, hid) references store,
  foreign key (oid, pid) references patient on delete cascade,
  foreign key (oid, ctid_) references contact
);
create index potential_follow__by_member on potential_follow (oid, pid, id desc);
create index potential_follow__by_store on potential_follow (oid, hid);
create index potential_follow__by_person on potential_follow (oid, ctid_);

-- What members and parents asked, and what they were answered.
create table consultation (
  oid bigint not null,
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
  foreign key (oid) references organisation,
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
  oid bigint not null,
  id bigint generated always as identity,
  kind int not null,
  no int not null,
  text text not null,
  sha256 text not null,
  at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  primary key (oid, id),
  constraint consent_text__duplicate unique (oid, kind, no),
  foreign key (oid) references organisation,
  foreign key (oid, ctid_) references contact,
  constraint consent_text__kind check (kind between 1 and 5)
);
comment on column consent_text.kind
  is '1 care and health data, 2 marketing and text messages, 3 sharing with school or screening, 4 ortho-k lenses, 5 remote '
    'consultation';
create index consent_text__by_person on consent_text (oid, ctid_);

create table consent (
  oid bigint not null,
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
  foreign key (oid) references organisation,
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
  oid bigint not null,
  id bigint generated always as identity,
  ctid_ bigint not null default app_ctid(),
  name text not null,
  query jsonb not null default '{}',
  columns text[] not null default '{}',
  is_shared boolean not null default false,
  primary key (oid, id),
  constraint member_view__duplicate unique (oid, ctid_, name),
  foreign key (oid) references organisation,
  foreign key (oid, ctid_) references contact
);

-- Two records of one person become one, and can be parted again: what moved is written down row by row.
create table patient_merge (
  oid bigint not null,
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
  foreign key (oid) references organisation,
  foreign key (oid, hid) references store,
  foreign key (oid, kept_pid) references patient,
  foreign key (oid, dropped_pid) references patient,
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
  merge_id bigint,
  n int,
  tbl text not null,
  col text not null,
  key jsonb not null,
  primary key (oid, merge_id, n),
  foreign key (oid, merge_id) references patient_merge
);
comment on column patient_merge_row.key is 'primary key of the row after the move, without oid';

-- Two members who look like one and are not: the list of doubles leaves them out.
create table patient_distinct (
  oid bigint not null,
  pid bigint,
  other_pid bigint,
  at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  constraint patient_distinct__order check (pid < other_pid),
  primary key (oid, pid, other_pid),
  foreign key (oid) references organisation,
  foreign key (oid, pid) references patient on delete cascade,
  foreign key (oid, other_pid) references patient on delete cascade,
  foreign key (oid, ctid_) references contact
);
create index patient_distinct__by_other on patient_distinct (oid, other_pid);
create index patient_distinct__by_person on patient_distinct (oid, ctid_);

-- Users of the Eye-book (a parents' app) who came to this organisation, and the member each belongs to.
create table eye_book (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  eye_book_id text not null,
  phone text,
  name text,
  pid bigint,
  at timestamptz not null default app_now(),
  bound_at timestamptz,
  primary key (oid, id),
  constraint eye_book__user unique (oid, eye_book_id),
  foreign key (oid) references organisation,
  foreign key (oid, hid) references store,
  foreign key (oid, pid) references patient
);
create index eye_book__by_store on eye_book (oid, hid, id desc);
create index eye_book__by_member on eye_book (oid, pid);

-- Users of eye-guardian devices (护眼用户), brought in as files, and the member each belongs to.
create table eg_patient (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  name text not null,
  gender int,
  birth date,
  mobile text,
  school text,
  class_name text,
  device_no text,
  outdoor_minutes int,
  near_minutes int,
  near_distance numeric(5,1),
  measured_on date,
  pid bigint,
  status int not null default 0,
  at timestamptz not null default app_now(),
  version int not null default 0,
  constraint eg_patient__outdoor check (outdoor_minutes between 0 and 1440),
  constraint eg_patient__near check (near_minutes between 0 and 1440),
  constraint eg_patient__distance check (near_distance between 1 and 200),
  constraint eg_patient__status check (status in (0, 1)),
  primary key (oid, id),
  foreign key (oid) references organisation,
  foreign key (oid, hid) references store,
  foreign key (oid, pid) references patient
);
comment on column eg_patient.near_distance is 'average distance at near work, cm';
comment on column eg_patient.status is '0 in service, 1 stopped';
create unique index eg_patient__device_taken on eg_patient (oid, device_no) where device_no is not null and status = 0;
create index eg_patient__by_store on eg_patient (oid, hid, id desc);
create index eg_patient__by_member on eg_patient (oid, pid);

-- Tags of members: those of the store's settings.
create table patient_tag (
  oid bigint not null,
  pid bigint,
  tag_id bigint,
  at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  primary key (oid, pid, tag_id),
  foreign key (oid) references organisation,
  foreign key (oid, pid) references patient on delete cascade,
  foreign key (oid, tag_id) references master_item,
  foreign key (oid, ctid_) references contact
);
create index patient_tag__by_tag on patient_tag (oid, tag_id, pid);
create index patient_tag__by_person on patient_tag (oid, ctid_);

create table wechat_inbox (
  id bigint generated always as identity,
  key text not null,
  oid bigint,
  open_id text,
  kind text not null,
  text text,
  scene text,
  arrived_at timestamptz not null default app_now(),
  done_at timestamptz,
  -- WeChat tells of a picture or voice by a number it is fetched under; the code a store shows for a day checks in who scans it.
  media text,
  primary key (id),
  constraint wechat_inbox__once unique (key),
  foreign key (oid) references organisation,
  constraint wechat_inbox__emptied check (done_at is null or (open_id is null and text is null and scene is null and media is null))
);
comment on table wechat_inbox is 'who wrote, by the id WeChat knows, until the job of the organisation whose member it is has read it';
create index wechat_inbox__by_arrival on wechat_inbox (arrived_at);
create index wechat_inbox__by_organisation on wechat_inbox (oid);

-- A code a member scans to bind the own WeChat: good for a while, once.
create table wechat_scene (
  oid bigint not null,
  id bigint generated always as identity,
  token_hash text not null,
  pid bigint not null,
  hid bigint not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  ctid_ bigint default app_ctid(),
  primary key (oid, id),
  constraint wechat_scene__token unique (token_hash),
  foreign key (oid, pid) references patient,
  foreign key (oid, hid) references store,
  foreign key (oid, ctid_) references contact
);
create index wechat_scene__by_member on wechat_scene (oid, pid);
create index wechat_scene__by_store on wechat_scene (oid, hid);
create index wechat_scene__by_person on wechat_scene (oid, ctid_);

-- Keys of tables before, whose target stands in this file.
alter table sms add foreign key (oid, pid) references patient;
alter table message add foreign key (oid, pid) references patient;
alter table message_media add foreign key (oid, pid) references patient;
