-- A lot is followed: batches by the number of their lot.
create index batch__by_lot on batch (oid, batch_no) where batch_no is not null;
