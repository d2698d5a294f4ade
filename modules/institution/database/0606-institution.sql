-- A seventh movement of a store's balance: set aside for a service that is yet to be given. The money stands in the ledger on held:<hid> until it is settled
-- (spent:<hid>) or given back; a settling moves nothing of the store's own account and so has no paper of its own.
alter table balance_record drop constraint balance_record__kind;
alter table balance_record add constraint balance_record__kind check (kind between 1 and 7);
comment on column balance_record.kind is '1 recharge, 2 spent, 3 transfer out, 4 transfer in, 5 reward for an invitation, 6 returned, 7 set aside';
