/** Cubes of staff: amounts by person and role, commission, time on duty. */
import { cube, type Joined } from './cube.ts'
import { lineOf, sales, soldOf } from '../sale.ts'

/** Roles of a person on a bill: seller, examiner, maker. */
const ROLES: Joined = ['(values (1, b.saler_id), (2, b.docid), (3, b.processer_id))', 'w(role, person)']
/** The optometrist of the order a bill pays for. */
const OPTOMETRIST = 4
const orderOf = (table: string, key: string, word: string): Joined => [
  table,
  'f',
  `f.oid = b.oid and f.${key} = case when b.ref ~ '^${word}:[0-9]+$' then split_part(b.ref, ':', 2)::bigint end`,
]
const orders = [
  ['record_frame', 'record_frame_id', 'frame'],
  ['supply_order', 'order_id', 'order'],
] as const
export const work = cube({
  label: '业绩',
  dims: { person: 'number', role: 'number', kind: 'number' },
  measures: ['sold', 'returned', 'pieces', 'back'],
  daily: ['person', 'role', 'kind'],
  together: [
    ['person', 'role'],
    ['person', 'kind'],
  ],
  of: [
    ...sales('saler_id', 'docid', 'processer_id').map((s) => ({
      ...lineOf(s),
      from: [...s.from, ROLES],
      where: `${s.where} and w.person is not null`,
      dims: { person: 'w.person', role: 'w.role', kind: 'i.kind' },
      measures: soldOf(s),
    })),
    ...orders.flatMap(([table, key, word]) =>
      sales('ref').map((s) => ({
        ...lineOf(s),
        from: [...s.from, orderOf(table, key, word)],
        watch: { ...s.watch, [table]: { key, on: ['optrist_id'], hung: true } as const },
        where: `${s.where} and f.optrist_id is not null`,
        dims: { person: 'f.optrist_id', role: String(OPTOMETRIST), kind: 'i.kind' },
        measures: soldOf(s),
      })),
    ),
  ],
})
const BILL = '(select b.bill_no from fee_bill b where b.oid = c.oid and b.fbid = c.fbid)'
const ITEM = '(select i.name from bill_item i where i.oid = c.oid and i.biid = c.biid)'
const CHARGE = '(select t.bill_no from charge_bill t where t.oid = c.oid and t.cbid = c.cbid)'
/** Commission of sold items and top-ups, less refunds, from lines the database keeps (`commission_line`). */
export const commission = cube({
  label: '提成',
  dims: { person: 'number', role: 'number', kind: 'number' },
  measures: ['commission', 'base', 'pieces'],
  of: [
    {
      from: [
        ['commission_line', 'c'],
        ['commission_rule', 'r', 'r.oid = c.oid and r.rule_id = c.rule_id'],
      ],
      watch: { commission_line: { key: 'line_id' } },
      oid: 'c.oid',
      hid: 'c.hid',
      at: 'c.at',
      dims: { person: 'c.person', role: 'c.role', kind: 'c.kind' },
      measures: { commission: 'c.amount', base: 'c.base', pieces: 'c.pieces' },
      ref: `coalesce('bill:' || c.fbid, 'stored:' || c.cbid)`,
      what: `concat_ws(' ', ${BILL}, ${ITEM},
        ${CHARGE}, '· ' || coalesce(r.percent::float8 || '%', '¥' || (r.piece / 100.0)::float8))`,
    },
  ],
})
/** Rostered time per store; a staff day is eight hours. */
export const onDuty = cube({
  label: '排班',
  dims: { person: 'number' },
  measures: ['minutes'],
  of: [
    {
      from: [['duty', 'd']],
      watch: { duty: { key: 'id', on: ['hid', 'doctor_id', 'day', 'time_from', 'time_to'] } },
      oid: 'd.oid',
      hid: 'd.hid',
      at: 'd.day',
      dims: { person: 'd.doctor_id' },
      measures: { minutes: '(extract(epoch from d.time_to - d.time_from) / 60)::int' },
      ref: `'duty:' || d.id`,
      what: `to_char(d.time_from, 'HH24:MI') || '–' || to_char(d.time_to, 'HH24:MI')`,
    },
  ],
})
