-- To whom an order pays, as it is approved: later changes of the supplier's account do not redirect it. Orders of before have none until they
-- are approved; those that were paid show their supplier's.
alter table supplier_payment add column payee_name text;
alter table supplier_payment add column payee_bank text;
alter table supplier_payment add column payee_account text;
