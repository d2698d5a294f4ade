-- Money that leaves says why. Rows from before keep what they said.
alter table bill_payment add column reason text;
comment on column bill_payment.reason is 'why a deposit went back';
alter table bill_payment add constraint bill_payment__refund_reason check (returns is null or btrim(coalesce(reason, '')) <> '') not valid;
alter table refund add constraint refund__refund_reason check (btrim(coalesce(reason, '')) <> '') not valid;
