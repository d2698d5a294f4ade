-- A line that no list prices (no fee item, goods or combo, and no paper that owns it) says why it stands there: there is no price to hold it to.
update bill_item set price_reason = '此前的自由收费项' where num_nonnulls(fiid, product_id, fgid, ref) = 0 and price_reason is null;
alter table bill_item add constraint bill_item__free_reason check (num_nonnulls(fiid, product_id, fgid, ref) > 0 or trim(price_reason) <> '' and price_reason is not null);
