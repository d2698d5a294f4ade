-- Pictures and papers of examinations. The bytes lie in the storage (ports/storage) under their hash; a row here is the only way to them.
create table exam_file (
  oid bigint not null,
  id bigint generated always as identity,
  hid bigint not null,
  sha256 text not null constraint exam_file__sha256 check (sha256 ~ '^[0-9a-f]{64}$'),
  size int not null constraint exam_file__size check (size between 1 and 20971520),
  mime text not null constraint exam_file__mime check (mime in ('image/jpeg', 'image/png', 'image/webp', 'application/pdf', 'application/dicom')),
  uploaded_by bigint not null,
  uploaded_at timestamptz not null default app_now(),
  primary key (oid, id),
  foreign key (oid, hid) references store,
  foreign key (oid, uploaded_by) references contact,
  constraint exam_file__once unique (oid, sha256)
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
  tbl text not null constraint exam_image__tbl check (tbl ~ '^(exam_[a-z_]+|assessment)$'),
  exam_id bigint not null,
  eye text not null constraint exam_image__eye check (eye in ('OD', 'OS', 'OU')),
  image_type int not null constraint exam_image__type check (image_type between 1 and 99),
  taken_at timestamptz not null default app_now(),
  note text,
  created_by bigint not null default app_ctid(),
  created_at timestamptz not null default app_now(),
  voided_by bigint,
  voided_at timestamptz,
  void_reason text,
  primary key (oid, id),
  foreign key (oid, pid) references patient,
  foreign key (oid, hid) references store,
  foreign key (oid, file_id) references exam_file,
  foreign key (oid, created_by) references contact,
  foreign key (oid, voided_by) references contact,
  constraint exam_image__voided check ((voided_at is null) = (voided_by is null) and (voided_at is null) = (coalesce(btrim(void_reason), '') = ''))
);
comment on table exam_image is 'a file as the picture of one eye in one examination (row exam_id of table tbl); tied to a submitted examination it is only ever voided';
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
  shapes jsonb not null constraint exam_image_mark__shapes check (jsonb_typeof(shapes) = 'array' and jsonb_array_length(shapes) <= 200),
  ctid_ bigint not null default app_ctid(),
  at timestamptz not null default app_now(),
  primary key (oid, id),
  foreign key (oid, pid) references patient,
  foreign key (oid, image_id) references exam_image on delete cascade,
  foreign key (oid, ctid_) references contact
);
comment on table exam_image_mark is 'shapes in thousandths of the picture''s width (contract/marks.ts)';
create index exam_image_mark__by_member on exam_image_mark (oid, pid);
create index exam_image_mark__by_image on exam_image_mark (oid, image_id, id desc);
create index exam_image_mark__by_person on exam_image_mark (oid, ctid_);

-- A picture is the member's whose examination it shows; at most fifty belong to one. Once the examination left the draft the picture stays as it is:
-- it is voided with a reason, and a voided one never changes. The file under it never does.
create function exam_image_kept() returns trigger language plpgsql security definer set search_path = public as $$
declare
  exam record;
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  code text;
begin
  if tg_op = 'UPDATE' and only_merging(was, to_jsonb(new)) then return new; end if;
  -- The examination itself goes, a draft or what an import takes back: its pictures go with it.
  if tg_op = 'DELETE' and coalesce(current_setting('app.exam_goes', true), '') = 'on' then return old; end if;
  if tg_op = 'INSERT' then
    execute format('select pid, status from %I where oid = $1 and id = $2 for update', new.tbl) into exam using new.oid, new.exam_id;
    code := case
      when exam.pid is distinct from new.pid then 'image_not_theirs'
      when exam.status = 9 or new.voided_at is not null then 'image_locked'
      when (select count(*) from exam_image i where i.oid = new.oid and i.tbl = new.tbl and i.exam_id = new.exam_id and i.voided_at is null) >= 50 then 'image_too_many'
    end;
  else
    execute format('select status from %I where oid = $1 and id = $2 for share', old.tbl) into exam using old.oid, old.exam_id;
    if tg_op = 'DELETE' then code := case when exam.status is distinct from 0 then 'image_locked' end;
    elsif old.voided_at is not null
      or was - array['eye', 'image_type', 'taken_at', 'note', 'voided_by', 'voided_at', 'void_reason'] <> to_jsonb(new) - array['eye', 'image_type', 'taken_at', 'note', 'voided_by', 'voided_at', 'void_reason']
      or (exam.status is distinct from 0 and (new.voided_at is null or was - array['voided_by', 'voided_at', 'void_reason'] <> to_jsonb(new) - array['voided_by', 'voided_at', 'void_reason']))
    then code := 'image_locked';
    end if;
  end if;
  if code is not null then
    raise exception 'a picture of an examination does not change like this' using errcode = '23514', constraint = 'exam_image__' || code;
  end if;
  return coalesce(new, old);
end $$;
create trigger exam_image_kept before insert or update or delete on exam_image for each row execute function exam_image_kept();

-- Whether an examination is still a draft: pictures of another one stay as they are.
create function exam_is_draft(tbl text, exam_id bigint) returns boolean language plpgsql stable set search_path = public as $$
declare its int;
begin
  execute format('select status from %I where oid = current_setting(''app.oid'')::bigint and id = $1', tbl) into its using exam_id;
  return its is not distinct from 0;
end $$;

-- What a file holds never changes; who sent it last does, until it is somebody's picture.
create function exam_file_kept() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if to_jsonb(old) - array['uploaded_by', 'uploaded_at'] <> to_jsonb(new) - array['uploaded_by', 'uploaded_at'] then
    raise exception 'a file does not change' using errcode = '23514', constraint = 'exam_file__locked';
  end if;
  return new;
end $$;
create trigger exam_file_kept before update on exam_file for each row execute function exam_file_kept();

-- As before, and with an examination that goes its pictures go.
create or replace function record_kept() returns trigger language plpgsql security definer set search_path = public as $$
declare was jsonb := to_jsonb(old);
begin
  if tg_op = 'DELETE' then
    -- A draft, or what an import wrote and nobody has touched since, when the import is taken back.
    if old.status <> 0 and (was ->> 'import_id' is null or old.version <> 0) then raise exception 'submitted records are voided, not deleted' using errcode = '23514', constraint = tg_table_name || '__locked'; end if;
    perform set_config('app.exam_goes', 'on', true);
    delete from exam_image where oid = old.oid and tbl = tg_table_name and exam_id = (was ->> tg_argv[0])::bigint;
    perform set_config('app.exam_goes', '', true);
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
