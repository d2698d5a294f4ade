-- Counts the places of a session: signed up, come, or held for somebody waiting. The row of the session is locked until the end, so that
-- the last place is taken once; campaign_session__full refuses one more.
create or replace function campaign_apply_takes() returns trigger language plpgsql security definer set search_path = public as $$
declare
  before_ int := 0;
  after_ int := 0;
begin
  if tg_op = 'UPDATE' and old.session_id is not null then
    before_ := case when old.status in (0, 1) or (old.status = 3 and old.held_until is not null) then 1 else 0 end;
  end if;
  if new.session_id is not null then
    after_ := case when new.status in (0, 1) or (new.status = 3 and new.held_until is not null) then 1 else 0 end;
  end if;
  if tg_op = 'UPDATE' and old.session_id is distinct from new.session_id then
    update campaign_session set taken = taken - before_ where oid = new.oid and session_id = old.session_id and before_ > 0;
    update campaign_session set taken = taken + after_ where oid = new.oid and session_id = new.session_id and after_ > 0;
  elsif before_ <> after_ then
    update campaign_session set taken = taken + after_ - before_ where oid = new.oid and session_id = new.session_id;
  end if;
  return null;
end $$;
create trigger campaign_apply_takes after insert or update of status, held_until, session_id on campaign_apply
  for each row execute function campaign_apply_takes();

-- A household (a number) signs up for a campaign as often as it says. The campaign's row is locked, so that two phones count each other.
create or replace function campaign_apply_limit() returns trigger language plpgsql security definer set search_path = public as $$
declare
  most int;
  others int;
begin
  if new.status = 2 then return new; end if;
  select per_person into most from campaign where oid = new.oid and campaign_id = new.campaign_id for no key update;
  select count(*) into others
  from campaign_apply a
  where a.oid = new.oid and a.campaign_id = new.campaign_id and a.mobile = new.mobile and a.status <> 2
    and a.apply_id is distinct from new.apply_id;
  if others >= most then
    raise exception 'signed up already' using errcode = '23514', constraint = 'campaign_apply__per_person', table = 'campaign_apply';
  end if;
  return new;
end $$;
create trigger campaign_apply_limit before insert or update of mobile, status on campaign_apply
  for each row execute function campaign_apply_limit();

-- A picture by its key, for whoever knows it.
create or replace function open_image_by(key_ text)
  returns table (oid bigint, sha256 text, mime text)
  language sql stable security definer set search_path = public as $$
  select i.oid, i.sha256, i.mime from open_image i where i.key = key_
$$;

-- Banners of a store on a day, for visitors.
create or replace function banners_shown(hid_ bigint, day_ date)
  returns table (banner_id bigint, title text, image text, target text, content_id bigint)
  language sql stable security definer set search_path = public as $$
  select b.banner_id, b.title, b.image, b.target, b.content_id
  from banner b
  join mall_store m using (oid, hid)
  where b.hid = hid_ and (b.from_date is null or b.from_date <= day_) and (b.to_date is null or b.to_date >= day_)
  order by b.sort
$$;

-- A published article, for visitors.
create or replace function content_shown(content_id_ bigint, day_ date)
  returns table (
    content_id bigint, title text, cover text, summary text, body text, category int, updated_at timestamptz, store_name text, ad_no text
  )
  language sql stable security definer set search_path = public as $$
  select c.content_id, c.title, c.cover, c.summary, c.body, c.category, c.updated_at, s.name, c.ad_no
  from content_item c
  join store s using (oid, hid)
  where c.content_id = content_id_
    and c.status = 1
    and (c.from_date is null or c.from_date <= day_)
    and (c.to_date is null or c.to_date >= day_)
$$;

-- The store and the stores of the campaign behind a code, for whoever scanned it.
create or replace function campaign_code_store(code_ text)
  returns table (oid bigint, hid bigint, hids bigint[])
  language sql stable security definer set search_path = public as $$
  select d.oid, c.hid, coalesce(c.stores, array[c.hid])
  from campaign_code d
  join campaign c using (oid, campaign_id)
  where d.code = upper(code_)
$$;
