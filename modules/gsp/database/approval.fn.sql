-- What is asked for are the facts of the record itself, by who asks; nobody who writes says otherwise.
create or replace function approval_asked() returns trigger language plpgsql set search_path to 'public' as $$
begin
  if new.supplier_id is not null then
    select s.name, s.licence_no, s.licence_expires, null, null into new.name, new.certificate, new.certificate_expires,
      new.device_class, new.maker
      from supplier s where s.oid = new.oid and s.supplier_id = new.supplier_id;
  else
    select p.name, p.registration_no, p.registration_expires, p.device_class, p.maker
      into new.name, new.certificate, new.certificate_expires, new.device_class, new.maker
        from product p
        where p.oid = new.oid and p.product_id = new.product_id;
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
create or replace function approval_decided() returns trigger language plpgsql set search_path to 'public' as $$
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
        and (
          p.registration_no, p.registration_expires, p.device_class, p.maker
        ) is not distinct from (new.certificate, new.certificate_expires, new.device_class, new.maker)) then
    raise exception 'what approval % asks for was changed since', old.approval_no using errcode = '23514',
      constraint = 'approval__approval_changed';
  end if;
  new.valid_until := least(
    new.certificate_expires, (select min(x.expires) from approval_paper x where x.oid = new.oid and x.approval_id = new.approval_id)
  );
  if new.valid_until < app_now()::date then
    raise exception 'a paper of approval % has run out', old.approval_no using errcode = '23514', constraint = 'approval__approval_run_out';
  end if;
  return new;
end $$;
create trigger approval_decided before update on approval for each row execute function approval_decided();

create or replace function approval_stays() returns trigger language plpgsql set search_path to 'public' as $$
begin
  raise exception 'approval % stays', old.approval_no using errcode = '23514', constraint = 'approval__approval_kept';
end $$;
create trigger approval_stays before delete on approval for each row execute function approval_stays();

-- Papers are handed in before it is decided.
create or replace function approval_paper_early() returns trigger language plpgsql set search_path to 'public' as $$
begin
  if exists (select from approval a where a.oid = new.oid and a.approval_id = new.approval_id and a.status <> 1 and not a.taken_over) then
    raise exception 'approval % has been decided', new.approval_id using errcode = '23514', constraint = 'approval_paper__approval_decided';
  end if;
  return new;
end $$;
create trigger approval_paper_early before insert on approval_paper
  for each row execute function approval_paper_early();

-- A record is approved as far as its facts are those of its last approval. Whoever writes it, the columns say so.
create or replace function supplier_approved() returns trigger language plpgsql set search_path to 'public' as $$
begin
  select a.decided_at::date, a.valid_until into new.approved_on, new.approved_until from approval a
    where a.oid = new.oid and a.supplier_id = new.supplier_id and a.status = 2
      and (a.certificate, a.certificate_expires) is not distinct from (new.licence_no, new.licence_expires)
    order by a.approval_id desc limit 1;
  return new;
end $$;
create trigger supplier_approved before insert or update on supplier
  for each row execute function supplier_approved();

create or replace function product_approved() returns trigger language plpgsql set search_path to 'public' as $$
begin
  new.approved_on := null;
  new.approved_until := null;
  if new.device_class >= 2 then
    select a.decided_at::date, a.valid_until into new.approved_on, new.approved_until from approval a
      where a.oid = new.oid and a.product_id = new.product_id and a.status = 2
        and (
          a.certificate, a.certificate_expires, a.device_class, a.maker
        ) is not distinct from (new.registration_no, new.registration_expires, new.device_class, new.maker)
      order by a.approval_id desc limit 1;
  end if;
  return new;
end $$;
create trigger product_approved before insert or update on product
  for each row execute function product_approved();

create or replace function approval_told() returns trigger language plpgsql set search_path to 'public' as $$
begin
  update supplier set approved_on = null where oid = new.oid and supplier_id = new.supplier_id;
  update product set approved_on = null where oid = new.oid and product_id = new.product_id;
  return null;
end $$;
create trigger approval_told after insert or update on approval
  for each row when (new.status = 2) execute function approval_told();

-- A scan belongs to what is asked for: it is handed in before the decision, and whoever hands it in does not decide.
create or replace function approval_file_early() returns trigger language plpgsql security definer set search_path to 'public' as $$
declare
  asked record;
begin
  select a.approval_id, a.status, a.taken_over into asked from approval_paper x
    join approval a on a.oid = x.oid and a.approval_id = x.approval_id
    where x.oid = new.oid and x.paper_id = new.paper_id;
  if asked.status <> 1 and not asked.taken_over then
    raise exception 'approval % has been decided', asked.approval_id using errcode = '23514',
      constraint = 'approval_file__approval_decided';
  end if;
  if app_ctid() is not null then
    insert into paper_author (oid, tbl, row_id, ctid_) values (new.oid, 'approval', asked.approval_id, app_ctid())
    on conflict do nothing;
  end if;
  return new;
end $$;
create trigger approval_file_early before insert on approval_file
  for each row execute function approval_file_early();
