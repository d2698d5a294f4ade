-- What a result holds of an eye lies within the ranges of the product.
alter table screening_result
  add constraint screening_result__sphere check (ds_od between -45 and 45 and ds_os between -45 and 45),
  add constraint screening_result__cylinder check (dc_od between -25 and 25 and dc_os between -25 and 25),
  add constraint screening_result__axis check (ax_od between 1 and 180 and ax_os between 1 and 180),
  add constraint screening_result__equivalent check (se_od between -45 and 45 and se_os between -45 and 45),
  add constraint screening_result__length check (al_od between 15 and 40 and al_os between 15 and 40),
  add constraint screening_result__pressure check (iop_od between 1 and 80 and iop_os between 1 and 80);
