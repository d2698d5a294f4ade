-- Prescriptions of every kind: spectacles 0, contact lenses 1, ortho-k 2, drugs 3, training 4. A signed one is replaced: voided, and linked with what took its place.
alter table prescription add replaces bigint;
alter table prescription add foreign key (oid, replaces) references prescription;
alter table prescription add constraint prescription__rx_replaced unique (oid, replaces);

-- What a contact lens is ordered by beside its power.
alter table prescription_line
  add bc_od numeric, add bc_os numeric, add dia_od numeric, add dia_os numeric,
  add product_id bigint, add product text, add cycle int,
  add foreign key (oid, product_id) references product,
  add constraint prescription_line__base_curve check (bc_od between 5 and 12 and bc_os between 5 and 12),
  add constraint prescription_line__lens_size check (dia_od between 7 and 24 and dia_os between 7 and 24),
  add constraint prescription_line__cycle check (cycle between 1 and 6);
create index prescription_line__by_product on prescription_line (oid, product_id);

-- 处方管理办法 (卫生部令第53号): no more than five drugs on a paper, no more than seven days without a written reason.
create table prescription_drug (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  prescription_id bigint not null,
  line_no int not null constraint prescription_drug__drug_lines check (line_no > 0 and line_no <= 5),
  drug_id bigint,
  name text not null,
  form text,
  spec text not null,
  eye text constraint prescription_drug__eye check (eye in ('od', 'os', 'ou')),
  route text,
  dose text not null,
  frequency text not null,
  days int not null constraint prescription_drug__days check (days between 1 and 30),
  long_reason text,
  quantity int not null constraint prescription_drug__quantity check (quantity between 1 and 99),
  unit text not null,
  note text,
  allergy_hit text,
  allergy_by bigint,
  allergy_at timestamptz,
  primary key (oid, id),
  foreign key (oid, hid) references store,
  foreign key (oid, prescription_id) references prescription on delete cascade,
  foreign key (oid, drug_id) references master_item,
  foreign key (oid, allergy_by) references contact,
  constraint prescription_drug__order unique (oid, prescription_id, line_no),
  constraint prescription_drug__drug_days check (days <= 7 or coalesce(btrim(long_reason), '') <> ''),
  constraint prescription_drug__allergy check ((allergy_hit is null) = (allergy_by is null) and (allergy_hit is null) = (allergy_at is null))
);
comment on column prescription_drug.allergy_hit is 'what the member is allergic to, as the prescriber confirmed it by name';
create index prescription_drug__by_store on prescription_drug (oid, hid);
create index prescription_drug__by_drug on prescription_drug (oid, drug_id);
create index prescription_drug__by_confirmer on prescription_drug (oid, allergy_by);

create table prescription_training (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  prescription_id bigint not null,
  line_no int not null constraint prescription_training__order_no check (line_no > 0 and line_no <= 10),
  program_id bigint,
  name text not null,
  eye text not null constraint prescription_training__eye check (eye in ('od', 'os', 'ou')),
  weeks int not null constraint prescription_training__weeks check (weeks between 1 and 52),
  per_week int not null constraint prescription_training__per_week check (per_week between 1 and 21),
  minutes int not null constraint prescription_training__minutes check (minutes between 1 and 600),
  note text,
  primary key (oid, id),
  foreign key (oid, hid) references store,
  foreign key (oid, prescription_id) references prescription on delete cascade,
  foreign key (oid, program_id) references master_item,
  constraint prescription_training__order unique (oid, prescription_id, line_no)
);
create index prescription_training__by_store on prescription_training (oid, hid);
create index prescription_training__by_program on prescription_training (oid, program_id);

create function prescription_part_immutable() returns trigger language plpgsql security definer set search_path = public as $$
declare part jsonb := to_jsonb(coalesce(new, old));
begin
  if (select status from prescription where oid = (part ->> 'oid')::bigint and id = (part ->> 'prescription_id')::bigint) <> 0 then
    raise exception 'lines of a signed prescription do not change' using errcode = '23514', constraint = 'prescription__locked';
  end if;
  return coalesce(new, old);
end $$;
create trigger prescription_part_immutable before insert or update or delete on prescription_drug for each row execute function prescription_part_immutable();
create trigger prescription_part_immutable before insert or update or delete on prescription_training for each row execute function prescription_part_immutable();

-- What a prescription of its kind must say before it is signed, and what it must not.
create function prescription_whole() returns trigger language plpgsql security definer set search_path = public as $$
declare
  drugs int := (select count(*) from prescription_drug where oid = new.oid and prescription_id = new.id);
  trainings int := (select count(*) from prescription_training where oid = new.oid and prescription_id = new.id);
  lenses int := (select count(*) from prescription_line where oid = new.oid and prescription_id = new.id);
  wrong text;
begin
  wrong := case
    when new.fee_bill_type = 3 and drugs = 0 or new.fee_bill_type = 4 and trainings = 0 or new.fee_bill_type not in (3, 4) and lenses = 0 then 'rx_empty'
    when new.fee_bill_type <> 3 and drugs > 0 or new.fee_bill_type <> 4 and trainings > 0 or new.fee_bill_type in (3, 4) and lenses > 0 then 'rx_parts'
    when new.fee_bill_type = 3 and coalesce(btrim(new.diagnose), '') = '' then 'drug_diagnosis'
    when new.fee_bill_type = 3 and new.valid_until > new.order_date + 2 then 'drug_validity'
  end;
  if wrong is not null then
    raise exception 'a prescription of kind % is not whole', new.fee_bill_type using errcode = '23514', constraint = 'prescription__' || wrong;
  end if;
  return new;
end $$;
create trigger prescription_whole before update of status on prescription for each row when (old.status = 0 and new.status = 1) execute function prescription_whole();
