-- The range a lens is made in lies within the ranges of an eye (kernel/contract/eye.ts).
alter table product
  add constraint product__sphere check (sph_min between -45 and 45 and sph_max between -45 and 45),
  add constraint product__cylinder check (cyl_min between -25 and 25 and cyl_max between -25 and 25),
  add constraint product__combined check (combined_max between 0 and 70);
