-- Whether a contract was ever approved: what it was agreed with stays, also while a changed term waits for approval.
create or replace function contract_was_approved(oid_ bigint, contract_ bigint) returns boolean
  language sql stable set search_path = public as $$
  select exists (select from paper_approval a where a.oid = oid_ and a.tbl = 'contract' and a.row_id = contract_)
$$;

-- A contract that was in force is ended, never deleted. Its parties and first day do not change; other terms change when its approval is
-- dropped with them, and it comes into force again when somebody who set none of them approves it.
create or replace function contract_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and contract_was_approved(old.oid, old.contract_id) then
    raise exception 'contract % was approved', old.contract_id using errcode = '23514', constraint = 'contract__contract_kept';
  end if;
  if tg_op = 'UPDATE' and new.status = 1 and old.status <> 1 and (
    new.approved_by is null or is_paper_author('contract', new.contract_id, new.approved_by)
  ) then
    raise exception 'contract % was approved by nobody else', old.contract_id
      using errcode = '23514', constraint = 'contract__contract_own';
  end if;
  if tg_op = 'UPDATE' and old.status <> 0 and new.status <> 0 and (
    new.ends_on, new.apply_stores, new.payment_days, new.credit_limit, new.warranty_days, new.return_days
  ) is distinct from (
    old.ends_on, old.apply_stores, old.payment_days, old.credit_limit, old.warranty_days, old.return_days
  ) then
    raise exception 'contract % is in force', old.contract_id using errcode = '23514', constraint = 'contract__contract_fixed';
  end if;
  if tg_op = 'DELETE' and old.status <> 0 then
    raise exception 'contract % was in force', old.contract_id using errcode = '23514', constraint = 'contract__contract_kept';
  end if;
  if tg_op = 'UPDATE'
    and (new.supplier_id, new.starts_on, new.contract_no) is distinct from (old.supplier_id, old.starts_on, old.contract_no)
    and (old.status <> 0 or contract_was_approved(old.oid, old.contract_id)) then
    raise exception 'contract % was in force', old.contract_id using errcode = '23514', constraint = 'contract__contract_fixed';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger contract_kept before update or delete on contract for each row execute function contract_kept();

-- Prices change only while the contract is a draft that was never approved.
create or replace function contract_line_fixed() returns trigger language plpgsql as $$
declare
  of contract_line := case when tg_op = 'DELETE' then old else new end;
begin
  if exists (select from contract c where c.oid = of.oid and c.contract_id = of.contract_id and c.status <> 0 for key share)
    or contract_was_approved(of.oid, of.contract_id) then
    raise exception 'contract % is in force', of.contract_id using errcode = '23514', constraint = 'contract__contract_fixed';
  end if;
  return of;
end $$;
create trigger contract_line_fixed before insert or update or delete on contract_line
  for each row execute function contract_line_fixed();
