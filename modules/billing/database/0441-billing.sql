-- Since when a bill is on account: the list of what is owed asks it, and says how old a debt is.
alter table fee_bill add column owed_at timestamptz;
comment on column fee_bill.owed_at is 'when it was put on account';
update fee_bill b set owed_at = (select max(h.at) from move_history h where h.oid = b.oid and h.machine = 'fee-bill' and h.row_id = b.fbid and h.move = 'owe')
  where status = 6 or owe_reason is not null;
update fee_bill set owed_at = created_at where status = 6 and owed_at is null;
alter table fee_bill add constraint fee_bill__owed_since check (status <> 6 or owed_at is not null);
