-- Takings of a shift by way of payment, from the ledger: the tills of the store between its first and its last line.
create or replace function till_takings(oid_ bigint, hid_ bigint, from_ bigint, to_ bigint)
  returns table (pay_way int, received bigint, refunded bigint) language sql stable set search_path = public as $$
  select w, coalesce(sum(l.amount) filter (where l.amount > 0), 0)::bigint, coalesce(-sum(l.amount) filter (where l.amount < 0), 0)::bigint
  from unnest(array[1, 2, 3, 4, 8, 9]) w
  left join ledger_account a on a.oid = oid_ and a.book = 'cash' and a.key = 'till:' || hid_ || ':' || w
  left join ledger_line l on l.oid = a.oid and l.account_id = a.account_id and l.line_id > from_ and l.line_id <= to_
  group by w
$$;

-- Checked at commit: a hand-over counts cash and every way of payment that moved, its takings are those of the ledger, and its notes and
-- coins add up.
create or replace function till_handover_agrees() returns trigger language plpgsql security definer set search_path = public as $$
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
    raise exception 'what was counted of shift % is not what the ledger says', new.shift_id using errcode = '23514',
      constraint = 'till_handover__takings';
  end if;
  if jsonb_array_length(new.pieces) > 0
    and (select sum((p ->> 'value')::bigint * (p ->> 'count')::bigint) from jsonb_array_elements(new.pieces) p)
    is distinct from (select counted from till_count where oid = new.oid and shift_id = new.shift_id and pay_way = 1) then
    raise exception 'notes and coins of shift % do not add up', new.shift_id using errcode = '23514', constraint = 'till_handover__pieces';
  end if;
  return null;
end $$;
create constraint trigger till_handover_agrees after insert on till_handover deferrable initially deferred
  for each row execute function till_handover_agrees();

-- A shift is opened by who is signed in, or by somebody who proved to be at this screen with the own password just now.
create or replace function till_shift_proven() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if app_ctid() is not null and new.opened_by <> app_ctid()
    and presence_proof_of(new.oid, new.opened_by, app_ctid(), '接班') is null
  then
    raise exception 'shift of % is opened by who was not there', new.opened_by using errcode = '23514',
      constraint = 'till_shift__receiver_password';
  end if;
  return new;
end $$;
create trigger till_shift_proven before insert on till_shift for each row execute function till_shift_proven();

-- Cash wants somebody who answers for the drawer: whoever moves it while nobody is on shift opens one, with what the shift before left as
-- its opening amount. The next hand-over counts it.
create or replace function till_shift_by_itself() returns trigger language plpgsql security definer set search_path = public as $$
declare
  store_ bigint;
  last_ record;
begin
  select split_part(a.key, ':', 2)::bigint into store_
  from ledger_account a
  where a.oid = new.oid and a.account_id = new.account_id and a.key like 'till:%:1';
  if store_ is null then return null; end if;
  select s.shift_id, h.to_line, h.left_float into last_
  from till_shift s
  left join till_handover h on h.oid = s.oid and h.shift_id = s.shift_id
  where s.oid = new.oid and s.hid = store_
  order by s.shift_id desc
  limit 1;
  if last_.shift_id is not null and last_.to_line is null then return null; end if;
  insert into till_shift (oid, hid, follows, from_line, float_before, opening_float, float_reason, opened_by, entered_by)
  values (
    new.oid, store_, last_.shift_id,
    coalesce(last_.to_line, (select min(l.line_id) - 1 from ledger_line l where l.oid = new.oid and l.entry_id = new.entry_id)),
    last_.left_float, coalesce(last_.left_float, 0),
    case when last_.shift_id is null then '收付现金时无人当班，自动接班' else '收付现金时无人当班，按上一班留存自动接班' end,
    app_ctid(), app_ctid()
  );
  return null;
end $$;
create trigger till_shift_by_itself after insert on ledger_line
  for each row when (new.book = 'cash' and app_ctid() is not null) execute function till_shift_by_itself();
