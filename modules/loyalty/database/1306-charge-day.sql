-- Stored value counts on the day it is posted (pay_time); when it was paid, as entered later, stands beside.
alter table charge_bill add column paid_at timestamptz;
