-- Points of a refunded bill that had lapsed: neither there to be taken nor spent, so nothing is kept for them.
alter table refund add column points_lapsed bigint not null default 0;
alter table refund add constraint refund__points_lapsed check (points_lapsed >= 0);
