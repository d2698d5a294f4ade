/**
 * Segments against an oracle: every condition and operator and random trees, as SQL and as a plain evaluation of what each member holds.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import {
  conditionOps,
  denied,
  isDenying,
  isLeaf,
  valueFits,
  type ConditionLeaf,
  type ConditionTree,
} from '#kernel/contract/segments/condition.ts'
import { sql } from '#kernel/server/index.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { conditions } from '../contract/segments/conditions.ts'
import { conditionRows, treeSql } from './segments/compile.ts'

let clinic: Clinic
let pids: number[]
const held = new Map<string, Map<number, string[]>>()
beforeAll(async () => {
  clinic = await freshClinic({ stores: 1 })
  const levels = await clinic.tx((cx) => cx.db.rows({ id: 'number' }, sql`select id from level`))
  await clinic.tx(async (cx) => {
    await cx.db.run(sql`
      insert into patient (hid, name, gender, birth, mobile, address, school, level_id, wechat_open_id, is_potential, parents_myopic)
      select ${clinic.hid},
        '人' || i,
        case when i % 5 = 0 then null else i % 2
        end,
        case when i % 7 = 0 then null else current_date - (i * 97)
        end,
        case when i % 6 = 0 then null else (13600000000 + i)::text
        end,
        case i % 3 when 0 then '北京市朝阳区' when 1 then '河北省'
        end,
        case i % 4 when 0 then '一小' when 1 then '二小'
        end,
        ${levels[0]?.id ?? null}::bigint,
        case when i % 3 = 0 then 'seg-' || i
        end,
        i % 8 = 0,
        case when i % 2 = 0 then i % 3
        end
      from generate_series(1, 120) i
    `)
    await cx.db.run(sql`update patient set inviter_pid = (select min(pid) from patient) where pid % 9 = 0`)
    await cx.db.run(sql`
      insert into exam_refraction (hid, pid, examiner, kind, ds_od, ds_os, exam_time, status)
      select hid, pid, (select min(ctid_) from contact), 4, -(pid % 9), -(pid % 6),
        app_now() - make_interval(days => least((pid % 200)::int + 1, coalesce(current_date - birth - 1, 200))), 1
      from patient
      where pid % 2 = 0
    `)
  })
  pids = (await clinic.tx((cx) => cx.db.rows({ pid: 'number' }, sql`select pid from patient`))).map((r) => r.pid)
  await clinic.tx(async (cx) => {
    for (const [key, declared] of Object.entries(conditions)) {
      const rows = await cx.db.rows(
        { pid: 'number', value: 'string | null' },
        sql`select v.pid, v.value::text as value from (${conditionRows(declared, cx.today)}) v`,
      )
      const byMember = new Map<number, string[]>()
      for (const { pid, value } of rows) if (value !== null) byMember.set(pid, [...(byMember.get(pid) ?? []), value])
      held.set(key, byMember)
    }
  })
})
function leafHolds(leaf: ConditionLeaf, pid: number): boolean {
  if (isDenying(leaf.op)) return !leafHolds({ ...leaf, op: denied[leaf.op] }, pid)
  const declared = conditions[leaf.key]!
  const values = held.get(leaf.key)?.get(pid)
  const inYuan = (value: string) => (declared.money ? Number(value) / 100 : value)
  if (!values) return declared.otherwise !== undefined && valueFits(leaf, declared.otherwise)
  return values.some((value) => valueFits(leaf, declared.kind === 'flag' ? value === 'true' : inYuan(value)))
}
function holds(tree: ConditionTree, pid: number): boolean {
  if (isLeaf(tree)) return leafHolds(tree, pid)
  if ('not' in tree) return !holds(tree.not, pid)
  return 'all' in tree ? tree.all.every((part) => holds(part, pid)) : tree.any.some((part) => holds(part, pid))
}
const bySql = async (tree: ConditionTree): Promise<number[]> =>
  (
    await clinic.tx((cx) => cx.db.rows({ pid: 'number' }, sql`select p.pid from patient p where ${treeSql(tree, cx.today)} order by p.pid`))
  ).map((r) => r.pid)
const plainly = (tree: ConditionTree): number[] => pids.filter((pid) => holds(tree, pid)).sort((a, b) => a - b)

let seed = 7
const random = (below: number): number => {
  seed = (seed * 1103515245 + 12345) % 2147483648
  return Math.floor((seed / 2147483648) * below)
}
function leafOf(key: string, op: string): ConditionLeaf {
  const { kind } = conditions[key]!
  const seen = [...(held.get(key)?.values() ?? [])].flat()
  const pick = seen[random(Math.max(1, seen.length))] ?? '1'
  if (kind === 'flag') return { key, op }
  if (kind === 'words') return { key, op, value: pick.slice(0, 2) }
  if (kind === 'choice') return { key, op, value: [Number(pick), 1] }
  const number = Number(pick) / (conditions[key]!.money ? 100 : 1)
  return { key, op, value: op === 'between' ? [number, number + 20] : number }
}
const keys = Object.keys(conditions)
function randomTree(depth: number): ConditionTree {
  if (depth === 0 || random(3) === 0) {
    const key = keys[random(keys.length)]!
    const ops = conditionOps[conditions[key]!.kind]
    return leafOf(key, ops[random(ops.length)]!)
  }
  const parts = Array.from({ length: 1 + random(3) }, () => randomTree(depth - 1))
  return random(4) === 0 ? { not: parts[0]! } : random(2) ? { all: parts } : { any: parts }
}

describe('segments', () => {
  it('every condition under every operator finds whom a plain evaluation finds', async () => {
    expect(keys.length).toBeGreaterThanOrEqual(45)
    for (const key of keys)
      for (const op of conditionOps[conditions[key]!.kind]) {
        const tree = leafOf(key, op)
        expect({ tree, pids: await bySql(tree) }).toEqual({ tree, pids: plainly(tree) })
      }
  })
  it('so do random trees, three deep', async () => {
    for (let i = 0; i < 300; i++) {
      const tree = randomTree(3)
      expect({ tree, pids: await bySql(tree) }).toEqual({ tree, pids: plainly(tree) })
    }
  })
  it('the bands of myopia and the age are what a hand would reckon', async () => {
    const rows = await clinic.tx((cx) =>
      cx.db.rows(
        { pid: 'number', age: 'number | null' },
        sql`
          select pid, extract(year from age(${cx.today}::date, birth))::int age
          from patient
          order by pid
        `,
      ),
    )
    expect(await bySql({ key: 'age', op: 'between', value: [6, 17] })).toEqual(
      rows.filter((r) => r.age !== null && r.age >= 6 && r.age <= 17).map((r) => r.pid),
    )
    const high = pids.filter((pid) => pid % 2 === 0 && Math.min(-(pid % 9), -(pid % 6)) < -6).sort((a, b) => a - b)
    expect(await bySql({ key: 'myopiaBand', op: 'in', value: [3] })).toEqual(high)
  })
})
