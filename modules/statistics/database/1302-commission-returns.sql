-- A withdrawal takes commission back from each top-up it returns.
alter table commission_line add column returns bigint;
comment on column commission_line.returns is 'the top-up whose commission a withdrawal takes back';
alter table commission_line drop constraint commission_line__once;
alter table commission_line add constraint commission_line__once unique nulls not distinct (oid, biid, cbid, role, refund_id, returns);
