-- What the calls refuse beforehand bears the name of their refusals.
alter table closed_month rename constraint closed_month__not_over to closed_month__month_over;
alter table closed_month rename constraint closed_month__reopened to closed_month__month_open;
