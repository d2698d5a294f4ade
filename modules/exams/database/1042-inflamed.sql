-- An inflamed eye wears no lens: with staining of grade 3 or an infiltrate a review decides on a pause and nothing else.
-- Rows of former versions stay as they are.
alter table exam_hard_lens add constraint exam_hard_lens__inflamed check (
  status not in (1, 2)
  or decision is null
  or decision = 3
  or (
    coalesce(greatest(
      stain_area_c_od, stain_area_n_od, stain_area_t_od, stain_area_s_od, stain_area_i_od, stain_depth_c_od,
      stain_depth_n_od, stain_depth_t_od, stain_depth_s_od, stain_depth_i_od, stain_area_c_os, stain_area_n_os,
      stain_area_t_os, stain_area_s_os, stain_area_i_os, stain_depth_c_os, stain_depth_n_os, stain_depth_t_os,
      stain_depth_s_os, stain_depth_i_os
    ), 0) < 3
    and coalesce(greatest(infiltrate_od, infiltrate_os), 0) = 0
  )
) not valid;
