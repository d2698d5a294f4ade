-- Stored value counts on the day it is posted; a correction belongs to the scheme of the top-up it corrects.
create index charge_bill__by_day on charge_bill (oid, hid, created_at);
update charge_bill c
set storage_scheme_id = t.storage_scheme_id
from charge_bill t
where t.oid = c.oid and t.cbid = c.amends and t.storage_scheme_id is not null and c.storage_scheme_id is null;
