-- The contract an order's costs were agreed by is one of its own chain.
alter table supply_order add constraint supply_order__contract foreign key (oid, contract_id) references contract;
create index supply_order__by_contract on supply_order (oid, contract_id) where contract_id is not null;
