-- Corneas of a member as the examinations with a slit lamp saw them.
create or replace function corneas_seen(of_oid bigint, of_pid bigint)
returns table (at timestamptz, status int, examiner bigint, stain numeric, infiltrate numeric, whole boolean)
language sql stable parallel safe set search_path = public as $$
  select e.exam_time as at, e.status, e.examiner,
        coalesce(greatest(
          e.stain_area_c_od, e.stain_area_n_od, e.stain_area_t_od, e.stain_area_s_od, e.stain_area_i_od,
          e.stain_depth_c_od, e.stain_depth_n_od, e.stain_depth_t_od, e.stain_depth_s_od, e.stain_depth_i_od,
          e.stain_area_c_os, e.stain_area_n_os, e.stain_area_t_os, e.stain_area_s_os, e.stain_area_i_os,
          e.stain_depth_c_os, e.stain_depth_n_os, e.stain_depth_t_os, e.stain_depth_s_os, e.stain_depth_i_os
        ), 0) as stain,
        coalesce(greatest(e.infiltrate_od, e.infiltrate_os), 0) as infiltrate,
        e.stain_area_c_od is not null and e.stain_area_c_os is not null
          and e.infiltrate_od is not null and e.infiltrate_os is not null as whole
      from exam_hard_lens e
      where e.oid = of_oid and e.pid = of_pid and e.status in (1, 2)
      union all
      select e.exam_time as at, e.status, e.examiner,
        coalesce(greatest(
          e.stain_area_c_od, e.stain_area_n_od, e.stain_area_t_od, e.stain_area_s_od, e.stain_area_i_od,
          e.stain_depth_c_od, e.stain_depth_n_od, e.stain_depth_t_od, e.stain_depth_s_od, e.stain_depth_i_od,
          e.stain_area_c_os, e.stain_area_n_os, e.stain_area_t_os, e.stain_area_s_os, e.stain_area_i_os,
          e.stain_depth_c_os, e.stain_depth_n_os, e.stain_depth_t_os, e.stain_depth_s_os, e.stain_depth_i_os
        ), 0) as stain,
        coalesce(greatest(e.infiltrate_od, e.infiltrate_os), 0) as infiltrate,
        e.stain_area_c_od is not null and e.stain_area_c_os is not null
          and e.infiltrate_od is not null and e.infiltrate_os is not null as whole
      from exam_slit_lamp e
      where e.oid = of_oid and e.pid = of_pid and e.status in (1, 2)
$$;

-- When eyes were last found inflamed and no doctor has seen both clear since; null where a lens may be worn. Inflamed is staining of grade
-- 3, an infiltrate, or pain with redness that somebody told.
create or replace function eyes_inflamed(of_oid bigint, of_pid bigint) returns timestamptz
language sql stable parallel safe set search_path = public as $$
  with seen as materialized (
    select * from corneas_seen(of_oid, of_pid)
  ), found as (
    select max(at) as at
    from (
      select at from seen where stain >= 3 or infiltrate > 0
      union all
      select r.record_at
      from clinical_record r
      where r.oid = of_oid and r.pid = of_pid and r.kind = 'inquiry' and r.status in (1, 2)
        and r.body -> 'items' @> '[{"item": "pain", "reply": "yes"}, {"item": "redness", "reply": "yes"}]'
    ) told
  )
  select f.at
  from found f
  where not exists (
    select
    from seen s
    left join contact c on c.oid = of_oid and c.ctid_ = s.examiner
    where s.at > f.at and s.whole and s.stain < 2 and s.infiltrate = 0 and (s.status = 2 or c.type = 1)
  )
$$;
