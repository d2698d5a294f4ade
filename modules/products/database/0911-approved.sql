-- Whether a device of class II or III may come in: kept by its approvals (quality management), written by nobody.
alter table product add approved_on date, add approved_until date;
comment on column product.approved_on is 'day its registration was approved as it stands (首营品种); null when it was not, or has been changed since';
comment on column product.approved_until is 'the first of the approved papers ends then';
