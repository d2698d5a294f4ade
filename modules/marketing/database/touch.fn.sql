-- A marketing touch stands on a consent in force, whoever writes it. The row of the consent is locked: of a message and an unsubscription
-- at one moment the first to commit wins, and after an unsubscription no message leaves.
create or replace function marketing_touch_kept() returns trigger language plpgsql security definer set search_path = public as $$
declare
  hours record;
begin
  select send_from, send_to, rest_days
  into hours
  from marketing_setting
  where oid = new.oid and hid = new.hid;
  if new.purpose = 'marketing' then
    perform 1
    from consent s
    join consent_text t on t.oid = s.oid and t.id = s.text_id and t.kind = 2
    where s.oid = new.oid and s.id = new.consent_id and s.pid = new.pid and s.withdrawn_at is null
    for share of s;
    if not found or not marketing_agreed(new.oid, new.pid, new.mobile) then
      raise exception 'no consent to marketing' using errcode = '23514', constraint = 'marketing_touch__no_consent';
    end if;
    if new.rest_days < coalesce(hours.rest_days, 7) then
      raise exception 'rest shorter than the store keeps' using errcode = '23514', constraint = 'marketing_touch__rest';
    end if;
    if new.at::time < coalesce(hours.send_from, '09:00') or new.at::time >= coalesce(hours.send_to, '20:00') then
      raise exception 'outside the hours of the store' using errcode = '23514', constraint = 'marketing_touch__at_night';
    end if;
  end if;
  if new.sensitive and new.purpose = 'marketing' then
    perform 1
    from consent s
    join consent_text t on t.oid = s.oid and t.id = s.text_id and t.kind = 8
    where s.oid = new.oid and s.id = new.health_consent_id and s.pid = new.pid and s.withdrawn_at is null
    for share of s;
    if not found then
      raise exception 'no consent to health marketing' using errcode = '23514', constraint = 'marketing_touch__health_named';
    end if;
  end if;
  return new;
end $$;
create trigger marketing_touch_kept before insert on marketing_touch for each row execute function marketing_touch_kept();

-- The store behind the code of a message, for whoever holds it.
create or replace function marketing_link(code_ text)
  returns table (oid bigint, hid bigint)
  language sql stable security definer set search_path = public as $$
  select r.oid, r.hid from marketing_recipient r where r.code = code_
$$;
