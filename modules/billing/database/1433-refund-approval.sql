-- Who agreed to a refund over the limit of the store, proven by the own password.
alter table refund add column approved_by bigint;
alter table refund add column proof_id bigint;
alter table refund add constraint refund__approval_self check (approved_by is null or approved_by is distinct from ctid_);
alter table refund add constraint refund__approval_needed check ((approved_by is null) = (proof_id is null));
alter table refund add foreign key (oid, approved_by) references contact;
alter table refund add foreign key (oid, proof_id) references presence_proof;
create index refund__by_approver on refund (oid, approved_by);
create unique index refund__by_proof on refund (oid, proof_id) where proof_id is not null;
