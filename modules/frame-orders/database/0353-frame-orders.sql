-- The final inspection measures the prism where one was ordered.
alter table record_frame_inspection
  add column prism_od numeric(5, 2),
  add column base_od text,
  add column prism_os numeric(5, 2),
  add column base_os text,
  add constraint record_frame_inspection__prism check (prism_od between 0 and 20 and prism_os between 0 and 20);
