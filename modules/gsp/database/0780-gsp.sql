-- A recall of a lot, of the whole organisation: order 29 of 2017 wants whoever has the goods told within 1, 3 or 7 days by its class.
create table recall (
  oid bigint not null,
  recall_id bigint generated always as identity,
  hid bigint not null,
  recall_no text not null,
  lot text not null constraint recall__lot check (lot <> ''),
  product_ids bigint[],
  level int not null constraint recall__level check (level in (1, 2, 3)),
  drill boolean not null,
  reason text not null,
  status int not null default 0,
  version int not null default 0,
  ctid_ bigint default app_ctid(),
  created_at timestamptz not null default app_now(),
  result text,
  ended_at timestamptz,
  primary key (oid, recall_id),
  foreign key (oid, hid) references store,
  foreign key (oid, ctid_) references contact,
  constraint recall__number unique (oid, recall_no),
  constraint recall__recorded check (status = 0 or (ended_at is not null and coalesce(trim(result), '') <> ''))
);
comment on column recall.product_ids is 'goods the lot is of; null for all that have it';
comment on column recall.drill is 'a drill locks nothing and tells nobody';
create index recall__by_lot on recall (oid, lot) where status = 0;
create index recall__by_store on recall (oid, hid);
create index recall__by_person on recall (oid, ctid_);

create table recall_batch (
  oid bigint not null,
  recall_id bigint not null,
  batch_id bigint not null,
  primary key (oid, recall_id, batch_id),
  foreign key (oid, recall_id) references recall,
  foreign key (oid, batch_id) references batch
);
create index recall_batch__by_batch on recall_batch (oid, batch_id);

create table recall_call (
  oid bigint not null,
  call_id bigint generated always as identity,
  hid bigint not null,
  recall_id bigint not null,
  pid bigint not null,
  outcome int not null constraint recall_call__outcome check (outcome in (1, 2, 3, 4)),
  note text,
  at timestamptz not null default app_now(),
  ctid_ bigint default app_ctid(),
  primary key (oid, call_id),
  foreign key (oid, hid) references store,
  foreign key (oid, recall_id) references recall,
  foreign key (oid, pid) references patient,
  foreign key (oid, ctid_) references contact
);
create index recall_call__by_recall on recall_call (oid, recall_id, pid, call_id desc);
create index recall_call__by_member on recall_call (oid, pid);
create index recall_call__by_store on recall_call (oid, hid);
create index recall_call__by_person on recall_call (oid, ctid_);

-- A recall locks the batches of every store in its own transaction; a batch of the lot that is opened meanwhile waits for it, and is locked when it comes.
create function recall_locks() returns trigger language plpgsql security definer set search_path to 'public' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('lot:' || new.oid || ':' || new.lot, 0));
  if not new.drill then
    update batch b set locked = true, lock_reason = '召回 ' || new.recall_no
      where b.oid = new.oid and b.batch_no = new.lot and (new.product_ids is null or b.product_id = any(new.product_ids))
        and not exists (select from recall_batch x join recall r on r.oid = x.oid and r.recall_id = x.recall_id
          where x.oid = b.oid and x.batch_id = b.batch_id and r.status = 0 and not r.drill);
  end if;
  insert into recall_batch (oid, recall_id, batch_id) select b.oid, new.recall_id, b.batch_id from batch b
    where b.oid = new.oid and b.batch_no = new.lot and (new.product_ids is null or b.product_id = any(new.product_ids));
  return null;
end $$;
create trigger recall_locks after insert on recall for each row execute function recall_locks();

create function batch_comes_recalled() returns trigger language plpgsql security definer set search_path to 'public' as $$
declare
  open_no text;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('lot:' || new.oid || ':' || new.batch_no, 0));
  select r.recall_no into open_no from recall r where r.oid = new.oid and r.status = 0 and not r.drill and r.lot = new.batch_no
    and (r.product_ids is null or new.product_id = any(r.product_ids)) order by r.recall_id limit 1;
  if found then
    new.locked := true;
    new.lock_reason := '召回 ' || open_no;
  end if;
  return new;
end $$;
create trigger batch_comes_recalled before insert on batch for each row when (new.batch_no is not null) execute function batch_comes_recalled();

-- What a recall locked stays locked, with its reason and its lot, until the recall has ended.
create function batch_recalled() returns trigger language plpgsql security definer set search_path to 'public' as $$
begin
  -- Whichever recall of the lot is open keeps it locked, also when another one locked it and has ended.
  if exists (select from recall r where r.oid = old.oid and r.status = 0 and not r.drill and r.lot = old.batch_no
      and (r.product_ids is null or old.product_id = any(r.product_ids)) and old.locked and (not new.locked or old.lock_reason = '召回 ' || r.recall_no)) then
    raise exception 'batch % is recalled', old.batch_id using errcode = '23514', constraint = 'batch__batch_recalled';
  end if;
  if new.batch_no is distinct from old.batch_no and exists (select from recall r where r.oid = new.oid and r.status = 0 and not r.drill and r.lot = new.batch_no
      and (r.product_ids is null or new.product_id = any(r.product_ids))) then
    raise exception 'lot % is recalled', new.batch_no using errcode = '23514', constraint = 'batch__batch_recalled';
  end if;
  return new;
end $$;
create trigger batch_recalled before update on batch for each row
  when (old.batch_no is distinct from new.batch_no or old.locked is distinct from new.locked or old.lock_reason is distinct from new.lock_reason)
  execute function batch_recalled();
