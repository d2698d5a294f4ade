import { conditions } from '#kernel/contract/segments/condition.ts'
import { lensMachine, recordMachine } from '../okjing/states.ts'
import { ecaseMachine, prescriptionMachine } from '../states.ts'
import { treatmentKinds } from '../treatment.ts'

const WORN = lensMachine.in.worn.join(', ')

export default conditions({
  okMonths: {
    label: '塑形镜已戴',
    kind: 'number',
    unit: '个月',
    sensitive: true,
    sql: `
      select pid,
        (extract(year from age(:today::date, min(handed_on))) * 12 + extract(month from age(:today::date, min(handed_on))))::int as value
      from ok_lens
      where status in (${WORN}) and handed_on is not null
      group by pid
    `,
  },
  okCheckedDays: {
    label: '塑形镜上次复查',
    kind: 'number',
    unit: '天前',
    sensitive: true,
    sql: `
      select pid, (:today::date - max(record_at)::date) as value
      from clinical_record
      where kind like 'okjing-%' and status = ${recordMachine.is.signed}
      group by pid
    `,
  },
  nextDueIn: {
    label: '医嘱复查',
    kind: 'number',
    unit: '天后',
    sensitive: true,
    sql: `
      select distinct on (pid) pid, (next_date - :today::date) as value
      from ecase
      where status in (${ecaseMachine.in.submitted.join(', ')}) and next_date is not null
      order by pid, visit_at desc, ecase_id desc
    `,
  },
  treatment: {
    label: '正在用',
    kind: 'choice',
    options: treatmentKinds,
    sensitive: true,
    sql: `
      select distinct pid, kind as value
      from treatment
      where voided_at is null and start_date <= :today::date and (end_date is null or end_date > :today::date)
    `,
  },
  rxEndsIn: {
    label: '处方到期',
    kind: 'number',
    unit: '天后',
    sensitive: true,
    sql: `
      select pid, max(valid_until) - :today::date as value
      from prescription
      where status in (${prescriptionMachine.in.issued.join(', ')})
      group by pid
    `,
  },
})
