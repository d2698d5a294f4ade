-- Whether goods the law watches may come from a supplier: kept by its approvals (quality management), written by nobody.
alter table supplier add approved_on date, add approved_until date;
comment on column supplier.approved_on is 'day its papers were approved as they stand (首营企业); null when they were not, or have been changed since';
comment on column supplier.approved_until is 'the first of the approved papers ends then';
