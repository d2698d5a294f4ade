-- Baseline of exams: its tables as decision 1101 found them. A landed file is never edited; what changes a table is a new one.

-- Former versions of signed records: written by the trigger record_kept alone, never changed.
create table record_version (
  oid bigint not null,
  version_id bigint generated always as identity,
  hid bigint not null,
  pid bigint not null,
  tbl text not null,
  row_id bigint not null,
  version int not null,
  data jsonb not null,
  reason text,
  at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  primary key (oid, version_id),
  constraint record_version__once unique (oid, tbl, row_id, version),
  foreign key (oid, hid) references store,
  foreign key (oid, pid) references patient
);
comment on table record_version is 'the row as it was before an amendment or a voiding; reason and person are those of the change';
create index record_version__by_store on record_version (oid, hid);
create index record_version__by_member on record_version (oid, pid, version_id desc);

-- Visual acuity as the five-grade value L = 5 + lg V (GB 11533-2011); what cannot be read off the chart is a code.
create table exam_visual (
  oid bigint not null,
  id bigint generated always as identity,
  ucva_od numeric,
  ucva_os numeric,
  ucva_ou numeric,
  ucva_code_od text,
  ucva_code_os text,
  cva_od numeric,
  cva_os numeric,
  cva_ou numeric,
  bcva_od numeric,
  bcva_os numeric,
  bcva_ou numeric,
  near_od numeric,
  near_os numeric,
  distance numeric,
  glasses_type int,
  pid bigint not null,
  hid bigint not null,
  exam_time timestamptz not null default app_now(),
  examiner bigint not null,
  device text,
  resid bigint,
  status int not null default 0,
  version int not null default 0,
  note text,
  origin jsonb not null default '{}',
  confirmed jsonb not null default '[]',
  import_id bigint,
  change_reason text,
  signed_by bigint,
  signed_at timestamptz,
  created_at timestamptz not null default app_now(),
  created_by bigint default app_ctid(),
  updated_at timestamptz not null default app_now(),
  updated_by bigint default app_ctid(),
  eye_state_od int not null default 0,
  eye_reason_od text,
  eye_state_os int not null default 0,
  eye_reason_os text,
  constraint exam_visual__distance check (distance between 0.25 and 6),
  constraint exam_visual__glasses_type check (glasses_type between 0 and 3),
  constraint exam_visual__code check (ucva_code_od in ('CF', 'HM', 'LP', 'NLP') and ucva_code_os in ('CF', 'HM', 'LP', 'NLP')),
  constraint exam_visual__ucva check (ucva_od between 3 and 5.3 and ucva_os between 3 and 5.3 and ucva_ou between 3 and 5.3),
  constraint exam_visual__cva check (cva_od between 3 and 5.3 and cva_os between 3 and 5.3 and cva_ou between 3 and 5.3),
  constraint exam_visual__bcva check (bcva_od between 3 and 5.3 and bcva_os between 3 and 5.3 and bcva_ou between 3 and 5.3),
  constraint exam_visual__near check (near_od between 3 and 5.3 and near_os between 3 and 5.3),
  primary key (oid, id),
  foreign key (oid, pid) references patient,
  foreign key (oid, hid) references store,
  foreign key (oid, examiner) references contact,
  foreign key (oid, resid) references reservation,
  foreign key (oid, import_id) references import_batch,
  foreign key (oid, signed_by) references contact,
  constraint exam_visual__signed check (status <> 2 or (signed_by is not null and signed_at is not null)),
  constraint exam_visual__eye_state_od check (eye_state_od between 0 and 3),
  constraint exam_visual__eye_reason_od check (eye_state_od = 0 or btrim(coalesce(eye_reason_od, '')) <> ''),
  constraint exam_visual__unmeasured_od check (eye_state_od = 0 or num_nonnulls(ucva_od, ucva_code_od, cva_od, bcva_od, near_od) = 0),
  constraint exam_visual__eye_state_os check (eye_state_os between 0 and 3),
  constraint exam_visual__eye_reason_os check (eye_state_os = 0 or btrim(coalesce(eye_reason_os, '')) <> ''),
  constraint exam_visual__unmeasured_os check (eye_state_os = 0 or num_nonnulls(ucva_os, ucva_code_os, cva_os, bcva_os, near_os) = 0)
);
comment on column exam_visual.origin is 'field → typed, device:<file>, copied:<row>, imported, calculated; a field not named was typed';
comment on column exam_visual.confirmed is 'unusual values that were confirmed: [{code, field, value, sentence, ctid, at}]';
comment on column exam_visual.change_reason is 'reason of the last amendment or voiding';
create index exam_visual__by_member on exam_visual (oid, pid, exam_time desc);
create index exam_visual__by_store on exam_visual (oid, hid, exam_time desc);
create index exam_visual__by_examiner on exam_visual (oid, examiner);
create index exam_visual__by_visit on exam_visual (oid, resid);
create index exam_visual__by_import on exam_visual (oid, import_id);
create index exam_visual__by_signer on exam_visual (oid, signed_by);

create table exam_pd (
  oid bigint not null,
  id bigint generated always as identity,
  pd_far numeric,
  pd_far_od numeric,
  pd_far_os numeric,
  pd_near numeric,
  ph_od numeric,
  ph_os numeric,
  pd_method int,
  working_distance numeric,
  pid bigint not null,
  hid bigint not null,
  exam_time timestamptz not null default app_now(),
  examiner bigint not null,
  device text,
  resid bigint,
  status int not null default 0,
  version int not null default 0,
  note text,
  origin jsonb not null default '{}',
  confirmed jsonb not null default '[]',
  import_id bigint,
  change_reason text,
  signed_by bigint,
  signed_at timestamptz,
  created_at timestamptz not null default app_now(),
  created_by bigint default app_ctid(),
  updated_at timestamptz not null default app_now(),
  updated_by bigint default app_ctid(),
  eye_state_od int not null default 0,
  eye_reason_od text,
  eye_state_os int not null default 0,
  eye_reason_os text,
  constraint exam_pd__method check (pd_method between 1 and 4),
  constraint exam_pd__working_distance check (working_distance between 150 and 1000),
  constraint exam_pd__far check (pd_far between 35 and 90),
  constraint exam_pd__mono check (pd_far_od between 17 and 45 and pd_far_os between 17 and 45),
  constraint exam_pd__near check (pd_near between 33 and 90),
  constraint exam_pd__height check (ph_od between 8 and 50 and ph_os between 8 and 50),
  primary key (oid, id),
  foreign key (oid, pid) references patient,
  foreign key (oid, hid) references store,
  foreign key (oid, examiner) references contact,
  foreign key (oid, resid) references reservation,
  foreign key (oid, import_id) references import_batch,
  foreign key (oid, signed_by) references contact,
  constraint exam_pd__signed check (status <> 2 or (signed_by is not null and signed_at is not null)),
  constraint exam_pd__eye_state_od check (eye_state_od between 0 and 3),
  constraint exam_pd__eye_reason_od check (eye_state_od = 0 or btrim(coalesce(eye_reason_od, '')) <> ''),
  constraint exam_pd__unmeasured_od check (eye_state_od = 0 or num_nonnulls(pd_far_od, ph_od) = 0),
  constraint exam_pd__eye_state_os check (eye_state_os between 0 and 3),
  constraint exam_pd__eye_reason_os check (eye_state_os = 0 or btrim(coalesce(eye_reason_os, '')) <> ''),
  constraint exam_pd__unmeasured_os check (eye_state_os = 0 or num_nonnulls(pd_far_os, ph_os) = 0)
);
comment on column exam_pd.origin is 'field → typed, device:<file>, copied:<row>, imported, calculated; a field not named was typed';
comment on column exam_pd.confirmed is 'unusual values that were confirmed: [{code, field, value, sentence, ctid, at}]';
comment on column exam_pd.change_reason is 'reason of the last amendment or voiding';
create index exam_pd__by_member on exam_pd (oid, pid, exam_time desc);
create index exam_pd__by_store on exam_pd (oid, hid, exam_time desc);
create index exam_pd__by_examiner on exam_pd (oid, examiner);
create index exam_pd__by_visit on exam_pd (oid, resid);
create index exam_pd__by_import on exam_pd (oid, import_id);
create index exam_pd__by_signer on exam_pd (oid, signed_by);

create table exam_bio_meter (
  oid bigint not null,
  id bigint generated always as identity,
  al_od numeric,
  k1_od numeric,
  k1_axis_od int,
  k2_od numeric,
  k2_axis_od int,
  acd_od numeric,
  lt_od numeric,
  vt_od numeric,
  cct_od numeric,
  wtw_od numeric,
  snr_od numeric,
  al_os numeric,
  k1_os numeric,
  k1_axis_os int,
  k2_os numeric,
  k2_axis_os int,
  acd_os numeric,
  lt_os numeric,
  vt_os numeric,
  cct_os numeric,
  wtw_os numeric,
  snr_os numeric,
  cycloplegia boolean,
  pid bigint not null,
  hid bigint not null,
  exam_time timestamptz not null default app_now(),
  examiner bigint not null,
  device text,
  resid bigint,
  status int not null default 0,
  version int not null default 0,
  note text,
  origin jsonb not null default '{}',
  confirmed jsonb not null default '[]',
  import_id bigint,
  change_reason text,
  signed_by bigint,
  signed_at timestamptz,
  created_at timestamptz not null default app_now(),
  created_by bigint default app_ctid(),
  updated_at timestamptz not null default app_now(),
  updated_by bigint default app_ctid(),
  eye_state_od int not null default 0,
  eye_reason_od text,
  eye_state_os int not null default 0,
  eye_reason_os text,
  constraint exam_bio_meter__al check (al_od between 15 and 40 and al_os between 15 and 40),
  constraint exam_bio_meter__k check (
    k1_od between 30 and 60 and k1_os between 30 and 60 and k2_od between 30 and 60 and k2_os between 30 and 60
  ),
  constraint exam_bio_meter__k_axis check (
    k1_axis_od between 1 and 180 and k1_axis_os between 1 and 180 and k2_axis_od between 1 and 180 and k2_axis_os between 1 and 180
  ),
  constraint exam_bio_meter__acd check (acd_od between 1.5 and 6 and acd_os between 1.5 and 6),
  constraint exam_bio_meter__lt check (lt_od between 2 and 7 and lt_os between 2 and 7),
  constraint exam_bio_meter__vt check (vt_od between 8 and 30 and vt_os between 8 and 30),
  constraint exam_bio_meter__cct check (cct_od between 300 and 800 and cct_os between 300 and 800),
  constraint exam_bio_meter__wtw check (wtw_od between 8 and 15 and wtw_os between 8 and 15),
  constraint exam_bio_meter__snr check (snr_od between 0 and 5000 and snr_os between 0 and 5000),
  primary key (oid, id),
  foreign key (oid, pid) references patient,
  foreign key (oid, hid) references store,
  foreign key (oid, examiner) references contact,
  foreign key (oid, resid) references reservation,
  foreign key (oid, import_id) references import_batch,
  foreign key (oid, signed_by) references contact,
  constraint exam_bio_meter__signed check (status <> 2 or (signed_by is not null and signed_at is not null)),
  constraint exam_bio_meter__eye_state_od check (eye_state_od between 0 and 3),
  constraint exam_bio_meter__eye_reason_od check (eye_state_od = 0 or btrim(coalesce(eye_reason_od, '')) <> ''),
  constraint exam_bio_meter__unmeasured_od check (
    eye_state_od = 0 or num_nonnulls(al_od, k1_od, k1_axis_od, k2_od, k2_axis_od, acd_od, lt_od, vt_od, cct_od, wtw_od, snr_od) = 0
  ),
  constraint exam_bio_meter__eye_state_os check (eye_state_os between 0 and 3),
  constraint exam_bio_meter__eye_reason_os check (eye_state_os = 0 or btrim(coalesce(eye_reason_os, '')) <> ''),
  constraint exam_bio_meter__unmeasured_os check (
    eye_state_os = 0 or num_nonnulls(al_os, k1_os, k1_axis_os, k2_os, k2_axis_os, acd_os, lt_os, vt_os, cct_os, wtw_os, snr_os) = 0
  )
);
comment on table exam_bio_meter is 'lengths in mm, keratometry in D (n = 1.3375), central corneal thickness in µm';
comment on column exam_bio_meter.origin is 'field → typed, device:<file>, copied:<row>, imported, calculated; a field not named was typed';
comment on column exam_bio_meter.confirmed is 'unusual values that were confirmed: [{code, field, value, sentence, ctid, at}]';
comment on column exam_bio_meter.change_reason is 'reason of the last amendment or voiding';
create index exam_bio_meter__by_member on exam_bio_meter (oid, pid, exam_time desc);
create index exam_bio_meter__by_store on exam_bio_meter (oid, hid, exam_time desc);
create index exam_bio_meter__by_examiner on exam_bio_meter (oid, examiner);
create index exam_bio_meter__by_visit on exam_bio_meter (oid, resid);
create index exam_bio_meter__by_import on exam_bio_meter (oid, import_id);
create index exam_bio_meter__by_signer on exam_bio_meter (oid, signed_by);

create table exam_iop (
  oid bigint not null,
  id bigint generated always as identity,
  iop_method int not null default 1,
  iop_time text not null,
  iop_od numeric,
  iop_os numeric,
  cct_od numeric,
  cct_os numeric,
  pid bigint not null,
  hid bigint not null,
  exam_time timestamptz not null default app_now(),
  examiner bigint not null,
  device text,
  resid bigint,
  status int not null default 0,
  version int not null default 0,
  note text,
  origin jsonb not null default '{}',
  confirmed jsonb not null default '[]',
  import_id bigint,
  change_reason text,
  signed_by bigint,
  signed_at timestamptz,
  created_at timestamptz not null default app_now(),
  created_by bigint default app_ctid(),
  updated_at timestamptz not null default app_now(),
  updated_by bigint default app_ctid(),
  eye_state_od int not null default 0,
  eye_reason_od text,
  eye_state_os int not null default 0,
  eye_reason_os text,
  constraint exam_iop__method check (iop_method between 1 and 5),
  constraint exam_iop__time check (iop_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  constraint exam_iop__iop check (iop_od between 1 and 80 and iop_os between 1 and 80),
  constraint exam_iop__cct check (cct_od between 300 and 800 and cct_os between 300 and 800),
  primary key (oid, id),
  foreign key (oid, pid) references patient,
  foreign key (oid, hid) references store,
  foreign key (oid, examiner) references contact,
  foreign key (oid, resid) references reservation,
  foreign key (oid, import_id) references import_batch,
  foreign key (oid, signed_by) references contact,
  constraint exam_iop__signed check (status <> 2 or (signed_by is not null and signed_at is not null)),
  constraint exam_iop__eye_state_od check (eye_state_od between 0 and 3),
  constraint exam_iop__eye_reason_od check (eye_state_od = 0 or btrim(coalesce(eye_reason_od, '')) <> ''),
  constraint exam_iop__unmeasured_od check (eye_state_od = 0 or num_nonnulls(iop_od, cct_od) = 0),
  constraint exam_iop__eye_state_os check (eye_state_os between 0 and 3),
  constraint exam_iop__eye_reason_os check (eye_state_os = 0 or btrim(coalesce(eye_reason_os, '')) <> ''),
  constraint exam_iop__unmeasured_os check (eye_state_os = 0 or num_nonnulls(iop_os, cct_os) = 0)
);
comment on table exam_iop is 'mmHg as measured, with the time of day; a value corrected for corneal thickness is calculated, never stored';
comment on column exam_iop.origin is 'field → typed, device:<file>, copied:<row>, imported, calculated; a field not named was typed';
comment on column exam_iop.confirmed is 'unusual values that were confirmed: [{code, field, value, sentence, ctid, at}]';
comment on column exam_iop.change_reason is 'reason of the last amendment or voiding';
create index exam_iop__by_member on exam_iop (oid, pid, exam_time desc);
create index exam_iop__by_store on exam_iop (oid, hid, exam_time desc);
create index exam_iop__by_examiner on exam_iop (oid, examiner);
create index exam_iop__by_visit on exam_iop (oid, resid);
create index exam_iop__by_import on exam_iop (oid, import_id);
create index exam_iop__by_signer on exam_iop (oid, signed_by);

create table exam_height_weight (
  oid bigint not null,
  id bigint generated always as identity,
  height numeric,
  weight numeric,
  pid bigint not null,
  hid bigint not null,
  exam_time timestamptz not null default app_now(),
  examiner bigint not null,
  device text,
  resid bigint,
  status int not null default 0,
  version int not null default 0,
  note text,
  origin jsonb not null default '{}',
  confirmed jsonb not null default '[]',
  import_id bigint,
  change_reason text,
  signed_by bigint,
  signed_at timestamptz,
  created_at timestamptz not null default app_now(),
  created_by bigint default app_ctid(),
  updated_at timestamptz not null default app_now(),
  updated_by bigint default app_ctid(),
  eye_state_od int not null default 0,
  eye_reason_od text,
  eye_state_os int not null default 0,
  eye_reason_os text,
  constraint exam_height_weight__height check (height between 40 and 230),
  constraint exam_height_weight__weight check (weight between 2 and 300),
  primary key (oid, id),
  foreign key (oid, pid) references patient,
  foreign key (oid, hid) references store,
  foreign key (oid, examiner) references contact,
  foreign key (oid, resid) references reservation,
  foreign key (oid, import_id) references import_batch,
  foreign key (oid, signed_by) references contact,
  constraint exam_height_weight__signed check (status <> 2 or (signed_by is not null and signed_at is not null)),
  constraint exam_height_weight__eye_state_od check (eye_state_od between 0 and 3),
  constraint exam_height_weight__eye_reason_od check (eye_state_od = 0 or btrim(coalesce(eye_reason_od, '')) <> ''),
  constraint exam_height_weight__eye_state_os check (eye_state_os between 0 and 3),
  constraint exam_height_weight__eye_reason_os check (eye_state_os = 0 or btrim(coalesce(eye_reason_os, '')) <> '')
);
comment on table exam_height_weight is 'cm and kg';
comment on column exam_height_weight.origin
  is 'field → typed, device:<file>, copied:<row>, imported, calculated; a field not named was typed';
comment on column exam_height_weight.confirmed is 'unusual values that were confirmed: [{code, field, value, sentence, ctid, at}]';
comment on column exam_height_weight.change_reason is 'reason of the last amendment or voiding';
create index exam_height_weight__by_member on exam_height_weight (oid, pid, exam_time desc);
create index exam_height_weight__by_store on exam_height_weight (oid, hid, exam_time desc);
create index exam_height_weight__by_examiner on exam_height_weight (oid, examiner);
create index exam_height_weight__by_visit on exam_height_weight (oid, resid);
create index exam_height_weight__by_import on exam_height_weight (oid, import_id);
create index exam_height_weight__by_signer on exam_height_weight (oid, signed_by);

-- 角膜地形图检查: limits as its declaration has them (contract/kinds/cornea.ts); the census compares the two.
create table exam_cornea (
  oid bigint not null,
  id bigint generated always as identity,
  k1_od numeric,
  k1_os numeric,
  k1_axis_od int,
  k1_axis_os int,
  k2_od numeric,
  k2_os numeric,
  k2_axis_od int,
  k2_axis_os int,
  r1_od numeric,
  r1_os numeric,
  r2_od numeric,
  r2_os numeric,
  kmax_od numeric,
  kmax_os numeric,
  e_flat_od numeric,
  e_flat_os numeric,
  e_steep_od numeric,
  e_steep_os numeric,
  wtw_od numeric,
  wtw_os numeric,
  pupil_od numeric,
  pupil_os numeric,
  cct_od numeric,
  cct_os numeric,
  thinnest_od numeric,
  thinnest_os numeric,
  sai_od numeric,
  sai_os numeric,
  sri_od numeric,
  sri_os numeric,
  is_od numeric,
  is_os numeric,
  pattern_od int,
  pattern_os int,
  decentre_od numeric,
  decentre_os numeric,
  decentre_clock_od int,
  decentre_clock_os int,
  treatment_zone_od numeric,
  treatment_zone_os numeric,
  quality_od numeric,
  quality_os numeric,
  lens_off_hours numeric,
  pid bigint not null,
  hid bigint not null,
  exam_time timestamptz not null default app_now(),
  examiner bigint not null,
  device text,
  resid bigint,
  status int not null default 0,
  version int not null default 0,
  note text,
  origin jsonb not null default '{}',
  confirmed jsonb not null default '[]',
  import_id bigint,
  change_reason text,
  signed_by bigint,
  signed_at timestamptz,
  created_at timestamptz not null default app_now(),
  created_by bigint default app_ctid(),
  updated_at timestamptz not null default app_now(),
  updated_by bigint default app_ctid(),
  eye_state_od int not null default 0,
  eye_reason_od text,
  eye_state_os int not null default 0,
  eye_reason_os text,
  constraint exam_cornea__k1 check (k1_od between 30 and 60 and k1_os between 30 and 60),
  constraint exam_cornea__k1_axis check (k1_axis_od between 1 and 180 and k1_axis_os between 1 and 180),
  constraint exam_cornea__k2 check (k2_od between 30 and 60 and k2_os between 30 and 60),
  constraint exam_cornea__k2_axis check (k2_axis_od between 1 and 180 and k2_axis_os between 1 and 180),
  constraint exam_cornea__r1 check (r1_od between 5.6 and 11.3 and r1_os between 5.6 and 11.3),
  constraint exam_cornea__r2 check (r2_od between 5.6 and 11.3 and r2_os between 5.6 and 11.3),
  constraint exam_cornea__kmax check (kmax_od between 30 and 90 and kmax_os between 30 and 90),
  constraint exam_cornea__e_flat check (e_flat_od between -1 and 1.2 and e_flat_os between -1 and 1.2),
  constraint exam_cornea__e_steep check (e_steep_od between -1 and 1.2 and e_steep_os between -1 and 1.2),
  constraint exam_cornea__wtw check (wtw_od between 8 and 15 and wtw_os between 8 and 15),
  constraint exam_cornea__pupil check (pupil_od between 0.5 and 10 and pupil_os between 0.5 and 10),
  constraint exam_cornea__cct check (cct_od between 300 and 800 and cct_os between 300 and 800),
  constraint exam_cornea__thinnest check (thinnest_od between 300 and 800 and thinnest_os between 300 and 800),
  constraint exam_cornea__sai check (sai_od between 0 and 20 and sai_os between 0 and 20),
  constraint exam_cornea__sri check (sri_od between 0 and 20 and sri_os between 0 and 20),
  constraint exam_cornea__is check (is_od between -30 and 30 and is_os between -30 and 30),
  constraint exam_cornea__pattern check (pattern_od in (1, 2, 3, 4, 5, 6) and pattern_os in (1, 2, 3, 4, 5, 6)),
  constraint exam_cornea__decentre check (decentre_od between 0 and 5 and decentre_os between 0 and 5),
  constraint exam_cornea__decentre_clock check (decentre_clock_od between 1 and 12 and decentre_clock_os between 1 and 12),
  constraint exam_cornea__treatment_zone check (treatment_zone_od between 0 and 10 and treatment_zone_os between 0 and 10),
  constraint exam_cornea__quality check (quality_od between 0 and 100 and quality_os between 0 and 100),
  constraint exam_cornea__lens_off_hours check (lens_off_hours between 0 and 20000),
  primary key (oid, id),
  foreign key (oid, pid) references patient,
  foreign key (oid, hid) references store,
  foreign key (oid, examiner) references contact,
  foreign key (oid, resid) references reservation,
  foreign key (oid, import_id) references import_batch,
  foreign key (oid, signed_by) references contact,
  constraint exam_cornea__signed check (status <> 2 or (signed_by is not null and signed_at is not null)),
  constraint exam_cornea__eye_state_od check (eye_state_od between 0 and 3),
  constraint exam_cornea__eye_reason_od check (eye_state_od = 0 or btrim(coalesce(eye_reason_od, '')) <> ''),
  constraint exam_cornea__unmeasured_od check (
    eye_state_od = 0
      or num_nonnulls(
        k1_od, k1_axis_od, k2_od, k2_axis_od, r1_od, r2_od, kmax_od, e_flat_od, e_steep_od, wtw_od, pupil_od, cct_od,
          thinnest_od, sai_od, sri_od, is_od, pattern_od, decentre_od, decentre_clock_od, treatment_zone_od, quality_od
      )
        = 0
  ),
  constraint exam_cornea__eye_state_os check (eye_state_os between 0 and 3),
  constraint exam_cornea__eye_reason_os check (eye_state_os = 0 or btrim(coalesce(eye_reason_os, '')) <> ''),
  constraint exam_cornea__unmeasured_os check (
    eye_state_os = 0
      or num_nonnulls(
        k1_os, k1_axis_os, k2_os, k2_axis_os, r1_os, r2_os, kmax_os, e_flat_os, e_steep_os, wtw_os, pupil_os, cct_os,
          thinnest_os, sai_os, sri_os, is_os, pattern_os, decentre_os, decentre_clock_os, treatment_zone_os, quality_os
      )
        = 0
  )
);
comment on column exam_cornea.origin
  is 'field → typed, device:<file>, copied:<row>, normal, imported, calculated; a field not named was typed';
comment on column exam_cornea.confirmed is 'unusual values that were confirmed: [{code, field, value, sentence, ctid, at}]';
comment on column exam_cornea.change_reason is 'reason of the last amendment or voiding';
create index exam_cornea__by_member on exam_cornea (oid, pid, exam_time desc);
create index exam_cornea__by_store on exam_cornea (oid, hid, status, exam_time desc);
create index exam_cornea__by_examiner on exam_cornea (oid, examiner);
create index exam_cornea__by_visit on exam_cornea (oid, resid);
create index exam_cornea__by_import on exam_cornea (oid, import_id);
create index exam_cornea__by_signer on exam_cornea (oid, signed_by);

-- 裂隙灯检查: limits as its declaration has them (contract/kinds/slitLamp.ts); the census compares the two.
create table exam_slit_lamp (
  oid bigint not null,
  id bigint generated always as identity,
  scale int not null,
  lens_type int,
  lids_od int,
  lids_os int,
  lashes_od int,
  lashes_os int,
  bulbar_od numeric,
  bulbar_os numeric,
  limbal_od numeric,
  limbal_os numeric,
  papillae_od numeric,
  papillae_os numeric,
  follicles_od numeric,
  follicles_os numeric,
  stain_type_c_od int,
  stain_type_n_od int,
  stain_type_t_od int,
  stain_type_s_od int,
  stain_type_i_od int,
  stain_type_c_os int,
  stain_type_n_os int,
  stain_type_t_os int,
  stain_type_s_os int,
  stain_type_i_os int,
  stain_area_c_od numeric,
  stain_area_n_od numeric,
  stain_area_t_od numeric,
  stain_area_s_od numeric,
  stain_area_i_od numeric,
  stain_area_c_os numeric,
  stain_area_n_os numeric,
  stain_area_t_os numeric,
  stain_area_s_os numeric,
  stain_area_i_os numeric,
  stain_depth_c_od numeric,
  stain_depth_n_od numeric,
  stain_depth_t_od numeric,
  stain_depth_s_od numeric,
  stain_depth_i_od numeric,
  stain_depth_c_os numeric,
  stain_depth_n_os numeric,
  stain_depth_t_os numeric,
  stain_depth_s_os numeric,
  stain_depth_i_os numeric,
  infiltrate_od numeric,
  infiltrate_os numeric,
  vessels_od numeric,
  vessels_os numeric,
  van_herick_od int,
  van_herick_os int,
  cells_od numeric,
  cells_os numeric,
  flare_od numeric,
  flare_os numeric,
  iris_od text,
  iris_os text,
  pupil_od text,
  pupil_os text,
  lens_od text,
  lens_os text,
  vitreous_od text,
  vitreous_os text,
  cup_disc_od numeric,
  cup_disc_os numeric,
  fundus_od text,
  fundus_os text,
  pid bigint not null,
  hid bigint not null,
  exam_time timestamptz not null default app_now(),
  examiner bigint not null,
  device text,
  resid bigint,
  status int not null default 0,
  version int not null default 0,
  note text,
  origin jsonb not null default '{}',
  confirmed jsonb not null default '[]',
  import_id bigint,
  change_reason text,
  signed_by bigint,
  signed_at timestamptz,
  created_at timestamptz not null default app_now(),
  created_by bigint default app_ctid(),
  updated_at timestamptz not null default app_now(),
  updated_by bigint default app_ctid(),
  eye_state_od int not null default 0,
  eye_reason_od text,
  eye_state_os int not null default 0,
  eye_reason_os text,
  constraint exam_slit_lamp__scale check (scale in (1, 2)),
  constraint exam_slit_lamp__lens_type check (lens_type in (0, 1, 2, 3)),
  constraint exam_slit_lamp__lids check (lids_od in (0, 1, 2, 3) and lids_os in (0, 1, 2, 3)),
  constraint exam_slit_lamp__lashes check (lashes_od in (0, 1, 2) and lashes_os in (0, 1, 2)),
  constraint exam_slit_lamp__bulbar check (bulbar_od between 0 and 4 and bulbar_os between 0 and 4),
  constraint exam_slit_lamp__limbal check (limbal_od between 0 and 4 and limbal_os between 0 and 4),
  constraint exam_slit_lamp__papillae check (papillae_od between 0 and 4 and papillae_os between 0 and 4),
  constraint exam_slit_lamp__follicles check (follicles_od between 0 and 4 and follicles_os between 0 and 4),
  constraint exam_slit_lamp__stain_type_c check (stain_type_c_od in (0, 1, 2, 3) and stain_type_c_os in (0, 1, 2, 3)),
  constraint exam_slit_lamp__stain_type_n check (stain_type_n_od in (0, 1, 2, 3) and stain_type_n_os in (0, 1, 2, 3)),
  constraint exam_slit_lamp__stain_type_t check (stain_type_t_od in (0, 1, 2, 3) and stain_type_t_os in (0, 1, 2, 3)),
  constraint exam_slit_lamp__stain_type_s check (stain_type_s_od in (0, 1, 2, 3) and stain_type_s_os in (0, 1, 2, 3)),
  constraint exam_slit_lamp__stain_type_i check (stain_type_i_od in (0, 1, 2, 3) and stain_type_i_os in (0, 1, 2, 3)),
  constraint exam_slit_lamp__stain_area_c check (stain_area_c_od between 0 and 4 and stain_area_c_os between 0 and 4),
  constraint exam_slit_lamp__stain_area_n check (stain_area_n_od between 0 and 4 and stain_area_n_os between 0 and 4),
  constraint exam_slit_lamp__stain_area_t check (stain_area_t_od between 0 and 4 and stain_area_t_os between 0 and 4),
  constraint exam_slit_lamp__stain_area_s check (stain_area_s_od between 0 and 4 and stain_area_s_os between 0 and 4),
  constraint exam_slit_lamp__stain_area_i check (stain_area_i_od between 0 and 4 and stain_area_i_os between 0 and 4),
  constraint exam_slit_lamp__stain_depth_c check (stain_depth_c_od between 0 and 4 and stain_depth_c_os between 0 and 4),
  constraint exam_slit_lamp__stain_depth_n check (stain_depth_n_od between 0 and 4 and stain_depth_n_os between 0 and 4),
  constraint exam_slit_lamp__stain_depth_t check (stain_depth_t_od between 0 and 4 and stain_depth_t_os between 0 and 4),
  constraint exam_slit_lamp__stain_depth_s check (stain_depth_s_od between 0 and 4 and stain_depth_s_os between 0 and 4),
  constraint exam_slit_lamp__stain_depth_i check (stain_depth_i_od between 0 and 4 and stain_depth_i_os between 0 and 4),
  constraint exam_slit_lamp__infiltrate check (infiltrate_od between 0 and 4 and infiltrate_os between 0 and 4),
  constraint exam_slit_lamp__vessels check (vessels_od between 0 and 6 and vessels_os between 0 and 6),
  constraint exam_slit_lamp__van_herick check (van_herick_od between 1 and 4 and van_herick_os between 1 and 4),
  constraint exam_slit_lamp__cells check (cells_od between 0 and 4 and cells_os between 0 and 4),
  constraint exam_slit_lamp__flare check (flare_od between 0 and 4 and flare_os between 0 and 4),
  constraint exam_slit_lamp__cup_disc check (cup_disc_od between 0 and 1 and cup_disc_os between 0 and 1),
  primary key (oid, id),
  foreign key (oid, pid) references patient,
  foreign key (oid, hid) references store,
  foreign key (oid, examiner) references contact,
  foreign key (oid, resid) references reservation,
  foreign key (oid, import_id) references import_batch,
  foreign key (oid, signed_by) references contact,
  constraint exam_slit_lamp__signed check (status <> 2 or (signed_by is not null and signed_at is not null)),
  constraint exam_slit_lamp__eye_state_od check (eye_state_od between 0 and 3),
  constraint exam_slit_lamp__eye_reason_od check (eye_state_od = 0 or btrim(coalesce(eye_reason_od, '')) <> ''),
  constraint exam_slit_lamp__unmeasured_od check (
    eye_state_od = 0
      or num_nonnulls(
        lids_od, lashes_od, bulbar_od, limbal_od, papillae_od, follicles_od, stain_type_c_od, stain_type_n_od, stain_type_t_od,
          stain_type_s_od, stain_type_i_od, stain_area_c_od, stain_area_n_od, stain_area_t_od, stain_area_s_od, stain_area_i_od,
          stain_depth_c_od, stain_depth_n_od, stain_depth_t_od, stain_depth_s_od, stain_depth_i_od, infiltrate_od, vessels_od,
          van_herick_od, cells_od, flare_od, iris_od, pupil_od, lens_od, vitreous_od, cup_disc_od, fundus_od
      )
        = 0
  ),
  constraint exam_slit_lamp__eye_state_os check (eye_state_os between 0 and 3),
  constraint exam_slit_lamp__eye_reason_os check (eye_state_os = 0 or btrim(coalesce(eye_reason_os, '')) <> ''),
  constraint exam_slit_lamp__unmeasured_os check (
    eye_state_os = 0
      or num_nonnulls(
        lids_os, lashes_os, bulbar_os, limbal_os, papillae_os, follicles_os, stain_type_c_os, stain_type_n_os, stain_type_t_os,
          stain_type_s_os, stain_type_i_os, stain_area_c_os, stain_area_n_os, stain_area_t_os, stain_area_s_os, stain_area_i_os,
          stain_depth_c_os, stain_depth_n_os, stain_depth_t_os, stain_depth_s_os, stain_depth_i_os, infiltrate_os, vessels_os,
          van_herick_os, cells_os, flare_os, iris_os, pupil_os, lens_os, vitreous_os, cup_disc_os, fundus_os
      )
        = 0
  )
);
comment on column exam_slit_lamp.origin
  is 'field → typed, device:<file>, copied:<row>, normal, imported, calculated; a field not named was typed';
comment on column exam_slit_lamp.confirmed is 'unusual values that were confirmed: [{code, field, value, sentence, ctid, at}]';
comment on column exam_slit_lamp.change_reason is 'reason of the last amendment or voiding';
create index exam_slit_lamp__by_member on exam_slit_lamp (oid, pid, exam_time desc);
create index exam_slit_lamp__by_store on exam_slit_lamp (oid, hid, status, exam_time desc);
create index exam_slit_lamp__by_examiner on exam_slit_lamp (oid, examiner);
create index exam_slit_lamp__by_visit on exam_slit_lamp (oid, resid);
create index exam_slit_lamp__by_import on exam_slit_lamp (oid, import_id);
create index exam_slit_lamp__by_signer on exam_slit_lamp (oid, signed_by);

-- 硬镜复查: limits as its declaration has them (contract/kinds/hardLens.ts); the census compares the two.
create table exam_hard_lens (
  oid bigint not null,
  id bigint generated always as identity,
  lens_id_od bigint,
  lens_id_os bigint,
  lens_months_od numeric,
  lens_months_os numeric,
  wear_hours numeric,
  days_worn int,
  removed_hours numeric,
  ucva_od numeric,
  ucva_os numeric,
  ds_od numeric,
  ds_os numeric,
  dc_od numeric,
  dc_os numeric,
  ax_od int,
  ax_os int,
  position_od int,
  position_os int,
  decentre_od numeric,
  decentre_os numeric,
  movement_od numeric,
  movement_os numeric,
  treatment_zone_od numeric,
  treatment_zone_os numeric,
  touch_width_od numeric,
  touch_width_os numeric,
  reverse_width_od numeric,
  reverse_width_os numeric,
  alignment_od int,
  alignment_os int,
  edge_lift_od numeric,
  edge_lift_os numeric,
  adhesion_od int,
  adhesion_os int,
  stain_area_c_od numeric,
  stain_area_n_od numeric,
  stain_area_t_od numeric,
  stain_area_s_od numeric,
  stain_area_i_od numeric,
  stain_area_c_os numeric,
  stain_area_n_os numeric,
  stain_area_t_os numeric,
  stain_area_s_os numeric,
  stain_area_i_os numeric,
  stain_depth_c_od numeric,
  stain_depth_n_od numeric,
  stain_depth_t_od numeric,
  stain_depth_s_od numeric,
  stain_depth_i_od numeric,
  stain_depth_c_os numeric,
  stain_depth_n_os numeric,
  stain_depth_t_os numeric,
  stain_depth_s_os numeric,
  stain_depth_i_os numeric,
  infiltrate_od numeric,
  infiltrate_os numeric,
  deposit_od numeric,
  deposit_os numeric,
  damage_od int,
  damage_os int,
  compliance int,
  compliance_note text,
  decision int,
  next_date date,
  pid bigint not null,
  hid bigint not null,
  exam_time timestamptz not null default app_now(),
  examiner bigint not null,
  device text,
  resid bigint,
  status int not null default 0,
  version int not null default 0,
  note text,
  origin jsonb not null default '{}',
  confirmed jsonb not null default '[]',
  import_id bigint,
  change_reason text,
  signed_by bigint,
  signed_at timestamptz,
  created_at timestamptz not null default app_now(),
  created_by bigint default app_ctid(),
  updated_at timestamptz not null default app_now(),
  updated_by bigint default app_ctid(),
  eye_state_od int not null default 0,
  eye_reason_od text,
  eye_state_os int not null default 0,
  eye_reason_os text,
  constraint exam_hard_lens__lens_months check (lens_months_od between 0 and 240 and lens_months_os between 0 and 240),
  constraint exam_hard_lens__wear_hours check (wear_hours between 0 and 24),
  constraint exam_hard_lens__days_worn check (days_worn between 0 and 20000),
  constraint exam_hard_lens__removed_hours check (removed_hours between 0 and 240),
  constraint exam_hard_lens__ucva check (ucva_od between 3 and 5.3 and ucva_os between 3 and 5.3),
  constraint exam_hard_lens__ds check (ds_od between -45 and 45 and ds_os between -45 and 45),
  constraint exam_hard_lens__dc check (dc_od between -25 and 25 and dc_os between -25 and 25),
  constraint exam_hard_lens__ax check (ax_od between 1 and 180 and ax_os between 1 and 180),
  constraint exam_hard_lens__position check (position_od in (0, 1, 2, 3, 4) and position_os in (0, 1, 2, 3, 4)),
  constraint exam_hard_lens__decentre check (decentre_od between 0 and 5 and decentre_os between 0 and 5),
  constraint exam_hard_lens__movement check (movement_od between 0 and 5 and movement_os between 0 and 5),
  constraint exam_hard_lens__treatment_zone check (treatment_zone_od between 0 and 10 and treatment_zone_os between 0 and 10),
  constraint exam_hard_lens__touch_width check (touch_width_od between 0 and 10 and touch_width_os between 0 and 10),
  constraint exam_hard_lens__reverse_width check (reverse_width_od between 0 and 5 and reverse_width_os between 0 and 5),
  constraint exam_hard_lens__alignment check (alignment_od in (1, 2, 3) and alignment_os in (1, 2, 3)),
  constraint exam_hard_lens__edge_lift check (edge_lift_od between 0 and 2 and edge_lift_os between 0 and 2),
  constraint exam_hard_lens__adhesion check (adhesion_od in (0, 1) and adhesion_os in (0, 1)),
  constraint exam_hard_lens__stain_area_c check (stain_area_c_od between 0 and 4 and stain_area_c_os between 0 and 4),
  constraint exam_hard_lens__stain_area_n check (stain_area_n_od between 0 and 4 and stain_area_n_os between 0 and 4),
  constraint exam_hard_lens__stain_area_t check (stain_area_t_od between 0 and 4 and stain_area_t_os between 0 and 4),
  constraint exam_hard_lens__stain_area_s check (stain_area_s_od between 0 and 4 and stain_area_s_os between 0 and 4),
  constraint exam_hard_lens__stain_area_i check (stain_area_i_od between 0 and 4 and stain_area_i_os between 0 and 4),
  constraint exam_hard_lens__stain_depth_c check (stain_depth_c_od between 0 and 4 and stain_depth_c_os between 0 and 4),
  constraint exam_hard_lens__stain_depth_n check (stain_depth_n_od between 0 and 4 and stain_depth_n_os between 0 and 4),
  constraint exam_hard_lens__stain_depth_t check (stain_depth_t_od between 0 and 4 and stain_depth_t_os between 0 and 4),
  constraint exam_hard_lens__stain_depth_s check (stain_depth_s_od between 0 and 4 and stain_depth_s_os between 0 and 4),
  constraint exam_hard_lens__stain_depth_i check (stain_depth_i_od between 0 and 4 and stain_depth_i_os between 0 and 4),
  constraint exam_hard_lens__infiltrate check (infiltrate_od between 0 and 4 and infiltrate_os between 0 and 4),
  constraint exam_hard_lens__deposit check (deposit_od between 0 and 4 and deposit_os between 0 and 4),
  constraint exam_hard_lens__damage check (damage_od in (0, 1, 2, 3) and damage_os in (0, 1, 2, 3)),
  constraint exam_hard_lens__compliance check (compliance in (1, 2, 3)),
  constraint exam_hard_lens__decision check (decision in (1, 2, 3, 4, 5)),
  primary key (oid, id),
  foreign key (oid, pid) references patient,
  foreign key (oid, hid) references store,
  foreign key (oid, examiner) references contact,
  foreign key (oid, resid) references reservation,
  foreign key (oid, import_id) references import_batch,
  foreign key (oid, signed_by) references contact,
  constraint exam_hard_lens__signed check (status <> 2 or (signed_by is not null and signed_at is not null)),
  constraint exam_hard_lens__eye_state_od check (eye_state_od between 0 and 3),
  constraint exam_hard_lens__eye_reason_od check (eye_state_od = 0 or btrim(coalesce(eye_reason_od, '')) <> ''),
  constraint exam_hard_lens__unmeasured_od check (
    eye_state_od = 0
      or num_nonnulls(
        lens_id_od, lens_months_od, ucva_od, ds_od, dc_od, ax_od, position_od, decentre_od, movement_od, treatment_zone_od,
          touch_width_od, reverse_width_od, alignment_od, edge_lift_od, adhesion_od, stain_area_c_od, stain_area_n_od,
          stain_area_t_od, stain_area_s_od, stain_area_i_od, stain_depth_c_od, stain_depth_n_od, stain_depth_t_od,
          stain_depth_s_od, stain_depth_i_od, infiltrate_od, deposit_od, damage_od
      )
        = 0
  ),
  constraint exam_hard_lens__eye_state_os check (eye_state_os between 0 and 3),
  constraint exam_hard_lens__eye_reason_os check (eye_state_os = 0 or btrim(coalesce(eye_reason_os, '')) <> ''),
  constraint exam_hard_lens__unmeasured_os check (
    eye_state_os = 0
      or num_nonnulls(
        lens_id_os, lens_months_os, ucva_os, ds_os, dc_os, ax_os, position_os, decentre_os, movement_os, treatment_zone_os,
          touch_width_os, reverse_width_os, alignment_os, edge_lift_os, adhesion_os, stain_area_c_os, stain_area_n_os,
          stain_area_t_os, stain_area_s_os, stain_area_i_os, stain_depth_c_os, stain_depth_n_os, stain_depth_t_os,
          stain_depth_s_os, stain_depth_i_os, infiltrate_os, deposit_os, damage_os
      )
        = 0
  ),
  -- An inflamed eye wears no lens: with staining of grade 3 or an infiltrate a review decides on a pause and nothing else. Rows of former
  -- versions stay as they are.
  constraint exam_hard_lens__inflamed check (
    status not in (1, 2) or decision is null or decision = 3
      or (
        coalesce(
          greatest(
            stain_area_c_od, stain_area_n_od, stain_area_t_od, stain_area_s_od, stain_area_i_od, stain_depth_c_od,
              stain_depth_n_od, stain_depth_t_od, stain_depth_s_od, stain_depth_i_od, stain_area_c_os, stain_area_n_os,
              stain_area_t_os, stain_area_s_os, stain_area_i_os, stain_depth_c_os, stain_depth_n_os, stain_depth_t_os,
              stain_depth_s_os, stain_depth_i_os
          ),
            0
        ) < 3
          and coalesce(greatest(infiltrate_od, infiltrate_os), 0) = 0
      )
  )
);
comment on column exam_hard_lens.origin
  is 'field → typed, device:<file>, copied:<row>, normal, imported, calculated; a field not named was typed';
comment on column exam_hard_lens.confirmed is 'unusual values that were confirmed: [{code, field, value, sentence, ctid, at}]';
comment on column exam_hard_lens.change_reason is 'reason of the last amendment or voiding';
create index exam_hard_lens__by_member on exam_hard_lens (oid, pid, exam_time desc);
create index exam_hard_lens__by_store on exam_hard_lens (oid, hid, status, exam_time desc);
create index exam_hard_lens__by_examiner on exam_hard_lens (oid, examiner);
create index exam_hard_lens__by_visit on exam_hard_lens (oid, resid);
create index exam_hard_lens__by_import on exam_hard_lens (oid, import_id);
create index exam_hard_lens__by_signer on exam_hard_lens (oid, signed_by);

-- Tear film, binocular function, endothelium, the clinic's own examinations, assessments, cycloplegia. CHECKs repeat the limits of the
-- kinds' fields.
create table exam_dryeye (
  oid bigint not null,
  id bigint generated always as identity,
  fbut1_od numeric,
  fbut1_os numeric,
  fbut2_od numeric,
  fbut2_os numeric,
  fbut3_od numeric,
  fbut3_os numeric,
  nibut_od numeric,
  nibut_os numeric,
  nibut_avg_od numeric,
  nibut_avg_os numeric,
  schirmer_od numeric,
  schirmer_os numeric,
  meniscus_od numeric,
  meniscus_os numeric,
  stain_c_od numeric,
  stain_c_os numeric,
  stain_s_od numeric,
  stain_s_os numeric,
  stain_n_od numeric,
  stain_n_os numeric,
  stain_t_od numeric,
  stain_t_os numeric,
  stain_i_od numeric,
  stain_i_os numeric,
  stain_dots_od numeric,
  stain_dots_os numeric,
  conj_od numeric,
  conj_os numeric,
  redness_od numeric,
  redness_os numeric,
  meibo_upper_od numeric,
  meibo_upper_os numeric,
  meibo_lower_od numeric,
  meibo_lower_os numeric,
  meibum_od numeric,
  meibum_os numeric,
  lipid_od numeric,
  lipid_os numeric,
  osdi1 int,
  osdi2 int,
  osdi3 int,
  osdi4 int,
  osdi5 int,
  osdi6 int,
  osdi7 int,
  osdi8 int,
  osdi9 int,
  osdi10 int,
  osdi11 int,
  osdi12 int,
  symptoms boolean,
  schirmer_anaesthetic boolean,
  stain_scale int,
  blink_rate numeric,
  blink_partial numeric,
  lens_wear int,
  pid bigint not null,
  hid bigint not null,
  exam_time timestamptz not null default app_now(),
  examiner bigint not null,
  device text,
  resid bigint,
  status int not null default 0,
  version int not null default 0,
  note text,
  origin jsonb not null default '{}',
  confirmed jsonb not null default '[]',
  import_id bigint,
  change_reason text,
  signed_by bigint,
  signed_at timestamptz,
  created_at timestamptz not null default app_now(),
  created_by bigint default app_ctid(),
  updated_at timestamptz not null default app_now(),
  updated_by bigint default app_ctid(),
  eye_state_od int not null default 0,
  eye_reason_od text,
  eye_state_os int not null default 0,
  eye_reason_os text,
  constraint exam_dryeye__fbut1 check (fbut1_od between 0 and 60 and fbut1_os between 0 and 60),
  constraint exam_dryeye__fbut2 check (fbut2_od between 0 and 60 and fbut2_os between 0 and 60),
  constraint exam_dryeye__fbut3 check (fbut3_od between 0 and 60 and fbut3_os between 0 and 60),
  constraint exam_dryeye__nibut check (nibut_od between 0 and 60 and nibut_os between 0 and 60),
  constraint exam_dryeye__nibut_avg check (nibut_avg_od between 0 and 60 and nibut_avg_os between 0 and 60),
  constraint exam_dryeye__schirmer check (schirmer_od between 0 and 35 and schirmer_os between 0 and 35),
  constraint exam_dryeye__meniscus check (meniscus_od between 0 and 2 and meniscus_os between 0 and 2),
  constraint exam_dryeye__stain_c check (stain_c_od between 0 and 5 and stain_c_os between 0 and 5),
  constraint exam_dryeye__stain_s check (stain_s_od between 0 and 5 and stain_s_os between 0 and 5),
  constraint exam_dryeye__stain_n check (stain_n_od between 0 and 5 and stain_n_os between 0 and 5),
  constraint exam_dryeye__stain_t check (stain_t_od between 0 and 5 and stain_t_os between 0 and 5),
  constraint exam_dryeye__stain_i check (stain_i_od between 0 and 5 and stain_i_os between 0 and 5),
  constraint exam_dryeye__stain_dots check (stain_dots_od between 0 and 200 and stain_dots_os between 0 and 200),
  constraint exam_dryeye__conj check (conj_od between 0 and 3 and conj_os between 0 and 3),
  constraint exam_dryeye__redness check (redness_od between 0 and 4 and redness_os between 0 and 4),
  constraint exam_dryeye__meibo_upper check (meibo_upper_od between 0 and 3 and meibo_upper_os between 0 and 3),
  constraint exam_dryeye__meibo_lower check (meibo_lower_od between 0 and 3 and meibo_lower_os between 0 and 3),
  constraint exam_dryeye__meibum check (meibum_od between 0 and 3 and meibum_os between 0 and 3),
  constraint exam_dryeye__lipid check (lipid_od between 0 and 300 and lipid_os between 0 and 300),
  constraint exam_dryeye__osdi1 check (osdi1 in (0, 1, 2, 3, 4, 9)),
  constraint exam_dryeye__osdi2 check (osdi2 in (0, 1, 2, 3, 4, 9)),
  constraint exam_dryeye__osdi3 check (osdi3 in (0, 1, 2, 3, 4, 9)),
  constraint exam_dryeye__osdi4 check (osdi4 in (0, 1, 2, 3, 4, 9)),
  constraint exam_dryeye__osdi5 check (osdi5 in (0, 1, 2, 3, 4, 9)),
  constraint exam_dryeye__osdi6 check (osdi6 in (0, 1, 2, 3, 4, 9)),
  constraint exam_dryeye__osdi7 check (osdi7 in (0, 1, 2, 3, 4, 9)),
  constraint exam_dryeye__osdi8 check (osdi8 in (0, 1, 2, 3, 4, 9)),
  constraint exam_dryeye__osdi9 check (osdi9 in (0, 1, 2, 3, 4, 9)),
  constraint exam_dryeye__osdi10 check (osdi10 in (0, 1, 2, 3, 4, 9)),
  constraint exam_dryeye__osdi11 check (osdi11 in (0, 1, 2, 3, 4, 9)),
  constraint exam_dryeye__osdi12 check (osdi12 in (0, 1, 2, 3, 4, 9)),
  constraint exam_dryeye__stain_scale check (stain_scale between 1 and 3),
  constraint exam_dryeye__blink_rate check (blink_rate between 0 and 80),
  constraint exam_dryeye__blink_partial check (blink_partial between 0 and 100),
  constraint exam_dryeye__lens_wear check (lens_wear between 0 and 3),
  primary key (oid, id),
  foreign key (oid, pid) references patient,
  foreign key (oid, hid) references store,
  foreign key (oid, examiner) references contact,
  foreign key (oid, resid) references reservation,
  foreign key (oid, import_id) references import_batch,
  foreign key (oid, signed_by) references contact,
  constraint exam_dryeye__signed check (status <> 2 or (signed_by is not null and signed_at is not null)),
  constraint exam_dryeye__eye_state_od check (eye_state_od between 0 and 3),
  constraint exam_dryeye__eye_reason_od check (eye_state_od = 0 or btrim(coalesce(eye_reason_od, '')) <> ''),
  constraint exam_dryeye__unmeasured_od check (
    eye_state_od = 0
      or num_nonnulls(
        fbut1_od, fbut2_od, fbut3_od, nibut_od, nibut_avg_od, schirmer_od, meniscus_od, stain_c_od, stain_s_od, stain_n_od,
          stain_t_od, stain_i_od, stain_dots_od, conj_od, redness_od, meibo_upper_od, meibo_lower_od, meibum_od, lipid_od
      )
        = 0
  ),
  constraint exam_dryeye__eye_state_os check (eye_state_os between 0 and 3),
  constraint exam_dryeye__eye_reason_os check (eye_state_os = 0 or btrim(coalesce(eye_reason_os, '')) <> ''),
  constraint exam_dryeye__unmeasured_os check (
    eye_state_os = 0
      or num_nonnulls(
        fbut1_os, fbut2_os, fbut3_os, nibut_os, nibut_avg_os, schirmer_os, meniscus_os, stain_c_os, stain_s_os, stain_n_os,
          stain_t_os, stain_i_os, stain_dots_os, conj_os, redness_os, meibo_upper_os, meibo_lower_os, meibum_os, lipid_os
      )
        = 0
  )
);
comment on column exam_dryeye.origin
  is 'field → typed, device:<file>, copied:<row>, normal, imported, calculated; a field not named was typed';
comment on column exam_dryeye.confirmed is 'unusual values that were confirmed: [{code, field, value, sentence, ctid, at}]';
comment on column exam_dryeye.change_reason is 'reason of the last amendment or voiding';
create index exam_dryeye__by_member on exam_dryeye (oid, pid, exam_time desc);
create index exam_dryeye__by_store on exam_dryeye (oid, hid, status, exam_time desc);
create index exam_dryeye__by_examiner on exam_dryeye (oid, examiner);
create index exam_dryeye__by_visit on exam_dryeye (oid, resid);
create index exam_dryeye__by_import on exam_dryeye (oid, import_id);
create index exam_dryeye__by_signer on exam_dryeye (oid, signed_by);

create table exam_corneal (
  oid bigint not null,
  id bigint generated always as identity,
  ecd_od numeric,
  ecd_os numeric,
  cv_od numeric,
  cv_os numeric,
  hex_od numeric,
  hex_os numeric,
  area_mean_od numeric,
  area_mean_os numeric,
  area_min_od numeric,
  area_min_os numeric,
  area_max_od numeric,
  area_max_os numeric,
  cells_od numeric,
  cells_os numeric,
  cct_od numeric,
  cct_os numeric,
  lens_wear int,
  pid bigint not null,
  hid bigint not null,
  exam_time timestamptz not null default app_now(),
  examiner bigint not null,
  device text,
  resid bigint,
  status int not null default 0,
  version int not null default 0,
  note text,
  origin jsonb not null default '{}',
  confirmed jsonb not null default '[]',
  import_id bigint,
  change_reason text,
  signed_by bigint,
  signed_at timestamptz,
  created_at timestamptz not null default app_now(),
  created_by bigint default app_ctid(),
  updated_at timestamptz not null default app_now(),
  updated_by bigint default app_ctid(),
  eye_state_od int not null default 0,
  eye_reason_od text,
  eye_state_os int not null default 0,
  eye_reason_os text,
  constraint exam_corneal__ecd check (ecd_od between 200 and 6000 and ecd_os between 200 and 6000),
  constraint exam_corneal__cv check (cv_od between 5 and 100 and cv_os between 5 and 100),
  constraint exam_corneal__hex check (hex_od between 0 and 100 and hex_os between 0 and 100),
  constraint exam_corneal__area_mean check (area_mean_od between 20 and 10000 and area_mean_os between 20 and 10000),
  constraint exam_corneal__area_min check (area_min_od between 20 and 10000 and area_min_os between 20 and 10000),
  constraint exam_corneal__area_max check (area_max_od between 20 and 10000 and area_max_os between 20 and 10000),
  constraint exam_corneal__cells check (cells_od between 1 and 2000 and cells_os between 1 and 2000),
  constraint exam_corneal__cct check (cct_od between 300 and 800 and cct_os between 300 and 800),
  constraint exam_corneal__lens_wear check (lens_wear between 0 and 3),
  primary key (oid, id),
  foreign key (oid, pid) references patient,
  foreign key (oid, hid) references store,
  foreign key (oid, examiner) references contact,
  foreign key (oid, resid) references reservation,
  foreign key (oid, import_id) references import_batch,
  foreign key (oid, signed_by) references contact,
  constraint exam_corneal__signed check (status <> 2 or (signed_by is not null and signed_at is not null)),
  constraint exam_corneal__eye_state_od check (eye_state_od between 0 and 3),
  constraint exam_corneal__eye_reason_od check (eye_state_od = 0 or btrim(coalesce(eye_reason_od, '')) <> ''),
  constraint exam_corneal__unmeasured_od check (
    eye_state_od = 0 or num_nonnulls(ecd_od, cv_od, hex_od, area_mean_od, area_min_od, area_max_od, cells_od, cct_od) = 0
  ),
  constraint exam_corneal__eye_state_os check (eye_state_os between 0 and 3),
  constraint exam_corneal__eye_reason_os check (eye_state_os = 0 or btrim(coalesce(eye_reason_os, '')) <> ''),
  constraint exam_corneal__unmeasured_os check (
    eye_state_os = 0 or num_nonnulls(ecd_os, cv_os, hex_os, area_mean_os, area_min_os, area_max_os, cells_os, cct_os) = 0
  )
);
comment on column exam_corneal.origin
  is 'field → typed, device:<file>, copied:<row>, normal, imported, calculated; a field not named was typed';
comment on column exam_corneal.confirmed is 'unusual values that were confirmed: [{code, field, value, sentence, ctid, at}]';
comment on column exam_corneal.change_reason is 'reason of the last amendment or voiding';
create index exam_corneal__by_member on exam_corneal (oid, pid, exam_time desc);
create index exam_corneal__by_store on exam_corneal (oid, hid, status, exam_time desc);
create index exam_corneal__by_examiner on exam_corneal (oid, examiner);
create index exam_corneal__by_visit on exam_corneal (oid, resid);
create index exam_corneal__by_import on exam_corneal (oid, import_id);
create index exam_corneal__by_signer on exam_corneal (oid, signed_by);

create table exam_vision (
  oid bigint not null,
  id bigint generated always as identity,
  amp_od numeric,
  amp_os numeric,
  amp_ou numeric,
  flip_od numeric,
  flip_os numeric,
  flip_ou numeric,
  lag_od numeric,
  lag_os numeric,
  gaze_r_od numeric,
  gaze_r_os numeric,
  gaze_ru_od numeric,
  gaze_ru_os numeric,
  gaze_u_od numeric,
  gaze_u_os numeric,
  gaze_lu_od numeric,
  gaze_lu_os numeric,
  gaze_l_od numeric,
  gaze_l_os numeric,
  gaze_ld_od numeric,
  gaze_ld_os numeric,
  gaze_d_od numeric,
  gaze_d_os numeric,
  gaze_rd_od numeric,
  gaze_rd_os numeric,
  worth_far int,
  worth_near int,
  stereo_test int,
  stereo numeric,
  stereo_result int,
  cover_far int,
  cover_far_prism numeric,
  cover_near int,
  cover_near_prism numeric,
  cover_vertical numeric,
  cover_glasses boolean,
  phoria_method int,
  far_phoria numeric,
  near_phoria numeric,
  vertical_phoria numeric,
  vertical_eye text,
  aca_method int,
  gradient_lens numeric,
  gradient_phoria numeric,
  aca numeric,
  working_distance numeric,
  far_bi_blur numeric,
  far_bi_break numeric,
  far_bi_recovery numeric,
  far_bo_blur numeric,
  far_bo_break numeric,
  far_bo_recovery numeric,
  near_bi_blur numeric,
  near_bi_break numeric,
  near_bi_recovery numeric,
  near_bo_blur numeric,
  near_bo_break numeric,
  near_bo_recovery numeric,
  vergence_facility numeric,
  npc_break numeric,
  npc_recovery numeric,
  amp_method int,
  nra numeric,
  pra numeric,
  bcc numeric,
  disparity numeric,
  sensory_eye text,
  dominant_eye text,
  pid bigint not null,
  hid bigint not null,
  exam_time timestamptz not null default app_now(),
  examiner bigint not null,
  device text,
  resid bigint,
  status int not null default 0,
  version int not null default 0,
  note text,
  origin jsonb not null default '{}',
  confirmed jsonb not null default '[]',
  import_id bigint,
  change_reason text,
  signed_by bigint,
  signed_at timestamptz,
  created_at timestamptz not null default app_now(),
  created_by bigint default app_ctid(),
  updated_at timestamptz not null default app_now(),
  updated_by bigint default app_ctid(),
  eye_state_od int not null default 0,
  eye_reason_od text,
  eye_state_os int not null default 0,
  eye_reason_os text,
  constraint exam_vision__amp check (amp_od between 0 and 25 and amp_os between 0 and 25 and amp_ou between 0 and 25),
  constraint exam_vision__flip check (flip_od between 0 and 40 and flip_os between 0 and 40 and flip_ou between 0 and 40),
  constraint exam_vision__lag check (lag_od between -3 and 4 and lag_os between -3 and 4),
  constraint exam_vision__gaze_r check (gaze_r_od between -4 and 4 and gaze_r_os between -4 and 4),
  constraint exam_vision__gaze_ru check (gaze_ru_od between -4 and 4 and gaze_ru_os between -4 and 4),
  constraint exam_vision__gaze_u check (gaze_u_od between -4 and 4 and gaze_u_os between -4 and 4),
  constraint exam_vision__gaze_lu check (gaze_lu_od between -4 and 4 and gaze_lu_os between -4 and 4),
  constraint exam_vision__gaze_l check (gaze_l_od between -4 and 4 and gaze_l_os between -4 and 4),
  constraint exam_vision__gaze_ld check (gaze_ld_od between -4 and 4 and gaze_ld_os between -4 and 4),
  constraint exam_vision__gaze_d check (gaze_d_od between -4 and 4 and gaze_d_os between -4 and 4),
  constraint exam_vision__gaze_rd check (gaze_rd_od between -4 and 4 and gaze_rd_os between -4 and 4),
  constraint exam_vision__worth_far check (worth_far between 2 and 5),
  constraint exam_vision__worth_near check (worth_near between 2 and 5),
  constraint exam_vision__stereo_test check (stereo_test in (1, 2, 3, 4, 5, 9)),
  constraint exam_vision__stereo check (stereo between 10 and 3000),
  constraint exam_vision__stereo_result check (stereo_result between 1 and 3),
  constraint exam_vision__cover_far check (cover_far between 0 and 6),
  constraint exam_vision__cover_far_prism check (cover_far_prism between 0 and 90),
  constraint exam_vision__cover_near check (cover_near between 0 and 6),
  constraint exam_vision__cover_near_prism check (cover_near_prism between 0 and 90),
  constraint exam_vision__cover_vertical check (cover_vertical between 0 and 50),
  constraint exam_vision__phoria_method check (phoria_method between 1 and 4),
  constraint exam_vision__far_phoria check (far_phoria between -60 and 60),
  constraint exam_vision__near_phoria check (near_phoria between -60 and 60),
  constraint exam_vision__vertical_phoria check (vertical_phoria between 0 and 20),
  constraint exam_vision__vertical_eye check (vertical_eye in ('OD', 'OS')),
  constraint exam_vision__aca_method check (aca_method between 1 and 2),
  constraint exam_vision__gradient_lens check (gradient_lens between -3 and 3),
  constraint exam_vision__gradient_phoria check (gradient_phoria between -60 and 60),
  constraint exam_vision__aca check (aca between 0 and 20),
  constraint exam_vision__working_distance check (working_distance between 150 and 1000),
  -- Recovery comes on the way back from the break, blur before it; the near point recovers further away.
  constraint exam_vision__order check (
    far_bi_blur <= far_bi_break and far_bi_recovery <= far_bi_break and far_bo_blur <= far_bo_break
      and far_bo_recovery <= far_bo_break and near_bi_blur <= near_bi_break and near_bi_recovery <= near_bi_break
      and near_bo_blur <= near_bo_break and near_bo_recovery <= near_bo_break and npc_recovery >= npc_break
  ),
  constraint exam_vision__far_bi_blur check (far_bi_blur between 0 and 60),
  constraint exam_vision__far_bi_break check (far_bi_break between 0 and 60),
  constraint exam_vision__far_bi_recovery check (far_bi_recovery between 0 and 60),
  constraint exam_vision__far_bo_blur check (far_bo_blur between 0 and 60),
  constraint exam_vision__far_bo_break check (far_bo_break between 0 and 60),
  constraint exam_vision__far_bo_recovery check (far_bo_recovery between 0 and 60),
  constraint exam_vision__near_bi_blur check (near_bi_blur between 0 and 60),
  constraint exam_vision__near_bi_break check (near_bi_break between 0 and 60),
  constraint exam_vision__near_bi_recovery check (near_bi_recovery between 0 and 60),
  constraint exam_vision__near_bo_blur check (near_bo_blur between 0 and 60),
  constraint exam_vision__near_bo_break check (near_bo_break between 0 and 60),
  constraint exam_vision__near_bo_recovery check (near_bo_recovery between 0 and 60),
  constraint exam_vision__vergence_facility check (vergence_facility between 0 and 40),
  constraint exam_vision__npc_break check (npc_break between 0 and 60),
  constraint exam_vision__npc_recovery check (npc_recovery between 0 and 60),
  constraint exam_vision__amp_method check (amp_method between 1 and 2),
  constraint exam_vision__nra check (nra between 0 and 5),
  constraint exam_vision__pra check (pra between -10 and 0),
  constraint exam_vision__bcc check (bcc between -4 and 4),
  constraint exam_vision__disparity check (disparity between -60 and 60),
  constraint exam_vision__sensory_eye check (sensory_eye in ('OD', 'OS')),
  constraint exam_vision__dominant_eye check (dominant_eye in ('OD', 'OS')),
  primary key (oid, id),
  foreign key (oid, pid) references patient,
  foreign key (oid, hid) references store,
  foreign key (oid, examiner) references contact,
  foreign key (oid, resid) references reservation,
  foreign key (oid, import_id) references import_batch,
  foreign key (oid, signed_by) references contact,
  constraint exam_vision__signed check (status <> 2 or (signed_by is not null and signed_at is not null)),
  constraint exam_vision__eye_state_od check (eye_state_od between 0 and 3),
  constraint exam_vision__eye_reason_od check (eye_state_od = 0 or btrim(coalesce(eye_reason_od, '')) <> ''),
  constraint exam_vision__unmeasured_od check (
    eye_state_od = 0
      or num_nonnulls(amp_od, flip_od, lag_od, gaze_r_od, gaze_ru_od, gaze_u_od, gaze_lu_od, gaze_l_od, gaze_ld_od, gaze_d_od, gaze_rd_od)
        = 0
  ),
  constraint exam_vision__eye_state_os check (eye_state_os between 0 and 3),
  constraint exam_vision__eye_reason_os check (eye_state_os = 0 or btrim(coalesce(eye_reason_os, '')) <> ''),
  constraint exam_vision__unmeasured_os check (
    eye_state_os = 0
      or num_nonnulls(amp_os, flip_os, lag_os, gaze_r_os, gaze_ru_os, gaze_u_os, gaze_lu_os, gaze_l_os, gaze_ld_os, gaze_d_os, gaze_rd_os)
        = 0
  )
);
comment on column exam_vision.origin
  is 'field → typed, device:<file>, copied:<row>, normal, imported, calculated; a field not named was typed';
comment on column exam_vision.confirmed is 'unusual values that were confirmed: [{code, field, value, sentence, ctid, at}]';
comment on column exam_vision.change_reason is 'reason of the last amendment or voiding';
create index exam_vision__by_member on exam_vision (oid, pid, exam_time desc);
create index exam_vision__by_store on exam_vision (oid, hid, status, exam_time desc);
create index exam_vision__by_examiner on exam_vision (oid, examiner);
create index exam_vision__by_visit on exam_vision (oid, resid);
create index exam_vision__by_import on exam_vision (oid, import_id);
create index exam_vision__by_signer on exam_vision (oid, signed_by);

create table exam_others (
  oid bigint not null,
  id bigint generated always as identity,
  template_id bigint,
  template_version int,
  template jsonb,
  values jsonb,
  findings text,
  pid bigint not null,
  hid bigint not null,
  exam_time timestamptz not null default app_now(),
  examiner bigint not null,
  device text,
  resid bigint,
  status int not null default 0,
  version int not null default 0,
  note text,
  origin jsonb not null default '{}',
  confirmed jsonb not null default '[]',
  import_id bigint,
  change_reason text,
  signed_by bigint,
  signed_at timestamptz,
  created_at timestamptz not null default app_now(),
  created_by bigint default app_ctid(),
  updated_at timestamptz not null default app_now(),
  updated_by bigint default app_ctid(),
  eye_state_od int not null default 0,
  eye_reason_od text,
  eye_state_os int not null default 0,
  eye_reason_os text,
  -- What was examined, where no template says it.
  name text,
  primary key (oid, id),
  foreign key (oid, template_id) references master_item,
  foreign key (oid, pid) references patient,
  foreign key (oid, hid) references store,
  foreign key (oid, examiner) references contact,
  foreign key (oid, resid) references reservation,
  foreign key (oid, import_id) references import_batch,
  foreign key (oid, signed_by) references contact,
  constraint exam_others__signed check (status <> 2 or (signed_by is not null and signed_at is not null)),
  constraint exam_others__eye_state_od check (eye_state_od between 0 and 3),
  constraint exam_others__eye_reason_od check (eye_state_od = 0 or btrim(coalesce(eye_reason_od, '')) <> ''),
  constraint exam_others__eye_state_os check (eye_state_os between 0 and 3),
  constraint exam_others__eye_reason_os check (eye_state_os = 0 or btrim(coalesce(eye_reason_os, '')) <> ''),
  -- The version of a template is a count, as its fields say.
  constraint exam_others__template_version check (template_version between 0 and 1000000)
);
comment on column exam_others.template is 'the template as it was when this was written';
comment on column exam_others.origin
  is 'field → typed, device:<file>, copied:<row>, normal, imported, calculated; a field not named was typed';
comment on column exam_others.confirmed is 'unusual values that were confirmed: [{code, field, value, sentence, ctid, at}]';
comment on column exam_others.change_reason is 'reason of the last amendment or voiding';
create index exam_others__by_template on exam_others (oid, template_id);
create index exam_others__by_member on exam_others (oid, pid, exam_time desc);
create index exam_others__by_store on exam_others (oid, hid, status, exam_time desc);
create index exam_others__by_examiner on exam_others (oid, examiner);
create index exam_others__by_visit on exam_others (oid, resid);
create index exam_others__by_import on exam_others (oid, import_id);
create index exam_others__by_signer on exam_others (oid, signed_by);

create table assessment (
  oid bigint not null,
  id bigint generated always as identity,
  score numeric,
  band text,
  template_id bigint,
  template_version int,
  template jsonb,
  values jsonb,
  parents int,
  outdoor_hours numeric,
  near_hours numeric,
  pid bigint not null,
  hid bigint not null,
  exam_time timestamptz not null default app_now(),
  examiner bigint not null,
  device text,
  resid bigint,
  status int not null default 0,
  version int not null default 0,
  note text,
  origin jsonb not null default '{}',
  confirmed jsonb not null default '[]',
  import_id bigint,
  change_reason text,
  signed_by bigint,
  signed_at timestamptz,
  created_at timestamptz not null default app_now(),
  created_by bigint default app_ctid(),
  updated_at timestamptz not null default app_now(),
  updated_by bigint default app_ctid(),
  eye_state_od int not null default 0,
  eye_reason_od text,
  eye_state_os int not null default 0,
  eye_reason_os text,
  constraint assessment__score check (score between 0 and 100),
  constraint assessment__parents check (parents between 0 and 2),
  constraint assessment__outdoor_hours check (outdoor_hours between 0 and 24),
  constraint assessment__near_hours check (near_hours between 0 and 24),
  primary key (oid, id),
  foreign key (oid, template_id) references master_item,
  foreign key (oid, pid) references patient,
  foreign key (oid, hid) references store,
  foreign key (oid, examiner) references contact,
  foreign key (oid, resid) references reservation,
  foreign key (oid, import_id) references import_batch,
  foreign key (oid, signed_by) references contact,
  constraint assessment__signed check (status <> 2 or (signed_by is not null and signed_at is not null)),
  constraint assessment__eye_state_od check (eye_state_od between 0 and 3),
  constraint assessment__eye_reason_od check (eye_state_od = 0 or btrim(coalesce(eye_reason_od, '')) <> ''),
  constraint assessment__eye_state_os check (eye_state_os between 0 and 3),
  constraint assessment__eye_reason_os check (eye_state_os = 0 or btrim(coalesce(eye_reason_os, '')) <> ''),
  constraint assessment__template_version check (template_version between 0 and 1000000)
);
comment on table assessment is 'score 0–100 of a template''s weights; what is known of the risk stands beside it and is not in it';
comment on column assessment.template is 'the template as it was when this was written';
comment on column assessment.origin
  is 'field → typed, device:<file>, copied:<row>, normal, imported, calculated; a field not named was typed';
comment on column assessment.confirmed is 'unusual values that were confirmed: [{code, field, value, sentence, ctid, at}]';
comment on column assessment.change_reason is 'reason of the last amendment or voiding';
create index assessment__by_template on assessment (oid, template_id);
create index assessment__by_member on assessment (oid, pid, exam_time desc);
create index assessment__by_store on assessment (oid, hid, status, exam_time desc);
create index assessment__by_examiner on assessment (oid, examiner);
create index assessment__by_visit on assessment (oid, resid);
create index assessment__by_import on assessment (oid, import_id);
create index assessment__by_signer on assessment (oid, signed_by);

create table exam_cycloplegia (
  oid bigint not null,
  id bigint generated always as identity,
  drug int,
  strength text,
  eye text,
  drop1 text,
  drop2 text,
  drop3 text,
  drop4 text,
  drop5 text,
  at_home boolean,
  narrow_angle boolean,
  allergic boolean,
  heart boolean,
  fever boolean,
  pid bigint not null,
  hid bigint not null,
  exam_time timestamptz not null default app_now(),
  examiner bigint not null,
  device text,
  resid bigint,
  status int not null default 0,
  version int not null default 0,
  note text,
  origin jsonb not null default '{}',
  confirmed jsonb not null default '[]',
  import_id bigint,
  change_reason text,
  signed_by bigint,
  signed_at timestamptz,
  created_at timestamptz not null default app_now(),
  created_by bigint default app_ctid(),
  updated_at timestamptz not null default app_now(),
  updated_by bigint default app_ctid(),
  eye_state_od int not null default 0,
  eye_reason_od text,
  eye_state_os int not null default 0,
  eye_reason_os text,
  -- For how many days atropine was given at home before the refraction.
  home_days int,
  constraint exam_cycloplegia__drug check (drug between 1 and 3),
  constraint exam_cycloplegia__eye check (eye in ('OU', 'OD', 'OS')),
  constraint exam_cycloplegia__drop1 check (drop1 ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  constraint exam_cycloplegia__drop2 check (drop2 ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  constraint exam_cycloplegia__drop3 check (drop3 ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  constraint exam_cycloplegia__drop4 check (drop4 ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  constraint exam_cycloplegia__drop5 check (drop5 ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  primary key (oid, id),
  foreign key (oid, pid) references patient,
  foreign key (oid, hid) references store,
  foreign key (oid, examiner) references contact,
  foreign key (oid, resid) references reservation,
  foreign key (oid, import_id) references import_batch,
  foreign key (oid, signed_by) references contact,
  constraint exam_cycloplegia__signed check (status <> 2 or (signed_by is not null and signed_at is not null)),
  constraint exam_cycloplegia__eye_state_od check (eye_state_od between 0 and 3),
  constraint exam_cycloplegia__eye_reason_od check (eye_state_od = 0 or btrim(coalesce(eye_reason_od, '')) <> ''),
  constraint exam_cycloplegia__eye_state_os check (eye_state_os between 0 and 3),
  constraint exam_cycloplegia__eye_reason_os check (eye_state_os = 0 or btrim(coalesce(eye_reason_os, '')) <> ''),
  constraint exam_cycloplegia__home_days check (home_days between 1 and 14)
);
comment on column exam_cycloplegia.origin
  is 'field → typed, device:<file>, copied:<row>, normal, imported, calculated; a field not named was typed';
comment on column exam_cycloplegia.confirmed is 'unusual values that were confirmed: [{code, field, value, sentence, ctid, at}]';
comment on column exam_cycloplegia.change_reason is 'reason of the last amendment or voiding';
create index exam_cycloplegia__by_member on exam_cycloplegia (oid, pid, exam_time desc);
create index exam_cycloplegia__by_store on exam_cycloplegia (oid, hid, status, exam_time desc);
create index exam_cycloplegia__by_examiner on exam_cycloplegia (oid, examiner);
create index exam_cycloplegia__by_visit on exam_cycloplegia (oid, resid);
create index exam_cycloplegia__by_import on exam_cycloplegia (oid, import_id);
create index exam_cycloplegia__by_signer on exam_cycloplegia (oid, signed_by);

create table exam_refraction (
  oid bigint not null,
  id bigint generated always as identity,
  kind int not null,
  cycloplegia int,
  ds_od numeric,
  dc_od numeric,
  ax_od int,
  va_od numeric,
  pd_od numeric,
  add_od numeric,
  prism_od numeric,
  base_od text,
  ds_os numeric,
  dc_os numeric,
  ax_os int,
  va_os numeric,
  pd_os numeric,
  add_os numeric,
  prism_os numeric,
  base_os text,
  vd numeric,
  dominant_eye text,
  pid bigint not null,
  hid bigint not null,
  exam_time timestamptz not null default app_now(),
  examiner bigint not null,
  device text,
  resid bigint,
  status int not null default 0,
  version int not null default 0,
  note text,
  origin jsonb not null default '{}',
  confirmed jsonb not null default '[]',
  import_id bigint,
  change_reason text,
  signed_by bigint,
  signed_at timestamptz,
  created_at timestamptz not null default app_now(),
  created_by bigint default app_ctid(),
  updated_at timestamptz not null default app_now(),
  updated_by bigint default app_ctid(),
  eye_state_od int not null default 0,
  eye_reason_od text,
  eye_state_os int not null default 0,
  eye_reason_os text,
  -- A cycloplegic refraction names its drops, or says why it has none.
  cycloplegia_id bigint,
  cycloplegia_why text,
  constraint exam_refraction__kind check (kind between 1 and 7),
  constraint exam_refraction__cycloplegia check (cycloplegia between 0 and 3),
  constraint exam_refraction__vd check (vd between 0 and 20),
  constraint exam_refraction__dominant check (dominant_eye in ('OD', 'OS')),
  constraint exam_refraction__sphere check (ds_od between -45 and 45 and ds_os between -45 and 45),
  constraint exam_refraction__cylinder check (dc_od between -25 and 25 and dc_os between -25 and 25),
  constraint exam_refraction__axis check (ax_od between 1 and 180 and ax_os between 1 and 180),
  constraint exam_refraction__axis_missing check (
    (coalesce(dc_od, 0) = 0 or ax_od is not null) and (coalesce(dc_os, 0) = 0 or ax_os is not null)
  ),
  constraint exam_refraction__va check (va_od between 3 and 5.3 and va_os between 3 and 5.3),
  constraint exam_refraction__pd check (pd_od between 17 and 45 and pd_os between 17 and 45),
  constraint exam_refraction__add check (add_od between 0 and 5 and add_os between 0 and 5),
  constraint exam_refraction__prism check (prism_od between 0 and 20 and prism_os between 0 and 20),
  constraint exam_refraction__base check (base_od in ('IN', 'OUT', 'UP', 'DOWN') and base_os in ('IN', 'OUT', 'UP', 'DOWN')),
  constraint exam_refraction__base_missing check (
    (coalesce(prism_od, 0) = 0 or base_od is not null) and (coalesce(prism_os, 0) = 0 or base_os is not null)
  ),
  primary key (oid, id),
  foreign key (oid, pid) references patient,
  foreign key (oid, hid) references store,
  foreign key (oid, examiner) references contact,
  foreign key (oid, resid) references reservation,
  foreign key (oid, import_id) references import_batch,
  foreign key (oid, signed_by) references contact,
  constraint exam_refraction__signed check (status <> 2 or (signed_by is not null and signed_at is not null)),
  constraint exam_refraction__eye_state_od check (eye_state_od between 0 and 3),
  constraint exam_refraction__eye_reason_od check (eye_state_od = 0 or btrim(coalesce(eye_reason_od, '')) <> ''),
  constraint exam_refraction__unmeasured_od check (
    eye_state_od = 0 or num_nonnulls(ds_od, dc_od, ax_od, va_od, pd_od, add_od, prism_od, base_od) = 0
  ),
  constraint exam_refraction__eye_state_os check (eye_state_os between 0 and 3),
  constraint exam_refraction__eye_reason_os check (eye_state_os = 0 or btrim(coalesce(eye_reason_os, '')) <> ''),
  constraint exam_refraction__unmeasured_os check (
    eye_state_os = 0 or num_nonnulls(ds_os, dc_os, ax_os, va_os, pd_os, add_os, prism_os, base_os) = 0
  ),
  foreign key (oid, cycloplegia_id) references exam_cycloplegia
);
comment on column exam_refraction.kind
  is '1 own glasses, 2 autorefraction, 3 retinoscopy, 4 subjective, 5 cycloplegic, 6 re-check, 7 trial wear';
comment on column exam_refraction.vd is 'vertex distance, mm';
comment on column exam_refraction.origin is 'field → typed, device:<file>, copied:<row>, imported, calculated; a field not named was typed';
comment on column exam_refraction.confirmed is 'unusual values that were confirmed: [{code, field, value, sentence, ctid, at}]';
comment on column exam_refraction.change_reason is 'reason of the last amendment or voiding';
create index exam_refraction__by_member on exam_refraction (oid, pid, exam_time desc);
create index exam_refraction__by_store on exam_refraction (oid, hid, exam_time desc);
create index exam_refraction__by_examiner on exam_refraction (oid, examiner);
create index exam_refraction__by_visit on exam_refraction (oid, resid);
create index exam_refraction__by_import on exam_refraction (oid, import_id);
create index exam_refraction__by_signer on exam_refraction (oid, signed_by);
create index exam_refraction__by_cycloplegia on exam_refraction (oid, cycloplegia_id);

-- Pictures and papers of examinations. The bytes lie in the storage (ports/storage) under their hash; a row here is the only way to them.
create table exam_file (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  sha256 text not null,
  size int not null,
  mime text not null,
  uploaded_by bigint not null,
  uploaded_at timestamptz not null default app_now(),
  constraint exam_file__sha256 check (sha256 ~ '^[0-9a-f]{64}$'),
  constraint exam_file__size check (size between 1 and 20971520),
  constraint exam_file__mime check (mime in ('image/jpeg', 'image/png', 'image/webp', 'application/pdf', 'application/dicom')),
  primary key (oid, id),
  constraint exam_file__once unique (oid, sha256),
  foreign key (oid, hid) references store,
  foreign key (oid, uploaded_by) references contact
);
comment on table exam_file is 'one row per file of an organisation, however often it is uploaded; uploaded_by is who sent it last';
create index exam_file__by_store on exam_file (oid, hid);
create index exam_file__by_person on exam_file (oid, uploaded_by);

create table exam_image (
  oid bigint not null,
  id bigint generated always as identity,
  pid bigint not null,
  hid bigint not null,
  file_id bigint not null,
  tbl text not null,
  exam_id bigint not null,
  eye text not null,
  image_type int not null,
  taken_at timestamptz not null default app_now(),
  note text,
  created_by bigint not null default app_ctid(),
  created_at timestamptz not null default app_now(),
  voided_by bigint,
  voided_at timestamptz,
  void_reason text,
  constraint exam_image__tbl check (tbl ~ '^(exam_[a-z_]+|assessment)$'),
  constraint exam_image__eye check (eye in ('OD', 'OS', 'OU')),
  constraint exam_image__type check (image_type between 1 and 99),
  constraint exam_image__voided check (
    (voided_at is null) = (voided_by is null) and (voided_at is null) = (coalesce(btrim(void_reason), '') = '')
  ),
  primary key (oid, id),
  foreign key (oid, pid) references patient,
  foreign key (oid, hid) references store,
  foreign key (oid, file_id) references exam_file,
  foreign key (oid, created_by) references contact,
  foreign key (oid, voided_by) references contact
);
comment on table exam_image
  is 'a file as the picture of one eye in one examination (row exam_id of table tbl); tied to a submitted examination it is '
    'only ever voided';
create index exam_image__by_member on exam_image (oid, pid, taken_at desc, id desc);
create index exam_image__by_exam on exam_image (oid, tbl, exam_id);
create index exam_image__by_store on exam_image (oid, hid);
create index exam_image__by_file on exam_image (oid, file_id);
create index exam_image__by_person on exam_image (oid, created_by);
create index exam_image__by_voider on exam_image (oid, voided_by);

-- Drawings on a picture: each version is a row of its own, the newest is shown.
create table exam_image_mark (
  oid bigint not null,
  id bigint generated always as identity,
  pid bigint not null,
  image_id bigint not null,
  shapes jsonb not null,
  ctid_ bigint not null default app_ctid(),
  at timestamptz not null default app_now(),
  constraint exam_image_mark__shapes check (jsonb_typeof(shapes) = 'array' and jsonb_array_length(shapes) <= 200),
  primary key (oid, id),
  foreign key (oid, pid) references patient,
  foreign key (oid, image_id) references exam_image on delete cascade,
  foreign key (oid, ctid_) references contact
);
comment on table exam_image_mark is 'shapes in thousandths of the picture''s width (contract/marks.ts)';
create index exam_image_mark__by_member on exam_image_mark (oid, pid);
create index exam_image_mark__by_image on exam_image_mark (oid, image_id, id desc);
create index exam_image_mark__by_person on exam_image_mark (oid, ctid_);
