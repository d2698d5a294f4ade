-- What one person gives by hand a day stays below the ceiling of the store (yuan, `grantDayMost`; 500 where it chose none, null for no
-- ceiling), or another person agreed who proved to be at this screen just now, with a proof that served for nothing else.
create or replace function hand_grant_bounded() returns trigger language plpgsql security definer set search_path = public as $$
declare
  chosen_ jsonb;
  day_ timestamptz := date_trunc('day', new.at at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai';
  given_ bigint;
begin
  if new.ctid_ is null then return new; end if;
  if new.approved_by is not null then
    if presence_proof_of(new.oid, new.approved_by, new.ctid_, '批准手工赠送', new.proof_id) is null
      or exists (select from hand_grant g where g.oid = new.oid and g.proof_id = new.proof_id and g.at is distinct from new.at)
    then
      raise exception 'a grant is approved by who was not there' using errcode = '23514', constraint = 'hand_grant__approval_needed',
        table = 'hand_grant';
    end if;
    return new;
  end if;
  select value into chosen_ from store_option where oid = new.oid and hid = new.hid and key = 'grantDayMost';
  if chosen_ = 'null'::jsonb then return new; end if;
  perform pg_advisory_xact_lock(hashtextextended('hand_grant:' || new.oid || ':' || new.ctid_, 0));
  select coalesce(sum(worth), 0) into given_
  from hand_grant
  where oid = new.oid and hid = new.hid and ctid_ = new.ctid_ and approved_by is null and at >= day_ and at < day_ + interval '1 day';
  if given_ + new.worth > coalesce(chosen_::text::bigint, 500) * 100 then
    raise exception 'person % gave % fen today', new.ctid_, given_ using errcode = '23514', constraint = 'hand_grant__grant_over',
      table = 'hand_grant';
  end if;
  return new;
end $$;
create trigger hand_grant_bounded before insert on hand_grant for each row execute function hand_grant_bounded();
