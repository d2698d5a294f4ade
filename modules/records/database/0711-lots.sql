-- A lot is followed: lenses by the number of their lot.
create index ok_lens__by_lot on ok_lens (oid, batch) where batch is not null;
