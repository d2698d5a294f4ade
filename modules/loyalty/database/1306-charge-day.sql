-- Stored value counts on the day it is posted.
create index charge_bill__by_day on charge_bill (oid, hid, created_at);
