/**
 * Erasing a member: who looks into every table, with the rights of the database's owner, finds nothing of them but what the answer named.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { onClient } from '#kernel/server/database/once.ts'
import { dbOn } from '#kernel/server/database/client.ts'
import { auditChain } from '#kernel/server/verify/audit.ts'
import { freshClinic, sealAudit, server, type Clinic } from '../harness.ts'

const person = {
  name: '欧阳忆忘',
  mobile: '13577771234',
  mobile2: '13577775678',
  guardian: '欧阳念慈',
  address: '忘川路 77 号',
  idCard: '11010519491231002X',
}
const facts = Object.values(person)

let clinic: Clinic
let pid: number
beforeAll(async () => {
  clinic = await freshClinic()
  ;({ pid } = await clinic.as('reception').call('patients.save', { ...person, birth: '2012-03-04' }, { key: 'erase' }))
})
/** Tables in which one of the texts stands, however it is kept; other tests have organisations of their own. */
const holding = async (texts: readonly string[]): Promise<string[]> => {
  const { ownerUrl } = await server()
  return onClient(ownerUrl, async (client) => {
    const db = dbOn(client)
    const found: string[] = []
    const tables = await db.rows(
      { name: 'string' },
      sql`
        select format('%I.%I', schemaname, tablename) name
        from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema')
      `,
    )
    for (const { name } of tables) {
      const { rows } = await client.query<{ n: number }>(
        `
          select count(*)::int n
          from ${name} r
          where coalesce((to_jsonb(r) ->> 'oid')::bigint, $2) = $2
            and exists (select 1 from unnest($1::text[]) w where strpos(to_jsonb(r)::text, w) > 0)
        `,
        [texts, clinic.oid],
      )
      if (rows[0]!.n) found.push(name.replace('public.', ''))
    }
    return found
  })
}
const shownTo = async () =>
  JSON.stringify((await clinic.as('manager').call('privacy.audit', { pid, tbl: 'patient' })).list.map((l) => [l.before, l.after]))

describe('erasing', () => {
  it('the audit shows who a member was to those who may read it, and holds none of it in plain words', async () => {
    const { version } = await clinic.as('manager').call('patients.erase-preview', { pid })
    await clinic.as('reception').call('patients.save', { pid, version, name: person.name, address: '新地址 9 号' })
    const shown = await shownTo()
    for (const fact of [...facts, '新地址 9 号']) expect(shown).toContain(fact)
    const raw = await clinic.tx((cx) =>
      cx.db.rows({ before: 'unknown', after: 'unknown' }, sql`select before, after from audit where pid = ${pid}`),
    )
    for (const fact of [...facts, '新地址']) expect(JSON.stringify(raw)).not.toContain(fact)
  })
  it('another organisation reads nothing with its own right, and keys are nobody’s to fetch', async () => {
    const other = await freshClinic()
    const [sealed] = await clinic.tx((cx) =>
      cx.db.rows({ after: 'unknown' }, sql`select after from audit where pid = ${pid} and action = 'insert' and tbl = 'patient'`),
    )
    const revealed = await other.tx((cx) =>
      cx.db.one({ r: 'unknown' }, sql`select audit_reveal(${JSON.stringify(sealed!.after)}::jsonb) r`),
    )
    expect(revealed).toMatchObject({ r: { name: '（已注销）' } })
    for (const stolen of [sql`select * from person_key`, sql`select person_key_of(${clinic.oid}, ${pid})`])
      await expect(clinic.tx((cx) => cx.db.run(stolen))).rejects.toThrow('permission denied')
  })
  it('leaves nothing in any column of any table but what its answer names, and the seals hold', async () => {
    await sealAudit(clinic)
    await clinic.as('reception').call('reservations.legacy.save', { hid: clinic.hid, pid, walkIn: true, note: `${person.guardian}来电` })
    expect(await holding(facts)).toContain('idempotency')
    const { version } = await clinic.as('manager').call('patients.erase-preview', { pid })
    const { left } = await clinic.as('manager').call('patients.erase', { pid, version, name: person.name })
    expect(left).toEqual([{ what: '预约', rows: 1 }])
    expect(await holding(facts)).toEqual(['reservation'])
    const shown = await shownTo()
    expect(shown).toContain('（已注销）')
    for (const fact of facts) expect(shown).not.toContain(fact)
    await sealAudit(clinic)
    const { ownerUrl } = await server()
    const { differences } = await onClient(ownerUrl, (client) => auditChain.run(dbOn(client)))
    expect(differences.filter((d) => d.startsWith(`organisation ${clinic.oid},`))).toEqual([])
  })
})
