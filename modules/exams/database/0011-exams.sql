-- Examinations. Every measure is a number with its hard limits as CHECK constraints (clinical.md §2; the contract says the same in fields.ts)
-- and without a scale, so that what a device gave is what comes back. What every examination has stands in the loop below.

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
  foreign key (oid, hid) references store,
  foreign key (oid, pid) references patient,
  constraint record_version__once unique (oid, tbl, row_id, version)
);
comment on table record_version is 'the row as it was before an amendment or a voiding; reason and person are those of the change';
create index record_version__by_store on record_version (oid, hid);
create index record_version__by_member on record_version (oid, pid, version_id desc);

-- A signed record changes only by an amendment with a reason that counts the version up, and its former version is kept. What left the draft is never deleted.
create function record_kept() returns trigger language plpgsql security definer set search_path = public as $$
declare was jsonb := to_jsonb(old);
begin
  if tg_op = 'DELETE' then
    -- A draft, or what an import wrote and nobody has touched since, when the import is taken back.
    if old.status <> 0 and (was ->> 'import_id' is null or old.version <> 0) then raise exception 'submitted records are voided, not deleted' using errcode = '23514', constraint = tg_table_name || '__locked'; end if;
    return old;
  end if;
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

-- Visual acuity as the five-grade value L = 5 + lg V (GB 11533-2011); what cannot be read off the chart is a code.
create table exam_visual (
  oid bigint not null,
  id bigint generated always as identity,
  ucva_od numeric, ucva_os numeric, ucva_ou numeric, ucva_code_od text, ucva_code_os text,
  cva_od numeric, cva_os numeric, cva_ou numeric,
  bcva_od numeric, bcva_os numeric, bcva_ou numeric,
  near_od numeric, near_os numeric,
  distance numeric constraint exam_visual__distance check (distance between 0.25 and 6),
  glasses_type int constraint exam_visual__glasses_type check (glasses_type between 0 and 3),
  constraint exam_visual__code check (ucva_code_od in ('CF', 'HM', 'LP', 'NLP') and ucva_code_os in ('CF', 'HM', 'LP', 'NLP')),
  constraint exam_visual__ucva check (ucva_od between 3 and 5.3 and ucva_os between 3 and 5.3 and ucva_ou between 3 and 5.3),
  constraint exam_visual__cva check (cva_od between 3 and 5.3 and cva_os between 3 and 5.3 and cva_ou between 3 and 5.3),
  constraint exam_visual__bcva check (bcva_od between 3 and 5.3 and bcva_os between 3 and 5.3 and bcva_ou between 3 and 5.3),
  constraint exam_visual__near check (near_od between 3 and 5.3 and near_os between 3 and 5.3),
  primary key (oid, id)
);

create table exam_refraction (
  oid bigint not null,
  id bigint generated always as identity,
  kind int not null constraint exam_refraction__kind check (kind between 1 and 7),
  cycloplegia int constraint exam_refraction__cycloplegia check (cycloplegia between 0 and 3),
  ds_od numeric, dc_od numeric, ax_od int, va_od numeric, pd_od numeric, add_od numeric, prism_od numeric, base_od text,
  ds_os numeric, dc_os numeric, ax_os int, va_os numeric, pd_os numeric, add_os numeric, prism_os numeric, base_os text,
  vd numeric constraint exam_refraction__vd check (vd between 0 and 20),
  dominant_eye text constraint exam_refraction__dominant check (dominant_eye in ('OD', 'OS')),
  constraint exam_refraction__sphere check (ds_od between -45 and 45 and ds_os between -45 and 45),
  constraint exam_refraction__cylinder check (dc_od between -25 and 25 and dc_os between -25 and 25),
  constraint exam_refraction__axis check (ax_od between 1 and 180 and ax_os between 1 and 180),
  constraint exam_refraction__axis_missing check ((coalesce(dc_od, 0) = 0 or ax_od is not null) and (coalesce(dc_os, 0) = 0 or ax_os is not null)),
  constraint exam_refraction__va check (va_od between 3 and 5.3 and va_os between 3 and 5.3),
  constraint exam_refraction__pd check (pd_od between 17 and 45 and pd_os between 17 and 45),
  constraint exam_refraction__add check (add_od between 0 and 5 and add_os between 0 and 5),
  constraint exam_refraction__prism check (prism_od between 0 and 20 and prism_os between 0 and 20),
  constraint exam_refraction__base check (base_od in ('IN', 'OUT', 'UP', 'DOWN') and base_os in ('IN', 'OUT', 'UP', 'DOWN')),
  constraint exam_refraction__base_missing check ((coalesce(prism_od, 0) = 0 or base_od is not null) and (coalesce(prism_os, 0) = 0 or base_os is not null)),
  primary key (oid, id)
);
comment on column exam_refraction.kind is '1 own glasses, 2 autorefraction, 3 retinoscopy, 4 subjective, 5 cycloplegic, 6 re-check, 7 trial wear';
comment on column exam_refraction.vd is 'vertex distance, mm';

create table exam_pd (
  oid bigint not null,
  id bigint generated always as identity,
  pd_far numeric, pd_far_od numeric, pd_far_os numeric, pd_near numeric, ph_od numeric, ph_os numeric,
  pd_method int constraint exam_pd__method check (pd_method between 1 and 4),
  working_distance numeric constraint exam_pd__working_distance check (working_distance between 150 and 1000),
  constraint exam_pd__far check (pd_far between 35 and 90),
  constraint exam_pd__mono check (pd_far_od between 17 and 45 and pd_far_os between 17 and 45),
  constraint exam_pd__near check (pd_near between 33 and 90),
  constraint exam_pd__height check (ph_od between 8 and 50 and ph_os between 8 and 50),
  primary key (oid, id)
);

create table exam_bio_meter (
  oid bigint not null,
  id bigint generated always as identity,
  al_od numeric, k1_od numeric, k1_axis_od int, k2_od numeric, k2_axis_od int, acd_od numeric, lt_od numeric, vt_od numeric, cct_od numeric, wtw_od numeric, snr_od numeric,
  al_os numeric, k1_os numeric, k1_axis_os int, k2_os numeric, k2_axis_os int, acd_os numeric, lt_os numeric, vt_os numeric, cct_os numeric, wtw_os numeric, snr_os numeric,
  cycloplegia boolean,
  constraint exam_bio_meter__al check (al_od between 15 and 40 and al_os between 15 and 40),
  constraint exam_bio_meter__k check (k1_od between 30 and 60 and k1_os between 30 and 60 and k2_od between 30 and 60 and k2_os between 30 and 60),
  constraint exam_bio_meter__k_axis check (k1_axis_od between 1 and 180 and k1_axis_os between 1 and 180 and k2_axis_od between 1 and 180 and k2_axis_os between 1 and 180),
  constraint exam_bio_meter__acd check (acd_od between 1.5 and 6 and acd_os between 1.5 and 6),
  constraint exam_bio_meter__lt check (lt_od between 2 and 7 and lt_os between 2 and 7),
  constraint exam_bio_meter__vt check (vt_od between 8 and 30 and vt_os between 8 and 30),
  constraint exam_bio_meter__cct check (cct_od between 300 and 800 and cct_os between 300 and 800),
  constraint exam_bio_meter__wtw check (wtw_od between 8 and 15 and wtw_os between 8 and 15),
  constraint exam_bio_meter__snr check (snr_od between 0 and 5000 and snr_os between 0 and 5000),
  primary key (oid, id)
);
comment on table exam_bio_meter is 'lengths in mm, keratometry in D (n = 1.3375), central corneal thickness in µm';

create table exam_iop (
  oid bigint not null,
  id bigint generated always as identity,
  iop_method int not null default 1 constraint exam_iop__method check (iop_method between 1 and 5),
  iop_time text not null constraint exam_iop__time check (iop_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  iop_od numeric, iop_os numeric, cct_od numeric, cct_os numeric,
  constraint exam_iop__iop check (iop_od between 1 and 80 and iop_os between 1 and 80),
  constraint exam_iop__cct check (cct_od between 300 and 800 and cct_os between 300 and 800),
  primary key (oid, id)
);
comment on table exam_iop is 'mmHg as measured, with the time of day; a value corrected for corneal thickness is calculated, never stored';

create table exam_height_weight (
  oid bigint not null,
  id bigint generated always as identity,
  height numeric constraint exam_height_weight__height check (height between 40 and 230),
  weight numeric constraint exam_height_weight__weight check (weight between 2 and 300),
  primary key (oid, id)
);
comment on table exam_height_weight is 'cm and kg';

do $$
declare t text;
begin
  foreach t in array array['exam_visual', 'exam_refraction', 'exam_pd', 'exam_bio_meter', 'exam_iop', 'exam_height_weight'] loop
    execute format('alter table %I
      add pid bigint not null, add hid bigint not null,
      add exam_time timestamptz not null default app_now(),
      add examiner bigint not null, add device text, add resid bigint,
      add status int not null default 0, add version int not null default 0,
      add note text,
      add origin jsonb not null default ''{}'',
      add confirmed jsonb not null default ''[]'',
      add import_id bigint,
      add change_reason text,
      add signed_by bigint, add signed_at timestamptz,
      add created_at timestamptz not null default app_now(), add created_by bigint default app_ctid(),
      add updated_at timestamptz not null default app_now(), add updated_by bigint default app_ctid(),
      add foreign key (oid, pid) references patient,
      add foreign key (oid, hid) references store,
      add foreign key (oid, examiner) references contact,
      add foreign key (oid, resid) references reservation,
      add foreign key (oid, import_id) references import_batch,
      add foreign key (oid, signed_by) references contact,
      add constraint %I check (status <> 2 or (signed_by is not null and signed_at is not null))', t, t || '__signed');
    execute format('comment on column %I.origin is ''field → typed, device:<file>, copied:<row>, imported, calculated; a field not named was typed''', t);
    execute format('comment on column %I.confirmed is ''unusual values that were confirmed: [{code, field, value, sentence, ctid, at}]''', t);
    execute format('comment on column %I.change_reason is ''reason of the last amendment or voiding''', t);
    execute format('create index %I on %I (oid, pid, exam_time desc)', t || '__by_member', t);
    execute format('create index %I on %I (oid, hid, exam_time desc)', t || '__by_store', t);
    execute format('create index %I on %I (oid, examiner)', t || '__by_examiner', t);
    execute format('create index %I on %I (oid, resid)', t || '__by_visit', t);
    execute format('create index %I on %I (oid, import_id)', t || '__by_import', t);
    execute format('create index %I on %I (oid, signed_by)', t || '__by_signer', t);
    execute format('create trigger record_kept before update or delete on %I for each row execute function record_kept(''id'')', t);
  end loop;
end $$;
