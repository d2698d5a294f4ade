-- A recall is of its lot in capitals and small letters alike: what was typed by hand is locked with what was scanned.
create or replace function recall_locks() returns trigger language plpgsql security definer set search_path to 'public' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('lot:' || new.oid || ':' || lower(new.lot), 0));
  if not new.drill then
    update batch b set locked = true, lock_reason = '召回 ' || new.recall_no
      where b.oid = new.oid and lower(b.batch_no) = lower(new.lot) and (new.product_ids is null or b.product_id = any(new.product_ids))
        and not exists (select from recall_batch x join recall r on r.oid = x.oid and r.recall_id = x.recall_id
          where x.oid = b.oid and x.batch_id = b.batch_id and r.status = 0 and not r.drill);
  end if;
  insert into recall_batch (oid, recall_id, batch_id) select b.oid, new.recall_id, b.batch_id from batch b
    where b.oid = new.oid and lower(b.batch_no) = lower(new.lot) and (new.product_ids is null or b.product_id = any(new.product_ids));
  return null;
end $$;
create trigger recall_locks after insert on recall for each row execute function recall_locks();

create or replace function batch_comes_recalled() returns trigger language plpgsql security definer set search_path to 'public' as $$
declare
  open_no text;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('lot:' || new.oid || ':' || lower(new.batch_no), 0));
  select r.recall_no into open_no
  from recall r
  where r.oid = new.oid and r.status = 0 and not r.drill and lower(r.lot) = lower(new.batch_no)
    and (r.product_ids is null or new.product_id = any(r.product_ids)) order by r.recall_id limit 1;
  if found then
    new.locked := true;
    new.lock_reason := '召回 ' || open_no;
  end if;
  return new;
end $$;
create trigger batch_comes_recalled before insert on batch
  for each row when (new.batch_no is not null) execute function batch_comes_recalled();

-- What a recall locked stays locked, with its reason and its lot, until the recall has ended.
create or replace function batch_recalled() returns trigger language plpgsql security definer set search_path to 'public' as $$
begin
  -- Whichever recall of the lot is open keeps it locked, also when another one locked it and has ended.
  if exists (select from recall r where r.oid = old.oid and r.status = 0 and not r.drill and lower(r.lot) = lower(old.batch_no)
      and (r.product_ids is null or old.product_id = any(r.product_ids)) and old.locked
        and (not new.locked or old.lock_reason = '召回 ' || r.recall_no)) then
    raise exception 'batch % is recalled', old.batch_id using errcode = '23514', constraint = 'batch__batch_recalled';
  end if;
  if new.batch_no is distinct from old.batch_no
    and exists (select from recall r where r.oid = new.oid and r.status = 0 and not r.drill and lower(r.lot) = lower(new.batch_no)
      and (r.product_ids is null or new.product_id = any(r.product_ids))) then
    raise exception 'lot % is recalled', new.batch_no using errcode = '23514', constraint = 'batch__batch_recalled';
  end if;
  return new;
end $$;
create trigger batch_recalled before update on batch
  for each row
    when (
      old.batch_no is distinct from new.batch_no or old.locked is distinct from new.locked
        or old.lock_reason is distinct from new.lock_reason
    )
    execute function batch_recalled();
