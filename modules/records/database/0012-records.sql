-- Optical prescriptions and case records.

create table prescription (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  pid bigint not null,
  rx_no text not null,
  status int not null default 0,
  version int not null default 0,
  order_date date not null default (app_now())::date,
  doctor_id bigint not null,
  operator_id bigint not null,
  resid bigint,
  fee_bill_type int not null default 0,
  diagnose text,
  allergy text,
  note text,
  valid_until date not null,
  review_months int constraint prescription__review check (review_months between 1 and 36),
  signed_by bigint,
  signed_at timestamptz,
  reviewed_by bigint,
  reviewed_at timestamptz,
  void_reason text,
  voided_by bigint,
  voided_at timestamptz,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  updated_by bigint default app_ctid(),
  primary key (oid, id),
  foreign key (oid, hid) references store,
  foreign key (oid, pid) references patient,
  foreign key (oid, doctor_id) references contact,
  foreign key (oid, operator_id) references contact,
  foreign key (oid, resid) references reservation,
  foreign key (oid, signed_by) references contact,
  foreign key (oid, reviewed_by) references contact,
  foreign key (oid, voided_by) references contact,
  constraint prescription__number unique (oid, rx_no),
  constraint prescription__validity check (valid_until >= order_date),
  constraint prescription__signed check (status in (0, 8) or (signed_by is not null and signed_at is not null)),
  constraint prescription__voided check (status <> 8 or coalesce(btrim(void_reason), '') <> '')
);
create index prescription__by_member on prescription (oid, pid, id desc);
create index prescription__by_store on prescription (oid, hid, order_date desc);
create index prescription__by_expiry on prescription (oid, valid_until) where status in (1, 2);
create index prescription__by_doctor on prescription (oid, doctor_id);
create index prescription__by_operator on prescription (oid, operator_id);
create index prescription__by_visit on prescription (oid, resid);
create index prescription__by_signer on prescription (oid, signed_by);
create index prescription__by_reviewer on prescription (oid, reviewed_by);
create index prescription__by_voider on prescription (oid, voided_by);

-- A line is one pair of lenses; powers come from the examination it names, right eye first.
create table prescription_line (
  oid bigint not null,
  line_id bigint generated always as identity,
  hid bigint not null,
  prescription_id bigint not null,
  line_no int not null,
  kind int not null constraint prescription_line__kind check (kind between 1 and 7),
  exam_id bigint,
  ds_od numeric, dc_od numeric, ax_od int, add_od numeric, prism_od numeric, base_od text, va_od numeric, ucva_od numeric, pd_od numeric, ph_od numeric,
  ds_os numeric, dc_os numeric, ax_os int, add_os numeric, prism_os numeric, base_os text, va_os numeric, ucva_os numeric, pd_os numeric, ph_os numeric,
  pd numeric,
  advice text,
  origin jsonb not null default '{}',
  confirmed jsonb not null default '[]',
  primary key (oid, line_id),
  foreign key (oid, hid) references store,
  foreign key (oid, prescription_id) references prescription on delete cascade,
  foreign key (oid, exam_id) references exam_refraction,
  constraint prescription_line__order unique (oid, prescription_id, line_no),
  constraint prescription_line__sphere check (ds_od between -45 and 45 and ds_os between -45 and 45),
  constraint prescription_line__cylinder check (dc_od between -25 and 25 and dc_os between -25 and 25),
  constraint prescription_line__axis check (ax_od between 1 and 180 and ax_os between 1 and 180),
  constraint prescription_line__axis_missing check ((coalesce(dc_od, 0) = 0 or ax_od is not null) and (coalesce(dc_os, 0) = 0 or ax_os is not null)),
  constraint prescription_line__add check (add_od between 0 and 5 and add_os between 0 and 5),
  constraint prescription_line__prism check (prism_od between 0 and 20 and prism_os between 0 and 20),
  constraint prescription_line__base_missing check ((coalesce(prism_od, 0) = 0 or base_od is not null) and (coalesce(prism_os, 0) = 0 or base_os is not null)),
  constraint prescription_line__va check (va_od between 3 and 5.3 and va_os between 3 and 5.3 and ucva_od between 3 and 5.3 and ucva_os between 3 and 5.3),
  constraint prescription_line__pd check (pd_od between 17 and 45 and pd_os between 17 and 45 and pd between 33 and 90),
  constraint prescription_line__height check (ph_od between 8 and 50 and ph_os between 8 and 50)
);
comment on column prescription_line.origin is 'field → copied:exam_refraction:<id>, copied:exam_pd:<id>, copied:exam_visual:<id>, typed';
comment on column prescription_line.confirmed is 'confirmed differences from the examination and unusual values: [{code, field, value, sentence, ctid, at}]';
create index prescription_line__by_store on prescription_line (oid, hid);
create index prescription_line__by_exam on prescription_line (oid, exam_id);

-- A signed prescription never changes: only its state moves on. To correct one, void it and issue another.
create function prescription_immutable() returns trigger language plpgsql security definer set search_path = public as $$
declare moving text[] := array['status', 'version', 'reviewed_by', 'reviewed_at', 'void_reason', 'voided_by', 'voided_at', 'updated_at', 'updated_by'];
begin
  if tg_op = 'DELETE' then
    if old.status <> 0 then raise exception 'signed prescriptions are voided' using errcode = '23514', constraint = 'prescription__locked'; end if;
    return old;
  end if;
  if old.status <> 0 and to_jsonb(new) - moving <> to_jsonb(old) - moving then
    raise exception 'signed prescriptions do not change' using errcode = '23514', constraint = 'prescription__locked';
  end if;
  new.updated_at := app_now();
  new.updated_by := app_ctid();
  return new;
end $$;
create trigger prescription_immutable before update or delete on prescription for each row execute function prescription_immutable();

create function prescription_line_immutable() returns trigger language plpgsql security definer set search_path = public as $$
declare line prescription_line := coalesce(new, old);
begin
  if (select status from prescription where oid = line.oid and id = line.prescription_id) <> 0 then
    raise exception 'lines of a signed prescription do not change' using errcode = '23514', constraint = 'prescription__locked';
  end if;
  return coalesce(new, old);
end $$;
create trigger prescription_line_immutable before insert or update or delete on prescription_line for each row execute function prescription_line_immutable();

-- Electronic case record: complaint, findings, diagnosis, advice.
create table ecase (
  oid bigint not null,
  ecase_id bigint generated always as identity,
  hid bigint not null,
  pid bigint not null,
  visit_at timestamptz not null default app_now(),
  doctor_id bigint not null,
  resid bigint,
  status int not null default 0,
  version int not null default 0,
  chief_complaint text,
  history text,
  findings text,
  diagnosis text,
  advice text,
  next_date date,
  change_reason text,
  signed_by bigint,
  signed_at timestamptz,
  created_at timestamptz not null default app_now(),
  created_by bigint default app_ctid(),
  updated_at timestamptz not null default app_now(),
  updated_by bigint default app_ctid(),
  primary key (oid, ecase_id),
  foreign key (oid, hid) references store,
  foreign key (oid, pid) references patient,
  foreign key (oid, doctor_id) references contact,
  foreign key (oid, resid) references reservation,
  foreign key (oid, signed_by) references contact,
  constraint ecase__signed check (status <> 2 or (signed_by is not null and signed_at is not null))
);
create index ecase__by_member on ecase (oid, pid, visit_at desc);
create index ecase__by_store on ecase (oid, hid, visit_at desc);
create index ecase__by_doctor on ecase (oid, doctor_id);
create index ecase__by_visit on ecase (oid, resid);
create index ecase__by_signer on ecase (oid, signed_by);
create trigger record_kept before update or delete on ecase for each row execute function record_kept('ecase_id');
