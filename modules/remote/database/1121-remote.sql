-- Baseline of remote: its tables as decision 1101 found them. A landed file is never edited; what changes a table is a new one.

create table specialist_clinic (
  oid bigint not null,
  id bigint generated always as identity,
  ctid_ bigint not null,
  title text,
  hospital text,
  skills text,
  intro text,
  minutes int not null default 20,
  slots jsonb not null default '[]',
  fee bigint not null default 10000,
  status int not null default 0,
  version int not null default 0,
  created_at timestamptz not null default app_now(),
  constraint specialist_clinic__minutes check (minutes between 5 and 120),
  constraint specialist_clinic__slots check (jsonb_typeof(slots) = 'array'),
  constraint specialist_clinic__fee check (fee between 100 and 10000000),
  constraint specialist_clinic__status check (status in (0, 1)),
  primary key (oid, id),
  constraint specialist_clinic__specialist_exists unique (oid, ctid_),
  foreign key (oid) references organisation,
  foreign key (oid, ctid_) references contact
);
comment on column specialist_clinic.minutes is 'how long a consultation takes';
comment on column specialist_clinic.slots is 'when the expert is asked every week: [{day 1–7, from 09:00, to 11:30}]';
comment on column specialist_clinic.fee is 'fen a consultation costs the store that asks';

create table remote_case (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  pid bigint not null,
  ctid_ bigint not null,
  doctor_id bigint not null,
  mode int not null default 0,
  start_at timestamptz not null,
  end_at timestamptz not null,
  question text not null,
  urgency int not null default 0,
  consent_id bigint not null,
  pack jsonb not null default '[]',
  fee bigint not null,
  hold_entry bigint,
  settle_entry bigint,
  release_entry bigint,
  frame_exam bigint,
  status int not null default 0,
  version int not null default 0,
  cancel_reason text,
  dropped_at timestamptz,
  signed_at timestamptz,
  created_at timestamptz not null default app_now(),
  created_by bigint default app_ctid(),
  constraint remote_case__mode check (mode in (0, 1)),
  constraint remote_case__question check (length(question) between 1 and 2000),
  constraint remote_case__urgency check (urgency between 0 and 3),
  constraint remote_case__pack check (jsonb_typeof(pack) = 'array'),
  constraint remote_case__fee check (fee > 0),
  constraint remote_case__order check (start_at < end_at),
  -- What was set aside is settled or given back, once: settled by the signature, given back by the cancelling.
  constraint remote_case__held check (status not in (20, 30, 40, 45, 50) or hold_entry is not null),
  constraint remote_case__settled check ((settle_entry is not null) = (status = 50)),
  constraint remote_case__released check (release_entry is null or status = 90),
  constraint remote_case__given_back check (status <> 90 or (hold_entry is null) = (release_entry is null)),
  constraint remote_case__signed check ((status = 50) = (signed_at is not null)),
  primary key (oid, id),
  -- An expert talks with one store at a time; a written case waits for nobody.
  constraint remote_case__expert_taken exclude using gist (oid with =, ctid_ with =, tstzrange(start_at, end_at) with &&)
    where (mode = 0 and status <> 90),
  foreign key (oid) references organisation,
  foreign key (oid, hid) references store,
  foreign key (oid, pid) references patient,
  foreign key (oid, ctid_) references contact,
  foreign key (oid, doctor_id) references contact,
  foreign key (oid, created_by) references contact,
  foreign key (oid, consent_id) references consent,
  foreign key (oid, hold_entry) references ledger_entry,
  foreign key (oid, settle_entry) references ledger_entry,
  foreign key (oid, release_entry) references ledger_entry,
  foreign key (oid, frame_exam) references exam_slit_lamp
);
comment on column remote_case.ctid_ is 'the expert';
comment on column remote_case.doctor_id is 'who asks, and stays responsible for the treatment';
comment on column remote_case.mode is '0 video at a time, 1 written: end_at is when the answer is due';
comment on column remote_case.pack is 'what the expert is shown, each by number and version as it was then';
comment on column remote_case.fee is 'fen, as the expert''s fee was when the case was asked';
create index remote_case__by_store on remote_case (oid, hid, id desc);
create index remote_case__by_member on remote_case (oid, pid);
create index remote_case__by_expert on remote_case (oid, ctid_, start_at);
create index remote_case__by_doctor on remote_case (oid, doctor_id);
create index remote_case__by_maker on remote_case (oid, created_by);
create index remote_case__by_consent on remote_case (oid, consent_id);
create unique index remote_case__by_hold on remote_case (oid, hold_entry);
create unique index remote_case__by_settling on remote_case (oid, settle_entry);
create unique index remote_case__by_release on remote_case (oid, release_entry);
create index remote_case__by_frames on remote_case (oid, frame_exam);
create index remote_case__live on remote_case (oid, id) where status in (0, 10, 40);

-- Who was in the room, as the server saw it.
create table remote_presence (
  oid bigint not null,
  id bigint generated always as identity,
  case_id bigint not null,
  hid bigint not null,
  pid bigint not null,
  uid bigint not null,
  ctid_ bigint not null,
  channel text not null,
  joined_at timestamptz not null default app_now(),
  seen_at timestamptz not null default app_now(),
  left_at timestamptz,
  primary key (oid, id),
  constraint remote_presence__once unique (oid, case_id, channel),
  foreign key (oid) references organisation,
  foreign key (oid, case_id) references remote_case on delete cascade,
  foreign key (oid, hid) references store,
  foreign key (oid, pid) references patient,
  foreign key (oid, ctid_) references contact
);
comment on column remote_presence.channel is 'the connection that was there: another tab is another one';
create index remote_presence__by_person on remote_presence (oid, ctid_);
create index remote_presence__by_store on remote_presence (oid, hid);
create index remote_presence__by_member on remote_presence (oid, pid);

create table remote_message (
  oid bigint not null,
  id bigint generated always as identity,
  case_id bigint not null,
  hid bigint not null,
  pid bigint not null,
  kind int not null default 1,
  content text not null,
  proposed_at timestamptz,
  at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  constraint remote_message__kind check (kind between 1 and 3),
  constraint remote_message__content check (length(content) between 1 and 1000),
  constraint remote_message__proposes check ((kind = 3) = (proposed_at is not null)),
  primary key (oid, id),
  foreign key (oid) references organisation,
  foreign key (oid, case_id) references remote_case on delete cascade,
  foreign key (oid, hid) references store,
  foreign key (oid, pid) references patient,
  foreign key (oid, ctid_) references contact
);
comment on column remote_message.kind is '1 said, 2 asked back, 3 another time is proposed';
create index remote_message__by_case on remote_message (oid, case_id, id);
create index remote_message__by_person on remote_message (oid, ctid_);
create index remote_message__by_store on remote_message (oid, hid);
create index remote_message__by_member on remote_message (oid, pid);

create table remote_record (
  oid bigint not null,
  id bigint generated always as identity,
  case_id bigint not null,
  hid bigint not null,
  pid bigint not null,
  ctid_ bigint not null,
  opinion text,
  advice text,
  images jsonb not null default '[]',
  present jsonb not null default '[]',
  status int not null default 0,
  version int not null default 0,
  change_reason text,
  ecase_id bigint,
  signed_by bigint,
  signed_at timestamptz,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  updated_by bigint default app_ctid(),
  constraint remote_record__images check (jsonb_typeof(images) = 'array'),
  constraint remote_record__present check (jsonb_typeof(present) = 'array'),
  constraint remote_record__signed check (status <> 2 or (signed_by is not null and signed_at is not null)),
  primary key (oid, id),
  constraint remote_record__one_record unique (oid, case_id),
  foreign key (oid) references organisation,
  foreign key (oid, case_id) references remote_case,
  foreign key (oid, hid) references store,
  foreign key (oid, pid) references patient,
  foreign key (oid, ctid_) references contact,
  foreign key (oid, signed_by) references contact,
  foreign key (oid, updated_by) references contact,
  foreign key (oid, ecase_id) references ecase
);
comment on column remote_record.images is 'numbers of the frames and drawings the opinion speaks of';
comment on column remote_record.present is 'who was in the room and when, as the server saw it: [{ctid, name, from, to}]';
comment on column remote_record.ecase_id is 'the case record it stands as once it is signed';
create index remote_record__by_member on remote_record (oid, pid);
create index remote_record__by_store on remote_record (oid, hid);
create index remote_record__by_expert on remote_record (oid, ctid_);
create index remote_record__by_signer on remote_record (oid, signed_by);
create index remote_record__by_writer on remote_record (oid, updated_by);
create index remote_record__by_case_record on remote_record (oid, ecase_id);
