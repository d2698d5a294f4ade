-- Archives of school and community screening: channels, communities, villages, schools, classes, students.

create table channel (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  name text not null,
  kind int not null,
  contact text,
  mobile text,
  status int not null default 0,
  version int not null default 0,
  primary key (oid, id),
  constraint channel__duplicate unique (oid, hid, name),
  constraint channel__kind check (kind between 1 and 5),
  constraint channel__status check (status in (0, 1)),
  foreign key (oid, hid) references store
);
comment on column channel.kind is '1 education, 2 health, 3 school, 4 community, 5 own';

create table community (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  name text not null,
  area_code text not null,
  contact text,
  mobile text,
  status int not null default 0,
  version int not null default 0,
  primary key (oid, id),
  constraint community__duplicate unique (oid, hid, area_code, name),
  constraint community__area_code check (area_code ~ '^\d{6}$'),
  constraint community__status check (status in (0, 1)),
  foreign key (oid, hid) references store
);

create table village (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  community_id bigint not null,
  name text not null,
  status int not null default 0,
  version int not null default 0,
  primary key (oid, id),
  constraint village__duplicate unique (oid, community_id, name),
  constraint village__status check (status in (0, 1)),
  foreign key (oid, hid) references store,
  foreign key (oid, community_id) references community
);
create index village__by_store on village (oid, hid, id);

create table school (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  name text not null,
  stage int not null,
  area_code text not null,
  community_id bigint,
  channel_id bigint,
  address text,
  contact text,
  mobile text,
  graduate_status int not null default 0,
  status int not null default 0,
  version int not null default 0,
  primary key (oid, id),
  constraint school__school_exists unique (oid, hid, area_code, name),
  constraint school__area_code check (area_code ~ '^\d{6}$'),
  constraint school__stage check (stage between 1 and 8),
  constraint school__graduate_status check (graduate_status in (0, 1)),
  constraint school__status check (status in (0, 1)),
  foreign key (oid, hid) references store,
  foreign key (oid, community_id) references community,
  foreign key (oid, channel_id) references channel
);
comment on column school.stage
  is '1 kindergarten, 2 primary, 3 junior, 4 high, 5 vocational, 6 university, 7 nine years, 8 junior and high';
comment on column school.graduate_status is '1 while the leaving cohort is out of the active lists';
create index school__by_community on school (oid, community_id);
create index school__by_channel on school (oid, channel_id);

create table school_class (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  school_id bigint not null,
  grade int not null,
  name text not null,
  number int generated always as (substring(name from '^(\d{1,4})班$')::int) stored,
  teacher text,
  entry_year int not null,
  status int not null default 0,
  version int not null default 0,
  primary key (oid, id),
  constraint school_class__class_exists unique (oid, school_id, grade, entry_year, name),
  constraint school_class__grade check (grade between 11 and 66),
  constraint school_class__entry_year check (entry_year between 1990 and 2199),
  constraint school_class__status check (status in (0, 1)),
  foreign key (oid, hid) references store,
  foreign key (oid, school_id) references school
);
comment on column school_class.name is 'in one spelling: 一班, （1）班 and 1班 are 1班';
comment on column school_class.status is '0 at school, 1 has left';
create index school_class__by_store on school_class (oid, hid, id);

create table student (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  name text not null,
  gender int not null,
  birth date not null,
  nation text,
  id_card text,
  id_hash text,
  id_tail text,
  passport text,
  passport_hash text,
  passport_tail text,
  student_no text,
  guardian text,
  mobile text,
  school_id bigint,
  class_id bigint,
  village_id bigint,
  seat int,
  pid bigint,
  latent boolean not null default false,
  ctid_ bigint,
  follow_hid bigint,
  glasses int not null default 0,
  status int not null default 0,
  left_on date,
  created_at timestamptz not null default app_now(),
  version int not null default 0,
  primary key (oid, id),
  constraint student__gender check (gender between 0 and 9),
  constraint student__glasses check (glasses between 0 and 3),
  constraint student__status check (status in (0, 1, 2)),
  constraint student__placed check (school_id is not null or village_id is not null),
  constraint student__class_needs_school check (class_id is null or school_id is not null),
  foreign key (oid, hid) references store,
  foreign key (oid, school_id) references school,
  foreign key (oid, class_id) references school_class,
  foreign key (oid, village_id) references village,
  foreign key (oid, pid) references patient,
  foreign key (oid, ctid_) references contact,
  foreign key (oid, follow_hid) references store
);
comment on column student.id_card is 'sealed with the key of the organisation; found by id_hash, shown by its tail';
comment on column student.glasses is '0 none, 1 spectacles, 2 soft contact lenses, 3 night lenses';
comment on column student.status is '0 at school, 1 left, 2 graduated';
comment on column student.follow_hid is 'the store that follows the child up';
create unique index student__student_exists on student (oid, id_hash) where id_hash is not null;
create unique index student__passport_exists on student (oid, passport_hash) where passport_hash is not null;
create index student__by_class on student (oid, hid, class_id, seat, id);
create index student__by_school on student (oid, school_id, status, class_id);
create index student__by_village on student (oid, village_id);
create index student__by_member on student (oid, pid) where pid is not null;
create index student__by_staff on student (oid, ctid_);
create index student__by_follower on student (oid, follow_hid);
create index student__by_birth on student (oid, hid, birth, name);
create index student__of_class on student (oid, class_id);

-- Key of an organisation that identity numbers of its students are sealed and hashed with. The role of the server cannot read it.
create table student_key (
  oid bigint not null,
  key bytea not null default gen_random_bytes(32),
  primary key (oid),
  foreign key (oid) references organisation
);

-- Who was shown whole identity numbers, of whom and why: one line per reading, written by the function that opens them.
create table student_disclosure (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  student_id bigint,
  purpose int not null,
  n int not null,
  reason text not null,
  at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  primary key (oid, id),
  constraint student_disclosure__purpose check (purpose between 1 and 3),
  foreign key (oid, hid) references store,
  foreign key (oid, student_id) references student on delete set null (student_id),
  foreign key (oid, ctid_) references contact
);
comment on column student_disclosure.purpose is '1 shown on a screen, 2 a file, 3 taken over into the member''s record';
create index student_disclosure__by_store on student_disclosure (oid, hid, id desc);
create index student_disclosure__by_student on student_disclosure (oid, student_id);
create index student_disclosure__by_person on student_disclosure (oid, ctid_);

-- Consent of the guardian that a student becomes a member: given to one version of the text of kind 6.
create table student_consent (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  student_id bigint not null,
  text_id bigint not null,
  way int not null,
  guardian_name text not null,
  guardian_relation int not null,
  at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  withdrawn_at timestamptz,
  withdrawn_by bigint,
  primary key (oid, id),
  constraint student_consent__way check (way between 1 and 4),
  foreign key (oid, hid) references store,
  foreign key (oid, student_id) references student on delete cascade,
  foreign key (oid, text_id) references consent_text,
  foreign key (oid, ctid_) references contact,
  foreign key (oid, withdrawn_by) references contact
);
create unique index student_consent__consented on student_consent (oid, student_id) where withdrawn_at is null;
create index student_consent__by_student on student_consent (oid, student_id);
create index student_consent__by_store on student_consent (oid, hid);
create index student_consent__by_text on student_consent (oid, text_id);
create index student_consent__by_person on student_consent (oid, ctid_);
create index student_consent__by_withdrawer on student_consent (oid, withdrawn_by);

-- Year changes of a school: one a school year, with what each class was before.
create table school_move (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  school_id bigint not null,
  school_year int not null,
  moved int not null,
  leaving int not null,
  at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  undone_at timestamptz,
  undone_by bigint,
  primary key (oid, id),
  constraint school_move__school_year check (school_year between 2000 and 2199),
  foreign key (oid, hid) references store,
  foreign key (oid, school_id) references school,
  foreign key (oid, ctid_) references contact,
  foreign key (oid, undone_by) references contact
);
create unique index school_move__moved_already on school_move (oid, school_id, school_year) where undone_at is null;
create index school_move__by_school on school_move (oid, school_id);
create index school_move__by_store on school_move (oid, hid);
create index school_move__by_person on school_move (oid, ctid_);
create index school_move__by_undoer on school_move (oid, undone_by);

create table school_move_class (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  move_id bigint not null,
  class_id bigint not null,
  grade_before int not null,
  grade_after int,
  primary key (oid, id),
  constraint school_move_class__duplicate unique (oid, move_id, class_id),
  foreign key (oid, hid) references store,
  foreign key (oid, move_id) references school_move,
  foreign key (oid, class_id) references school_class
);
comment on column school_move_class.grade_after is 'null: the class left school';
create index school_move_class__by_class on school_move_class (oid, class_id);
create index school_move_class__by_store on school_move_class (oid, hid);
