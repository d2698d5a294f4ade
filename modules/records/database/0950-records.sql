alter table okjing_case add ordered_on date;
comment on column okjing_case.ordered_on is 'the day its lenses were ordered here; null while none are on order';
