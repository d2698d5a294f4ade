import { conditions } from '#kernel/contract/segments/condition.ts'
import { examStates } from '../states.ts'

const VALID = examStates.in.valid.join(', ')
/** Refractions of the eye itself: not those read from glasses (1) or tried on (7). */
const MEASURED = '2, 3, 4, 5, 6'
/** The more myopic eye of the last refraction of each member, as spherical equivalent. */
const LAST = `
  select distinct on (pid) pid, exam_time::date as day, least(ds_od + coalesce(dc_od, 0) / 2, ds_os + coalesce(dc_os, 0) / 2) as se
  from exam_refraction
  where status in (${VALID}) and kind in (${MEASURED}) and num_nonnulls(ds_od, ds_os) > 0
  order by pid, exam_time desc, id desc
`
export default conditions({
  refractedDays: {
    label: '上次验光',
    kind: 'number',
    unit: '天前',
    sensitive: true,
    sql: `select pid, (:today::date - day) as value from (${LAST}) last`,
  },
  myopiaBand: {
    label: '近视程度',
    kind: 'choice',
    options: { 0: '无近视', 1: '低度', 2: '中度', 3: '高度' },
    sensitive: true,
    // Low from -0.50, moderate from -3.00, high below -6.00 D (近视防治指南 2024 版).
    sql: `select pid, case when se > -0.5 then 0 when se > -3 then 1 when se >= -6 then 2 else 3 end as value from (${LAST}) last`,
  },
  axialDays: {
    label: '上次测眼轴',
    kind: 'number',
    unit: '天前',
    sensitive: true,
    sql: `select pid, (:today::date - max(exam_time)::date) as value from exam_bio_meter where status in (${VALID}) group by pid`,
  },
  axialGrowth: {
    label: '眼轴一年增长',
    kind: 'number',
    unit: 'mm',
    sensitive: true,
    sql: `
      select a.pid, round(((a.al - b.al) / (a.day - b.day) * 365.25)::numeric, 2) as value
      from (
        select distinct on (pid) pid, exam_time::date as day, greatest(al_od, al_os) as al
        from exam_bio_meter
        where status in (${VALID}) and num_nonnulls(al_od, al_os) > 0
        order by pid, exam_time desc, id desc
      ) a
      cross join lateral (
        select f.exam_time::date as day, greatest(f.al_od, f.al_os) as al
        from exam_bio_meter f
        where f.pid = a.pid
          and f.status in (${VALID})
          and num_nonnulls(f.al_od, f.al_os) > 0
          and f.exam_time::date <= a.day - 150
        order by f.exam_time desc, f.id desc
        limit 1
      ) b
    `,
  },
  deepened: {
    label: '近一年加深',
    kind: 'number',
    unit: 'D',
    sensitive: true,
    sql: `
      select a.pid, round((b.se - a.se)::numeric, 2) as value
      from (${LAST}) a
      cross join lateral (
        select least(f.ds_od + coalesce(f.dc_od, 0) / 2, f.ds_os + coalesce(f.dc_os, 0) / 2) as se
        from exam_refraction f
        where f.pid = a.pid
          and f.status in (${VALID})
          and f.kind in (${MEASURED})
          and num_nonnulls(f.ds_od, f.ds_os) > 0
          and f.exam_time::date between a.day - 500 and a.day - 270
        order by f.exam_time desc, f.id desc
        limit 1
      ) b
    `,
  },
})
