/**
 * What of a task reads differently, by whom, at which station and on which instrument; and numbers that end too often in the same digit.
 */
import { sphericalEquivalent } from '#kernel/contract/index.ts'
import { sql, type Cx } from '#kernel/server/index.ts'
import { acuityOf, keypadLines, readingOf } from '../../contract/entry.ts'
import { groupsOf } from '../../contract/groups.ts'
import { retestPairs } from '../../contract/compute.ts'
import { mergeOps, type MergedState, type Op } from '../../contract/ops.ts'
import { endDigits, errorRate, retestBias, shiftsOf, type ExaminerReading } from '../../contract/quality.ts'
import type { QualityRow, TaskBoard } from '../../contract/shapes.tasks.ts'
import { opsOf } from './ops.ts'

const rounded = (value: number): number => Math.round(value * 1000) / 1000
interface FirstValue {
  readonly op: Op
  readonly stratum: number
  readonly value: number
}
/** First values of fields, with the class of the child: what was changed later does not change who read it. */
function firstValues(
  merged: MergedState,
  groups: ReadonlyMap<number, number>,
  fields: readonly string[],
  read: (value: Op['value']) => number | null,
): FirstValue[] {
  return [...merged].flatMap(([studentId, state]) =>
    fields.flatMap((name) => {
      const op = state[name]?.first
      const value = op ? read(op.value) : null
      const stratum = groups.get(studentId)
      return op && value !== null && stratum !== undefined ? [{ op, value, stratum }] : []
    }),
  )
}
const acuityLine = (value: Op['value']): number | null => acuityOf(value)?.line ?? null
const plainNumber = (value: Op['value']): number | null => (typeof value === 'number' ? value : null)
function equivalentOf(value: Op['value']): number | null {
  const power = readingOf(value)
  return power ? sphericalEquivalent(power) : null
}
const readings = (values: readonly FirstValue[], by: (op: Op) => string | number | null | undefined): ExaminerReading[] =>
  values.flatMap(({ op, stratum, value }) => {
    const whose = by(op)
    return whose == null ? [] : [{ by: whose, stratum, value }]
  })

interface Named {
  readonly merged: MergedState
  readonly acuities: readonly FirstValue[]
  readonly staff: ReadonlyMap<number, string>
  readonly stations: ReadonlyMap<string, string>
  readonly groups: ReadonlyMap<number, number>
}
async function enteredOf(cx: Cx, taskId: number): Promise<Named> {
  const merged = mergeOps(await opsOf(cx, taskId))
  const rows = await cx.db.rows(
    { studentId: 'number', groupId: 'number | null' },
    sql`
      select student_id, coalesce(class_id, village_id) group_id
      from screening_result
      where task_id = ${taskId}
    `,
  )
  const groups = new Map(rows.flatMap(({ studentId, groupId }) => (groupId === null ? [] : [[studentId, groupId] as const])))
  const staff = await cx.db.rows({ ctid: 'number', name: 'string' }, sql`select ctid_, name from contact`)
  const stations = await cx.db.rows(
    { deviceId: 'string', name: 'string' },
    sql`select device_id, name from screening_station where task_id = ${taskId}`,
  )
  return {
    merged,
    groups,
    acuities: firstValues(merged, groups, ['ucvaOd', 'ucvaOs'], acuityLine),
    staff: new Map(staff.map(({ ctid, name }) => [ctid, name])),
    stations: new Map(stations.map(({ deviceId, name }) => [deviceId, name])),
  }
}

function examinersOf({ merged, acuities, staff }: Named): TaskBoard['examiners'] {
  const own = readings(acuities, (op) => op.ctid)
  const pairs = [...merged.values()].flatMap(retestPairs)
  const byExaminer = groupsOf(own, ({ by }) => Number(by))
  return shiftsOf(own)
    .map((shift) => {
      const ctid = Number(shift.by)
      const errors = errorRate(pairs, ctid)
      const bias = retestBias(
        pairs.filter(({ what }) => what === 'ucva'),
        ctid,
      )
      const list = byExaminer.get(ctid) ?? []
      return {
        ctid,
        name: staff.get(ctid) ?? null,
        measured: Math.ceil(list.length / 2),
        retests: errors.total,
        errors: errors.errors,
        errorLow: rounded(errors.low),
        errorHigh: rounded(errors.high),
        difference: shift.difference === null ? null : rounded(shift.difference),
        low: shift.difference === null ? null : rounded(shift.low),
        high: shift.difference === null ? null : rounded(shift.high),
        fullShare: shift.share === null ? null : rounded(shift.share),
        otherShare: shift.otherShare === null ? null : rounded(shift.otherShare),
        found: shift.found || (bias?.found ?? false),
        lines: keypadLines.map((line) => ({ line, n: list.filter(({ value }) => value.toFixed(1) === line).length })),
      }
    })
    .toSorted((a, b) => b.measured - a.measured)
}

/** Stations and instruments against the others of the same classes. */
function shiftRows(
  kind: 'station' | 'device',
  what: string,
  rows: readonly ExaminerReading[],
  nameOf: (by: string) => string,
): QualityRow[] {
  return shiftsOf(rows).flatMap(({ by, count, difference, low, high, found }) =>
    difference === null
      ? []
      : [
          {
            kind,
            what,
            name: nameOf(String(by)),
            n: count,
            difference: rounded(difference),
            low: rounded(low),
            high: rounded(high),
            share: null,
            found,
          },
        ],
  )
}
/** Numbers of one examiner that end in 0 or 5 more often than chance. */
function digitRows({ merged, groups, staff }: Named): QualityRow[] {
  return (
    [
      ['height', '身高'],
      ['weight', '体重'],
    ] as const
  ).flatMap(([field, what]) =>
    [...groupsOf(firstValues(merged, groups, [field], plainNumber), ({ op }) => op.ctid)].flatMap(([ctid, own]) => {
      const { counts, preferred } = endDigits(own.map(({ value }) => value))
      const round = (counts[0] ?? 0) + (counts[5] ?? 0)
      return own.length < LEAST_FOR_DIGITS
        ? []
        : [
            {
              kind: 'digits' as const,
              what,
              name: staff.get(ctid) ?? '',
              n: own.length,
              difference: null,
              low: null,
              high: null,
              share: rounded(round / own.length),
              found: preferred && round / own.length > EVEN_SHARE,
            },
          ]
    }),
  )
}
/** Fewer numbers say nothing of their last digits. */
const LEAST_FOR_DIGITS = 50
/** Two digits of ten. */
const EVEN_SHARE = 0.2

export async function qualityOf(cx: Cx, taskId: number): Promise<Pick<TaskBoard, 'examiners' | 'quality'>> {
  const entered = await enteredOf(cx, taskId)
  const { acuities, stations, merged, groups } = entered
  const equivalents = firstValues(merged, groups, ['arOd1', 'arOs1'], equivalentOf)
  return {
    examiners: examinersOf(entered),
    quality: [
      ...shiftRows(
        'station',
        '视力',
        readings(acuities, (op) => op.deviceId),
        (id) => stations.get(id) ?? id,
      ),
      ...shiftRows(
        'device',
        '等效球镜',
        readings(equivalents, (op) => op.device),
        (id) => id,
      ),
      ...digitRows(entered),
    ],
  }
}
