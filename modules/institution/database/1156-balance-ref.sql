-- What was debited for one thing is summed by its reference when a part of it comes back.
create index balance_record__by_ref on balance_record (oid, hid, ref) where ref is not null;
