-- A contract comes into force when another person than its authors approves it.
alter table contract
  add column approved_by bigint,
  add column approved_at timestamptz,
  add foreign key (oid, approved_by) references contact,
  add constraint contract__approved check ((approved_by is null) = (approved_at is null));
comment on column contract.approved_by is 'null in force: from before contracts were approved';
create index contract__by_approver on contract (oid, approved_by) where approved_by is not null;
