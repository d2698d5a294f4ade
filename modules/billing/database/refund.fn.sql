-- A refund from the limit of the store on (yuan, `refundApproveFrom`; without one there is none) is agreed to by somebody else, who proved
-- to be at this screen just now. A proof serves one refund.
create or replace function refund_agreed() returns trigger language plpgsql security definer set search_path = public as $$
declare
  chosen_ jsonb;
begin
  if new.cancels is not null or app_ctid() is null then return new; end if;
  if new.approved_by is not null then
    if presence_proof_of(new.oid, new.approved_by, app_ctid(), '批准退费', new.proof_id) is null then
      raise exception 'a refund is approved by who was not there' using errcode = '23514', constraint = 'refund__approval_needed',
        table = 'refund';
    end if;
    return new;
  end if;
  select value into chosen_ from store_option where oid = new.oid and hid = new.hid and key = 'refundApproveFrom';
  if chosen_ is null or chosen_ = 'null'::jsonb then return new; end if;
  if new.amount >= chosen_::text::bigint * 100 and new.amount > 0 then
    raise exception 'a refund of % fen wants an approval', new.amount using errcode = '23514', constraint = 'refund__refund_over',
      table = 'refund';
  end if;
  return new;
end $$;
create trigger refund_agreed before insert on refund for each row execute function refund_agreed();
