/** Every default role lands on a page it may open, and has a menu, in every edition a store may have bought. */
import { beforeAll, describe, expect, it } from 'vitest'
import { roles, type Role } from '#kernel/contract/index.ts'
import { sql } from '#kernel/server/index.ts'
import { homeOf } from '#modules/account/contract/kinds.ts'
import { forgetSession } from '#modules/account/server/door.ts'
import { editions } from '#modules/institution/contract/editions.ts'
import { modules } from '../../apps/server/modules.gen.ts'
import { freshClinic, type Clinic } from '../harness.ts'

const screens = new Map(modules.flatMap((m) => Object.entries(m.screens ?? {})))
let clinic: Clinic
beforeAll(async () => {
  clinic = await freshClinic()
  for (const role of Object.keys(roles) as Role[]) await clinic.token(role)
})

describe('the landing page', () => {
  it.each(Object.keys(editions))('of every default role opens for it, and its menu lists something, in edition %s', async (edition) => {
    await clinic.tx((cx) => cx.db.run(sql`update store set edition = ${edition}`))
    const sessions = await clinic.tx((cx) => cx.db.rows({ tokenHash: 'string' }, sql`select token_hash from session`))
    for (const { tokenHash } of sessions) forgetSession(tokenHash)
    const lost: string[] = []
    for (const role of Object.keys(roles) as Role[]) {
      const who = await clinic.as(role).call('account.userinfo', {})
      const leaves = who.menuList.flatMap(({ children }) => children)
      const home = homeOf(who.role, leaves)
      const can = screens.get(home ?? '')?.can
      if (can === undefined || !(can === 'public' || can === 'session' || who.permissions.includes(can)))
        lost.push(`${who.role}: lands on ${home}`)
      // The eye guardians' page is public, and their menu.
      if (home !== '/eg/home' && leaves.every(({ hidden }) => hidden)) lost.push(`${who.role}: its menu lists nothing`)
    }
    expect(lost).toEqual([])
  })
})
