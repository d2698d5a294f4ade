/** Reading connections keep their wall between calls: whoever reads next over the same connection sees only what is theirs. */
import { beforeAll, describe, expect, it } from 'vitest'
import { sql, type Cx } from '#kernel/server/index.ts'
import { freshClinic, type Clinic } from '../harness.ts'

let mine: Clinic
let theirs: Clinic
beforeAll(async () => {
  mine = await freshClinic()
  theirs = await freshClinic()
  for (const [clinic, name] of [
    [mine, '林子涵'],
    [theirs, '周雨桐'],
  ] as const)
    for (let i = 0; i < 3; i++)
      await clinic.as('reception').call('patients.save', { name: `${name}${i}`, gender: 1, birth: '2016-06-01', mobile: `1390000000${i}` })
})

describe('reading connections', () => {
  it('three accounts of two organisations reading at once over the same connections each see their own members alone', async () => {
    const namesOf = async (clinic: Clinic, role: 'doctor' | 'cashier') =>
      (await clinic.as(role).call('patients.list', { hid: clinic.hid })).list.map((p) => p.name.slice(0, 3))
    const answers = await Promise.all(
      Array.from({ length: 240 }, (_, i) => (i % 3 === 0 ? namesOf(theirs, 'doctor') : namesOf(mine, i % 3 === 1 ? 'doctor' : 'cashier'))),
    )
    expect(answers.filter((names, i) => names.length !== 3 || names.some((n) => n !== (i % 3 === 0 ? '周雨桐' : '林子涵')))).toEqual([])
  })
  it('a reading connection cannot write, and what went wrong on it does not stay', async () => {
    const who = {
      oid: mine.oid,
      hid: mine.hid,
      hids: mine.hids,
      uid: 1,
      ctid: mine.ctid('doctor'),
      name: '',
      account: '',
      role: 'doctor',
      roles: ['doctor'],
      can: new Set<string>(),
    }
    const read = <T>(work: (cx: Cx) => Promise<T>) => mine.booted.database.inTenant(who, { requestId: 'reader', readOnly: true }, work)
    await expect(read((cx) => cx.db.run(sql`update patient set note = 'x'`))).rejects.toThrow(/read-only/)
    expect((await read((cx) => cx.db.rows({ oid: 'number' }, sql`select distinct oid from patient`))).map((r) => r.oid)).toEqual([mine.oid])
  })
})
