-- The combo a top-up or a scheme names is one of the organisation.

-- Triggers that keep papers unchanged do not concern the owner; a combo nobody has is no fact.
update charge_bill c set fgid = null where fgid is not null and not exists (select from fee_group g where g.oid = c.oid and g.fgid = c.fgid);
update storage_scheme s set fgid = null where fgid is not null and not exists (select from fee_group g where g.oid = s.oid and g.fgid = s.fgid);
alter table charge_bill add foreign key (oid, fgid) references fee_group;
alter table storage_scheme add foreign key (oid, fgid) references fee_group;
create index charge_bill__by_combo on charge_bill (oid, fgid);
create index storage_scheme__by_combo on storage_scheme (oid, fgid);
