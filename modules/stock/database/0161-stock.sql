-- Powers of stock keep the ranges of an eye (kernel/contract/eye.ts).
alter table batch
  add constraint batch__sph check (sph between -45 and 70),
  add constraint batch__cyl_range check (cyl between -25 and 0);
alter table stock_in_item
  add constraint stock_in_item__sph check (sph between -45 and 70),
  add constraint stock_in_item__cyl_range check (cyl between -25 and 0),
  add constraint stock_in_item__axis check (axis between 1 and 180);
alter table stock_out_item
  add constraint stock_out_item__sph check (sph between -45 and 70),
  add constraint stock_out_item__cyl_range check (cyl between -25 and 0),
  add constraint stock_out_item__axis check (axis between 1 and 180);
comment on constraint batch__sph on batch is 'kept in minus cylinder: a plus cylinder of up to 25 D moves into the sphere';
comment on constraint stock_in_item__sph on stock_in_item is 'kept in minus cylinder: a plus cylinder of up to 25 D moves into the sphere';
comment on constraint stock_out_item__sph on stock_out_item is 'kept in minus cylinder: a plus cylinder of up to 25 D moves into the sphere';
comment on constraint batch__cyl_range on batch is 'kept in minus cylinder';
comment on constraint stock_in_item__cyl_range on stock_in_item is 'kept in minus cylinder';
comment on constraint stock_out_item__cyl_range on stock_out_item is 'kept in minus cylinder';
