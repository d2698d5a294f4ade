-- Who looks after contracts, what suppliers charge and what they are paid: a default role of every organisation.
insert into role (oid, code, name) select oid, 'finance', '财务' from organisation on conflict do nothing;
