/** Facts about calls that are sent again: every one that writes is made once under its key, or says why not. */
import { describe, expect, it } from 'vitest'
import { bareOf, isOnce, metaOf, writes, z, type Endpoint, type Endpoints } from '#kernel/contract/internal.ts'
import { modules } from '../../apps/server/modules.gen.ts'

const calls = modules.flatMap((m) => Object.entries((m.endpoints ?? {}) as Endpoints)).filter(([, e]) => writes(e))

/** Names of fields whose value opens something: kept beside a key, they would lie there for a week. */
function secrets(shape: z.ZodType, path = ''): string[] {
  const bare = bareOf(shape)
  if (bare instanceof z.ZodObject)
    return Object.entries(bare.shape as Record<string, z.ZodType>).flatMap(([name, field]) => secrets(field, `${path}.${name}`))
  if (bare instanceof z.ZodArray) return secrets(bare.element as z.ZodType, `${path}[]`)
  return metaOf(shape).format === 'secret' || /(^|\.)(token|\w*[pP]assword\w*|secret|pin)$/.test(path) ? [path.slice(1)] : []
}
const kept = ([, e]: [string, Endpoint]): string[] => [...secrets(e.input), ...secrets(e.output)]

describe('calls that write', () => {
  it('are made once under their key, are made before a login, answer a file, or say why not', () => {
    const not = calls.filter(([, e]) => !isOnce(e))
    expect(not.filter(([, e]) => e.kind !== 'open' && !e.binary && !e.again).map(([id]) => id)).toEqual([])
    expect(not.flatMap(([id, e]) => (e.again ? [id] : [])).sort()).toEqual([
      'account.new-token',
      'account.password',
      'account.presence',
      'device-keys.make',
      'eyefile.results.export',
      'eyefile.students.disclosures-export',
      'eyefile.students.export',
      'eyefile.students.number',
      'eyefile.tasks.pack',
      'eyefile.tasks.renew-pin',
      'orders.preview',
      'packages.delay',
      'patients.check-view-password',
      'patients.wechat.code',
      'picture-verification',
      'privacy.view-password.save',
      'staff.init-account',
      'till.hand-over',
    ])
    expect(calls.length - not.length).toBeGreaterThan(150)
  })
  it('keep no secret beside their key', () => {
    expect(calls.filter(([, e]) => isOnce(e)).flatMap((c) => kept(c).map((field) => `${c[0]}: ${field}`))).toEqual([])
  })
  it('a secret would be seen, wherever it stands', () => {
    const planted = z.object({ a: z.object({ token: z.string() }), list: z.array(z.object({ newPassword: z.string().nullish() })) })
    expect(secrets(planted)).toEqual(['a.token', 'list[].newPassword'])
  })
})
