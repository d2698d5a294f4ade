-- The newest proof of the last five minutes that a person agreed to such a thing at the screen of somebody else; with `proof_`, that one or
-- none. Null where there is none. Every trigger and call that asks for a proof asks here.
create or replace function presence_proof_of(oid_ bigint, person_ bigint, screen_ bigint, purpose_ text, proof_ bigint default null)
  returns bigint language sql stable set search_path = public as $$
  select max(p.proof_id)
  from presence_proof p
  where p.oid = oid_
    and p.ctid_ = person_
    and p.entered_by = screen_
    and p.purpose = purpose_
    and p.is_proven
    and p.at > app_now() - interval '5 minutes'
    and (proof_ is null or p.proof_id = proof_)
$$;
