-- A contract that was in force is ended, never deleted. Its parties, first day and prices do not change.
create or replace function contract_kept() returns trigger language plpgsql as $$
begin
  if old.status <> 0 then
    if tg_op = 'DELETE' then
      raise exception 'contract % was in force', old.contract_id using errcode = '23514', constraint = 'contract__contract_kept';
    elsif (new.supplier_id, new.starts_on, new.contract_no) is distinct from (old.supplier_id, old.starts_on, old.contract_no) then
      raise exception 'contract % is in force', old.contract_id using errcode = '23514', constraint = 'contract__contract_fixed';
    end if;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger contract_kept before update or delete on contract for each row execute function contract_kept();

-- Prices change only while the contract is a draft.
create or replace function contract_line_fixed() returns trigger language plpgsql as $$
declare
  of contract_line := case when tg_op = 'DELETE' then old else new end;
begin
  if exists (select from contract c where c.oid = of.oid and c.contract_id = of.contract_id and c.status <> 0 for key share) then
    raise exception 'contract % is in force', of.contract_id using errcode = '23514', constraint = 'contract__contract_fixed';
  end if;
  return of;
end $$;
create trigger contract_line_fixed before insert or update or delete on contract_line
  for each row execute function contract_line_fixed();
