-- Bills by the day they were paid in full: figures, and commission of a day.
create index fee_bill__by_paid on fee_bill (oid, hid, paid_at) include (bill_price, total_discount) where paid_at is not null;
