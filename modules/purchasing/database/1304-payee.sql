-- To whom an order pays, as it is approved: later changes of the supplier's account do not redirect it.
alter table supplier_payment add column payee_name text;
alter table supplier_payment add column payee_bank text;
alter table supplier_payment add column payee_account text;
update supplier_payment p
set payee_name = s.name, payee_bank = s.bank, payee_account = s.bank_account
from supplier s
where s.oid = p.oid and s.supplier_id = p.supplier_id;
