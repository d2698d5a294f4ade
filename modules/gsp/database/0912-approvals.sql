-- 首营: the papers of a supplier, or of a device of class II or III, asked for by one person and approved by another. What was approved are the facts as they
-- stood; whoever changes them afterwards has nothing approved until somebody else approves again.
create table approval (
  oid bigint not null,
  approval_id bigint generated always as identity,
  hid bigint not null,
  approval_no text not null,
  supplier_id bigint,
  product_id bigint,
  name text not null,
  certificate text,
  certificate_expires date,
  device_class int,
  maker text,
  udi_di text constraint approval__udi_di check (udi_di ~ '^[0-9]{14}$'),
  packages jsonb not null default '[]' constraint approval__packages check (jsonb_typeof(packages) = 'array'),
  note text,
  status int not null default 1,
  version int not null default 0,
  ctid_ bigint default app_ctid(),
  created_at timestamptz not null default app_now(),
  decided_by bigint,
  decided_at timestamptz,
  reason text,
  valid_until date,
  taken_over boolean not null default false,
  primary key (oid, approval_id),
  foreign key (oid, hid) references store,
  foreign key (oid, supplier_id) references supplier,
  foreign key (oid, product_id) references product,
  foreign key (oid, ctid_) references contact,
  foreign key (oid, decided_by) references contact,
  constraint approval__number unique (oid, approval_no),
  constraint approval__of check (num_nonnulls(supplier_id, product_id) = 1),
  constraint approval__approval_class check (product_id is null or device_class >= 2),
  constraint approval__approval_own check (status = 1 or taken_over or (ctid_ is not null and decided_by is not null and decided_by <> ctid_)),
  constraint approval__approval_certificate check (status <> 2 or coalesce(trim(certificate), '') <> ''),
  constraint approval__decided check ((status = 1) = (decided_at is null)),
  constraint approval__reasoned check (status <> 3 or coalesce(trim(reason), '') <> '')
);
comment on table approval is '首营企业 (a supplier) and 首营品种 (a device of class II or III)';
comment on column approval.certificate is 'licence of the supplier or registration of the device, as it stood when it was asked for';
comment on column approval.packages is 'UDI-DI of outer packages and the pieces in each';
comment on column approval.taken_over is 'was in use before approvals were kept; nobody asked or approved';
create unique index approval__approval_open on approval (oid, coalesce(supplier_id, 0), coalesce(product_id, 0)) where status = 1;
create index approval__by_supplier on approval (oid, supplier_id, approval_id desc);
create index approval__by_product on approval (oid, product_id, approval_id desc);
create index approval__by_store on approval (oid, hid);
create index approval__by_person on approval (oid, ctid_);
create index approval__by_decider on approval (oid, decided_by);

create table approval_paper (
  oid bigint not null,
  paper_id bigint generated always as identity,
  hid bigint not null,
  approval_id bigint not null,
  kind int not null constraint approval_paper__kind check (kind between 1 and 11),
  number text,
  scope text,
  expires date,
  primary key (oid, paper_id),
  foreign key (oid, hid) references store,
  foreign key (oid, approval_id) references approval
);
create index approval_paper__by_approval on approval_paper (oid, approval_id);
create index approval_paper__by_store on approval_paper (oid, hid);

create table approval_file (
  oid bigint not null,
  file_id bigint generated always as identity,
  hid bigint not null,
  paper_id bigint not null,
  name text not null,
  sha256 text not null constraint approval_file__sha256 check (sha256 ~ '^[0-9a-f]{64}$'),
  size int not null constraint approval_file__size check (size > 0),
  mime text not null,
  ctid_ bigint default app_ctid(),
  created_at timestamptz not null default app_now(),
  primary key (oid, file_id),
  foreign key (oid, hid) references store,
  foreign key (oid, paper_id) references approval_paper,
  foreign key (oid, ctid_) references contact
);
create index approval_file__by_paper on approval_file (oid, paper_id, file_id desc);
create index approval_file__by_store on approval_file (oid, hid);
create index approval_file__by_person on approval_file (oid, ctid_);

-- What is asked for are the facts of the record itself, by who asks; nobody who writes says otherwise.
create function approval_asked() returns trigger language plpgsql set search_path to 'public' as $$
begin
  if new.supplier_id is not null then
    select s.name, s.licence_no, s.licence_expires, null, null into new.name, new.certificate, new.certificate_expires, new.device_class, new.maker
      from supplier s where s.oid = new.oid and s.supplier_id = new.supplier_id;
  else
    select p.name, p.registration_no, p.registration_expires, p.device_class, p.maker
      into new.name, new.certificate, new.certificate_expires, new.device_class, new.maker from product p where p.oid = new.oid and p.product_id = new.product_id;
  end if;
  if coalesce(current_setting('app.oid', true), '') <> '' then
    new.status := 1;
    new.taken_over := false;
    new.ctid_ := app_ctid();
    new.decided_by := null;
    new.decided_at := null;
    new.valid_until := null;
  end if;
  return new;
end $$;
create trigger approval_asked before insert on approval for each row execute function approval_asked();

-- It is decided once, by who is signed in, over the facts as they still are; and what was decided stays.
create function approval_decided() returns trigger language plpgsql set search_path to 'public' as $$
begin
  if old.status <> 1 then
    raise exception 'approval % has been decided', old.approval_no using errcode = '23514', constraint = 'approval__approval_decided';
  end if;
  if to_jsonb(new) - '{status,version,decided_by,decided_at,reason,valid_until}'::text[] is distinct from
     to_jsonb(old) - '{status,version,decided_by,decided_at,reason,valid_until}'::text[] then
    raise exception 'approval % keeps what was asked for', old.approval_no using errcode = '23514', constraint = 'approval__approval_kept';
  end if;
  if new.status = 1 then return new; end if;
  new.decided_by := app_ctid();
  new.decided_at := app_now();
  if new.status <> 2 then return new; end if;
  if not exists (select from approval_paper x where x.oid = new.oid and x.approval_id = new.approval_id) then
    raise exception 'approval % has no papers', old.approval_no using errcode = '23514', constraint = 'approval__approval_papers';
  end if;
  if not exists (select from supplier s where s.oid = new.oid and s.supplier_id = new.supplier_id
        and (s.licence_no, s.licence_expires) is not distinct from (new.certificate, new.certificate_expires)
      union all
      select from product p where p.oid = new.oid and p.product_id = new.product_id
        and (p.registration_no, p.registration_expires, p.device_class, p.maker) is not distinct from (new.certificate, new.certificate_expires, new.device_class, new.maker)) then
    raise exception 'what approval % asks for was changed since', old.approval_no using errcode = '23514', constraint = 'approval__approval_changed';
  end if;
  new.valid_until := least(new.certificate_expires, (select min(x.expires) from approval_paper x where x.oid = new.oid and x.approval_id = new.approval_id));
  if new.valid_until < app_now()::date then
    raise exception 'a paper of approval % has run out', old.approval_no using errcode = '23514', constraint = 'approval__approval_run_out';
  end if;
  return new;
end $$;
create trigger approval_decided before update on approval for each row execute function approval_decided();

create function approval_stays() returns trigger language plpgsql set search_path to 'public' as $$
begin
  raise exception 'approval % stays', old.approval_no using errcode = '23514', constraint = 'approval__approval_kept';
end $$;
create trigger approval_stays before delete on approval for each row execute function approval_stays();

-- Papers are handed in before it is decided.
create function approval_paper_early() returns trigger language plpgsql set search_path to 'public' as $$
begin
  if exists (select from approval a where a.oid = new.oid and a.approval_id = new.approval_id and a.status <> 1 and not a.taken_over) then
    raise exception 'approval % has been decided', new.approval_id using errcode = '23514', constraint = 'approval_paper__approval_decided';
  end if;
  return new;
end $$;
create trigger approval_paper_early before insert on approval_paper for each row execute function approval_paper_early();

-- A record is approved as far as its facts are those of its last approval. Whoever writes it, the columns say so.
create function supplier_approved() returns trigger language plpgsql set search_path to 'public' as $$
begin
  select a.decided_at::date, a.valid_until into new.approved_on, new.approved_until from approval a
    where a.oid = new.oid and a.supplier_id = new.supplier_id and a.status = 2 and (a.certificate, a.certificate_expires) is not distinct from (new.licence_no, new.licence_expires)
    order by a.approval_id desc limit 1;
  return new;
end $$;
create trigger supplier_approved before insert or update on supplier for each row execute function supplier_approved();
create function product_approved() returns trigger language plpgsql set search_path to 'public' as $$
begin
  new.approved_on := null;
  new.approved_until := null;
  if new.device_class >= 2 then
    select a.decided_at::date, a.valid_until into new.approved_on, new.approved_until from approval a
      where a.oid = new.oid and a.product_id = new.product_id and a.status = 2
        and (a.certificate, a.certificate_expires, a.device_class, a.maker) is not distinct from (new.registration_no, new.registration_expires, new.device_class, new.maker)
      order by a.approval_id desc limit 1;
  end if;
  return new;
end $$;
create trigger product_approved before insert or update on product for each row execute function product_approved();
create function approval_told() returns trigger language plpgsql set search_path to 'public' as $$
begin
  update supplier set approved_on = null where oid = new.oid and supplier_id = new.supplier_id;
  update product set approved_on = null where oid = new.oid and product_id = new.product_id;
  return null;
end $$;
create trigger approval_told after insert or update on approval for each row when (new.status = 2) execute function approval_told();

-- What was in use with valid papers when this came is approved as it stood, and says so.
insert into approval (oid, hid, approval_no, supplier_id, name, status, decided_at, valid_until, taken_over, note)
  select s.oid, s.hid, 'SYQ' || s.supplier_id, s.supplier_id, s.name, 2, app_now(), s.licence_expires, true, '启用首营审批以前已在用，证照在有效期内，沿用'
  from supplier s where coalesce(trim(s.licence_no), '') <> '' and s.licence_expires >= app_now()::date;
insert into approval (oid, hid, approval_no, product_id, name, status, decided_at, valid_until, taken_over, note)
  select p.oid, (select min(h.hid) from store h where h.oid = p.oid), 'SYP' || p.product_id, p.product_id, p.name, 2, app_now(), p.registration_expires, true, '启用首营审批以前已在用，注册证在有效期内，沿用'
  from product p where p.device_class >= 2 and coalesce(trim(p.registration_no), '') <> '' and (p.registration_expires is null or p.registration_expires >= app_now()::date);
insert into approval_paper (oid, hid, approval_id, kind, number, expires)
  select a.oid, a.hid, a.approval_id, case when a.supplier_id is null then 8 else 2 end, a.certificate, a.certificate_expires from approval a where a.taken_over;
