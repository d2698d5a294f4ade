-- Marketing reaches nobody who has not agreed, whatever the code that sends it says: the text in force, not taken back, by the member or by
-- somebody under this number.
create or replace function marketing_agreed(oid_ bigint, pid_ bigint, mobile_ text)
  returns boolean
  language sql stable security definer
  set search_path = public as $$
  select exists (
    select 1 from patient p
    join lateral (
      select s.text_id, s.withdrawn_at
      from consent s
      join consent_text t on t.oid = s.oid and t.id = s.text_id and t.kind = 2
      where s.oid = p.oid and s.pid = p.pid
      order by s.id desc
      limit 1
    ) last
      on last.withdrawn_at is null
    where p.oid = oid_ and p.status = 0 and (p.pid = pid_ or (pid_ is null and p.mobile = mobile_))
      and last.text_id = (select t.id from consent_text t where t.oid = oid_ and t.kind = 2 order by t.no desc limit 1)
  )
$$;

create or replace function sms_agreed() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if new.purpose = 'marketing' and not marketing_agreed(new.oid, new.pid, new.mobile) then
    raise exception 'no consent to marketing' using errcode = '23514', constraint = 'sms__no_consent';
  end if;
  return new;
end $$;
create trigger sms_agreed before insert on sms for each row execute function sms_agreed();
