-- A lot is followed: what was set aside at the door by the number of its lot.
create index supply_receipt_line__set_aside on supply_receipt_line (oid, batch_no) where verdict = 'mismatch';
