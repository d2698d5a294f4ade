-- When a cost was written, beside the day it is of.
alter table channel_cost add column created_at timestamptz;
alter table channel_cost disable trigger user;
update channel_cost set created_at = day;
alter table channel_cost enable trigger user;
alter table channel_cost alter column created_at set default app_now(), alter column created_at set not null;
