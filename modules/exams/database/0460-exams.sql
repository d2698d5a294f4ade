-- What every table of an examination has beside its measures stands in one function: envelope, keys, indexes, the guard of signed rows, and what is said of an
-- eye that was not measured. A new kind is `create table exam_… (oid …, id …, measures …, primary key (oid, id)); select exam_table('exam_…');`.

-- An eye is measured (0), or was not examined (1), could not be (2: a child that does not cooperate) or is not there (3): with the reason, and without values.
-- Measures of an eye are the columns that end with it.
create function exam_eyes(t text) returns void language plpgsql set search_path = public as $$
declare eye text; measures text;
begin
  foreach eye in array array['od', 'os'] loop
    execute format('alter table %1$I add %2$I int not null default 0 constraint %4$I check (%2$I between 0 and 3), add %3$I text,
      add constraint %5$I check (%2$I = 0 or btrim(coalesce(%3$I, '''')) <> '''')',
      t, 'eye_state_' || eye, 'eye_reason_' || eye, t || '__eye_state_' || eye, t || '__eye_reason_' || eye);
    select string_agg(format('%I', attname), ', ' order by attnum) into measures
      from pg_attribute where attrelid = t::regclass and attnum > 0 and not attisdropped and attname like '%\_' || eye and attname not like 'eye\_%';
    if measures is not null then
      execute format('alter table %I add constraint %I check (%I = 0 or num_nonnulls(%s) = 0)', t, t || '__unmeasured_' || eye, 'eye_state_' || eye, measures);
    end if;
  end loop;
end $$;

create function exam_table(t text) returns void language plpgsql set search_path = public as $$
begin
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
  perform exam_eyes(t);
  execute format('comment on column %I.origin is ''field → typed, device:<file>, copied:<row>, normal, imported, calculated; a field not named was typed''', t);
  execute format('comment on column %I.confirmed is ''unusual values that were confirmed: [{code, field, value, sentence, ctid, at}]''', t);
  execute format('comment on column %I.change_reason is ''reason of the last amendment or voiding''', t);
  execute format('create index %I on %I (oid, pid, exam_time desc)', t || '__by_member', t);
  execute format('create index %I on %I (oid, hid, status, exam_time desc)', t || '__by_store', t);
  execute format('create index %I on %I (oid, examiner)', t || '__by_examiner', t);
  execute format('create index %I on %I (oid, resid)', t || '__by_visit', t);
  execute format('create index %I on %I (oid, import_id)', t || '__by_import', t);
  execute format('create index %I on %I (oid, signed_by)', t || '__by_signer', t);
  execute format('create trigger record_kept before update or delete on %I for each row execute function record_kept(''id'')', t);
end $$;

do $$
declare t text;
begin
  foreach t in array array['exam_visual', 'exam_refraction', 'exam_pd', 'exam_bio_meter', 'exam_iop', 'exam_height_weight'] loop
    perform exam_eyes(t);
  end loop;
end $$;
