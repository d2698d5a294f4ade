-- An order keeps the ranges of an eye (kernel/contract/eye.ts) as prescriptions do: what is taken over by link is held to what a form may type.
alter table record_frame
  add constraint record_frame__sphere check (ds_od between -45 and 45 and ds_os between -45 and 45),
  add constraint record_frame__cylinder check (dc_od between -25 and 25 and dc_os between -25 and 25),
  add constraint record_frame__add check (add_od between 0 and 5 and add_os between 0 and 5),
  add constraint record_frame__prism check (prism_od between 0 and 20 and prism_os between 0 and 20),
  add constraint record_frame__pd check (pd_od between 17 and 45 and pd_os between 17 and 45),
  add constraint record_frame__height check (ph_od between 8 and 50 and ph_os between 8 and 50),
  add constraint record_frame__size check (frame_a between 30 and 70 and frame_dbl between 8 and 30 and frame_ed between 30 and 80);
-- A prism whose base nobody wrote down cannot be made: where an order has one it is said in the note, on the work ticket, to be asked about.
update record_frame set
  note = concat_ws(E'\n', note, '棱镜未写底向，请核对：'
    || concat_ws('，', case when base_od is null then '右 ' || nullif(prism_od, 0) || 'Δ' end, case when base_os is null then '左 ' || nullif(prism_os, 0) || 'Δ' end)),
  prism_od = case when base_od is null then null else prism_od end,
  prism_os = case when base_os is null then null else prism_os end
where (prism_od > 0 and base_od is null) or (prism_os > 0 and base_os is null);
alter table record_frame add constraint record_frame__base_missing check (
  (coalesce(prism_od, 0) = 0 or base_od is not null) and (coalesce(prism_os, 0) = 0 or base_os is not null));
alter table record_frame_inspection
  add constraint record_frame_inspection__sphere check (ds_od between -45 and 45 and ds_os between -45 and 45),
  add constraint record_frame_inspection__cylinder check (dc_od between -25 and 25 and dc_os between -25 and 25),
  add constraint record_frame_inspection__axis check (ax_od between 1 and 180 and ax_os between 1 and 180),
  add constraint record_frame_inspection__add check (add_od between 0 and 5 and add_os between 0 and 5),
  add constraint record_frame_inspection__pd check (pd_od between 17 and 45 and pd_os between 17 and 45),
  add constraint record_frame_inspection__height check (ph_od between 8 and 50 and ph_os between 8 and 50);
