-- When an order was written, beside the day it is said to be of; of orders before this column that day is all that is known.
alter table record_frame add column created_at timestamptz;
alter table record_frame disable trigger user;
update record_frame set created_at = order_date;
alter table record_frame enable trigger user;
alter table record_frame alter column created_at set default app_now(), alter column created_at set not null;
