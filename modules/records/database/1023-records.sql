-- A wrong prescription is withdrawn wherever it stands (decision 1020); one signs as oneself, and a second person reviews.
create function prescription_signatures() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if new.reviewed_by is not null and new.reviewed_by is distinct from old.reviewed_by and new.reviewed_by = new.signed_by then
    raise exception 'the signer does not review' using errcode = '23514', constraint = 'prescription__own_rx_review';
  end if;
  if new.signed_by is not null and new.signed_by is distinct from old.signed_by and new.doctor_id <> new.signed_by then
    raise exception 'a prescription is its signer''s' using errcode = '23514', constraint = 'prescription__signed_for_other';
  end if;
  return new;
end $$;
create trigger prescription_signatures before update of reviewed_by, signed_by on prescription for each row execute function prescription_signatures();
