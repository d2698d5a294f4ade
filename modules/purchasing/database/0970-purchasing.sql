-- A credit note of a supplier names what it makes good: a line of the remake ledger. It lessens what is owed, stands on its line once, and is taken back whole.
alter table payable add column remake text constraint payable__remake check (remake ~ '^[a-z]+-[0-9]+$');
comment on column payable.remake is 'the line of the remake ledger that a supplier makes good: refused-12';
alter table payable add constraint payable__made_good check (
  case kind when 5 then remake is not null and amount < 0 when 4 then remake is null or amount > 0 else remake is null end
);
create index payable__by_remake on payable (oid, remake) where remake is not null;

create function payable_made_good() returns trigger language plpgsql security definer set search_path = public as $$
declare
  standing bigint;
begin
  -- One after the other for each supplier: the next one sees what this one wrote.
  perform from supplier where oid = new.oid and supplier_id = new.supplier_id for no key update;
  select coalesce(sum(amount), 0) into standing from payable
    where oid = new.oid and remake = new.remake and supplier_id = new.supplier_id and lower(doc_no) = lower(new.doc_no);
  if new.kind = 5 and standing <> 0 then
    raise exception 'credit note % makes % good already', new.doc_no, new.remake using errcode = '23514', constraint = 'payable__credit_twice';
  elsif new.kind = 4 and (standing = 0 or standing + new.amount <> 0) then
    raise exception 'credit note % does not make % good by %', new.doc_no, new.remake, new.amount using errcode = '23514', constraint = 'payable__credit_gone';
  end if;
  return new;
end $$;
create trigger payable_made_good before insert on payable for each row when (new.remake is not null) execute function payable_made_good();
