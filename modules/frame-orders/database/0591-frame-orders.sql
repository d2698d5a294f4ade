-- After-sales: what a member came back for, who pays, and what came of it. Glasses are in after-sales while a case of theirs is open.
create table record_frame_service (
  oid bigint not null,
  service_id bigint generated always as identity,
  hid bigint not null,
  record_frame_id bigint not null,
  kind text not null constraint record_frame_service__kind check (kind in ('adjust', 'repair', 'relens', 'remake', 'return')),
  complaint text,
  warranty_until date,
  payer text not null constraint record_frame_service__payer check (payer in ('store', 'supplier', 'member')),
  cost bigint not null default 0 constraint record_frame_service__cost check (cost >= 0),
  linked_id bigint constraint record_frame_service__itself check (linked_id <> record_frame_id),
  opened_at timestamptz not null default app_now(),
  opened_by bigint,
  outcome text,
  closed_at timestamptz,
  closed_by bigint,
  version int not null default 0,
  primary key (oid, service_id),
  foreign key (oid, hid) references store,
  foreign key (oid, record_frame_id) references record_frame,
  foreign key (oid, linked_id) references record_frame,
  foreign key (oid, opened_by) references contact,
  foreign key (oid, closed_by) references contact,
  constraint record_frame_service__outcome check (closed_at is null or coalesce(btrim(outcome), '') <> '')
);
comment on column record_frame_service.warranty_until is 'last day of the warranty of these glasses, as the store set it on the day of the case';
comment on column record_frame_service.cost is 'fen; what it costs whoever pays';
comment on column record_frame_service.linked_id is 'the order that makes the new lenses or glasses';
create index record_frame_service__by_order on record_frame_service (oid, record_frame_id, service_id desc);
create unique index record_frame_service__open on record_frame_service (oid, record_frame_id) where closed_at is null;
create index record_frame_service__by_store on record_frame_service (oid, hid, opened_at desc);
create index record_frame_service__by_link on record_frame_service (oid, linked_id);
create index record_frame_service__by_opener on record_frame_service (oid, opened_by);
create index record_frame_service__by_closer on record_frame_service (oid, closed_by);

insert into record_frame_service (oid, hid, record_frame_id, kind, payer, complaint)
  select oid, hid, record_frame_id, 'adjust', 'store', note from record_frame where status = 85;

create function record_frame_in_service() returns trigger language plpgsql security definer set search_path = public as $$
declare open boolean := exists (select from record_frame_service where oid = new.oid and record_frame_id = new.record_frame_id and closed_at is null);
begin
  if new.status <> old.status and (new.status = 85) <> open then
    raise exception 'order % and its after-sales case disagree', new.record_frame_id using errcode = '23514', constraint = 'record_frame__service_open';
  end if;
  return new;
end $$;
create trigger record_frame_in_service before update of status on record_frame for each row execute function record_frame_in_service();
