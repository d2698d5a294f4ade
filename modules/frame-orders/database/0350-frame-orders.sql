-- The line of its prescription that an order follows: near glasses the near one, whichever was written first.
alter table record_frame add column rx_line_id bigint;
alter table record_frame add constraint record_frame_oid_rx_line_id_fkey foreign key (oid, rx_line_id) references prescription_line (oid, line_id);
create index record_frame__by_rx_line on record_frame (oid, rx_line_id) where rx_line_id is not null;

-- What must never be made, whichever call moves the order to the workshop (issue 10.1): glasses from a prescription that is a draft, void, run
-- out or somebody else's, or from goods that are no frame and no lens. The handler says it before, in a sentence.
create function record_frame_may_be_made() returns trigger language plpgsql security definer set search_path to 'public' as $$
declare rx record;
begin
  if old.status <> 20 or new.status not in (30, 40) then return new; end if;
  if new.prescription_id is not null then
    select pid, status, valid_until into rx from prescription where oid = new.oid and id = new.prescription_id;
    if rx.pid <> new.pid or rx.status in (0, 8, 9) or rx.valid_until < app_now()::date then
      raise exception 'no glasses are made from prescription % (state %, until %)', new.prescription_id, rx.status, rx.valid_until
        using errcode = '23514', constraint = 'record_frame__rx_ended';
    end if;
  end if;
  if exists (select 1 from product where oid = new.oid and product_id = new.frame_product_id and category not in (1, 6))
    or exists (select 1 from product where oid = new.oid and product_id in (new.lens_product_od, new.lens_product_os) and category <> 3) then
    raise exception 'goods of order % are no frame or no lens', new.record_frame_id using errcode = '23514', constraint = 'record_frame__wrong_goods';
  end if;
  return new;
end $$;
create trigger record_frame_may_be_made before update of status on record_frame for each row execute function record_frame_may_be_made();
