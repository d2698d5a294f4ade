-- Powers on a bill keep the ranges of an eye (kernel/contract/eye.ts).
alter table bill_item
  add constraint bill_item__sphere check (sph between -45 and 45),
  add constraint bill_item__cylinder check (cyl between -25 and 25);
