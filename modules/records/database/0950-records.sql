alter table okjing_case add ordered_on date;
comment on column okjing_case.ordered_on is 'the day its lenses were ordered here; null while none are on order';

-- A lot is the same in capitals and small letters.
drop index ok_lens__by_lot;
create index ok_lens__by_lot on ok_lens (oid, lower(batch)) where batch is not null;
