-- Shifts at the till (decision 0133). Three tables that are only ever added to: a shift, its hand-over, what was counted by way. What must never
-- be cannot be written: a shift follows a hand-over of its store and each is followed once, so one at most is open; a closed one never changes.

create table till_handover (
  oid bigint not null,
  shift_id bigint not null,
  hid bigint not null,
  at timestamptz not null default app_now(),
  ctid_ bigint not null default app_ctid(),
  to_line bigint not null,
  left_float bigint not null constraint till_handover__left check (left_float >= 0),
  pieces jsonb not null default '[]',
  note text,
  primary key (oid, shift_id),
  foreign key (oid, hid) references store,
  foreign key (oid, ctid_) references contact,
  constraint till_handover__followed unique (oid, hid, shift_id, to_line, left_float)
);
comment on column till_handover.to_line is 'last ledger line of the tills of the store that the shift answers for';
comment on column till_handover.left_float is 'fen of cash that stay in the drawer for the next shift; the rest was handed in';
comment on column till_handover.pieces is 'notes and coins counted: [{value: fen, count}]; none when only the sum was written';
create index till_handover__by_day on till_handover (oid, hid, at);
create index till_handover__by_person on till_handover (oid, ctid_);

create table till_shift (
  oid bigint not null,
  shift_id bigint generated always as identity,
  hid bigint not null,
  follows bigint,
  opened_at timestamptz not null default app_now(),
  opened_by bigint not null default app_ctid(),
  entered_by bigint not null default app_ctid(),
  signature text,
  from_line bigint not null,
  float_before bigint,
  opening_float bigint not null,
  float_reason text,
  primary key (oid, shift_id),
  foreign key (oid, hid) references store,
  foreign key (oid, opened_by) references contact (oid, ctid_),
  foreign key (oid, entered_by) references contact (oid, ctid_),
  -- The chain: it begins where the one before ended, with what that one left; no money lies between two shifts.
  constraint till_shift_oid_follows_fkey foreign key (oid, hid, follows, from_line, float_before)
    references till_handover (oid, hid, shift_id, to_line, left_float),
  constraint till_shift__one_open unique nulls not distinct (oid, hid, follows),
  constraint till_shift__of_its_store unique (oid, hid, shift_id),
  constraint till_shift__chain check ((follows is null) = (float_before is null) and follows < shift_id),
  constraint till_shift__float_reason check (float_before is null or opening_float = float_before or btrim(coalesce(float_reason, '')) <> ''),
  constraint till_shift__signed check (entered_by = opened_by or signature is not null)
);
comment on column till_shift.follows is 'the shift that was handed over to this one; none for the first of a store';
comment on column till_shift.opened_by is 'who answers for the drawer; entered_by is whose screen it was signed on';
comment on column till_shift.signature is 'path in a box of 300 by 100, drawn by who took over on another''s screen';
comment on column till_shift.from_line is 'ledger line after which the takings of this shift begin';
comment on column till_shift.opening_float is 'fen of cash found in the drawer, less what was taken since the hand-over';
create index till_shift__by_opener on till_shift (oid, opened_by);
create index till_shift__by_enterer on till_shift (oid, entered_by);
create index till_shift__by_follows on till_shift (oid, hid, follows, from_line, float_before);

alter table till_handover add foreign key (oid, hid, shift_id) references till_shift (oid, hid, shift_id);
create index till_handover__by_shift on till_handover (oid, hid, shift_id);

create table till_count (
  oid bigint not null,
  shift_id bigint not null,
  pay_way int not null constraint till_count__way check (pay_way in (1, 2, 3, 4, 8, 9)),
  hid bigint not null,
  received bigint not null constraint till_count__received check (received >= 0),
  refunded bigint not null constraint till_count__refunded check (refunded >= 0),
  expected bigint not null,
  counted bigint not null,
  difference bigint not null generated always as (counted - expected) stored,
  reason text,
  primary key (oid, shift_id, pay_way),
  foreign key (oid, hid) references store,
  foreign key (oid, shift_id) references till_handover,
  constraint till_count__count_reason check (counted = expected or btrim(coalesce(reason, '')) <> '')
);
comment on column till_count.received is 'fen that came in by this way according to the ledger';
comment on column till_count.expected is 'fen that must be there: received less refunded, and for cash the opening float';
create index till_count__by_store on till_count (oid, hid);

-- What the ledger says a shift took by each way: the tills of its store between its first line and its last.
create function till_takings(oid_ bigint, hid_ bigint, from_ bigint, to_ bigint)
  returns table (pay_way int, received bigint, refunded bigint) language sql stable set search_path = public as $$
  select w, coalesce(sum(l.amount) filter (where l.amount > 0), 0)::bigint, coalesce(-sum(l.amount) filter (where l.amount < 0), 0)::bigint
  from unnest(array[1, 2, 3, 4, 8, 9]) w
  left join ledger_account a on a.oid = oid_ and a.book = 'cash' and a.key = 'till:' || hid_ || ':' || w
  left join ledger_line l on l.oid = a.oid and l.account_id = a.account_id and l.line_id > from_ and l.line_id <= to_
  group by w
$$;

-- A hand-over counts every way that moved, and cash always; takings are the ledger's, notes and coins add up: asked at the end of the transaction.
create function till_handover_agrees() returns trigger language plpgsql security definer set search_path = public as $$
declare s record;
begin
  select * into s from till_shift where oid = new.oid and shift_id = new.shift_id;
  if new.to_line < s.from_line or exists (
    select from till_takings(new.oid, new.hid, s.from_line, new.to_line) t
      left join till_count c on c.oid = new.oid and c.shift_id = new.shift_id and c.pay_way = t.pay_way
    where case when c.pay_way is null then t.pay_way = 1 or t.received > 0 or t.refunded > 0
      else (c.received, c.refunded, c.expected) is distinct from
        (t.received, t.refunded, t.received - t.refunded + case when t.pay_way = 1 then s.opening_float else 0 end) end
  ) then
    raise exception 'what was counted of shift % is not what the ledger says', new.shift_id using errcode = '23514', constraint = 'till_handover__takings';
  end if;
  if jsonb_array_length(new.pieces) > 0 and (select sum((p ->> 'value')::bigint * (p ->> 'count')::bigint) from jsonb_array_elements(new.pieces) p)
    is distinct from (select counted from till_count where oid = new.oid and shift_id = new.shift_id and pay_way = 1) then
    raise exception 'notes and coins of shift % do not add up', new.shift_id using errcode = '23514', constraint = 'till_handover__pieces';
  end if;
  return null;
end $$;
create constraint trigger till_handover_agrees after insert on till_handover deferrable initially deferred
  for each row execute function till_handover_agrees();
