-- A lot is the same in capitals and small letters: typed or scanned, its batches are found together.
drop index batch__by_lot;
create index batch__by_lot on batch (oid, lower(batch_no)) where batch_no is not null;
