/** Who changes what somebody else changed meanwhile is told so, also when both press at the same moment. */
import { beforeAll, describe, expect, it } from 'vitest'
import { SUCCESS, type Envelope } from '#kernel/contract/internal.ts'
import { makeFrame } from '#modules/products/server/make.ts'
import { clinicNow } from '#kernel/server/index.ts'
import { freshClinic, type CallId, type Clinic } from '../harness.ts'

let clinic: Clinic
beforeAll(async () => {
  clinic = await freshClinic()
})
type Prepared = [id: CallId, change: (nth: number) => Record<string, unknown>]
const member = (name: string) => clinic.as('chain').call('patients.save', { name })
const tomorrow = () => clinicNow(new Date(Date.now() + 86_400_000)).slice(0, 10)
const visit = async (name: string) => {
  const { pid } = await member(name)
  const times = { visitAt: `${tomorrow()} 09:00`, visitEnd: `${tomorrow()} 09:30` }
  return clinic.as('chain').call('reservations.legacy.save', { hid: clinic.hid, pid, type: 2, ...times })
}

/** Each makes something and answers how to change it, as seen when it was made. */
const changes: Record<string, () => Promise<Prepared>> = {
  会员: async () => {
    const { pid, version } = await member('甲')
    return ['patients.save', (n) => ({ pid, version, name: `甲${n}` })]
  },
  '会员：转店': async () => {
    const { pid, version } = await member('乙')
    return ['patients.change-hospital', (n) => ({ id: pid, version, hid: clinic.hids[n % 2] })]
  },
  咨询: async () => {
    const { pid } = await member('丙')
    const { id, version } = await clinic.as('chain').call('patients.consultation.save', { pid, topic: 1, question: '近视会遗传吗' })
    return ['patients.consultation.save', (n) => ({ id, pid, version, topic: 1, question: '近视会遗传吗', answer: `会，${n}` })]
  },
  商品: async () => {
    const { productId, versionNo } = await makeFrame(clinic.as('chain').call)
    return ['product.save', (n) => ({ productId, versionNo, category: 1, name: `镜架 ${n}`, price: 698, cost: 210 })]
  },
  大屏: async () => {
    const { id, version } = await clinic.as('chain').call('large-screens.create', { hid: clinic.hid, name: '大厅' })
    // Two screens of a store never have one name, and whichever of eight was heard keeps its own.
    return ['large-screens.update', (n) => ({ id, version, hid: clinic.hid, name: `大厅 ${id}-${n}` })]
  },
  预约: async () => {
    const { resid, pid, version } = await visit('丁')
    return ['reservations.legacy.save', (n) => ({ resid, pid, version, hid: clinic.hid, type: 2, note: `第 ${n} 次` })]
  },
  检查预约: async () => {
    const { resid } = await visit('戊')
    const [exam] = await clinic.as('chain').call('reservations.exam.create', { resid, items: ['refraction'] })
    return ['reservations.exam.update', (n) => ({ id: exam!.id, version: exam!.version, note: `第 ${n} 次` })]
  },
  入库单: async () => {
    const { productId } = await makeFrame(clinic.as('chain').call)
    const items = [{ productId, quantity: 1 }]
    const { stockinId, version } = await clinic.as('chain').call('stockin.create', { hid: clinic.hid, stockinType: 1, status: 0, items })
    return [
      'stockin.update',
      (n) => ({ stockinId, version, hid: clinic.hid, stockinType: 1, status: 0, items: [{ productId, quantity: n + 1 }] }),
    ]
  },
}

describe('versions', () => {
  it.each(Object.keys(changes))('of eight who change the same version at once, one is heard and seven are sentence: %s', async (what) => {
    const [id, input] = await changes[what]!()
    const answers = await Promise.all(
      Array.from({ length: 8 }, async (_, n) => (await clinic.as('chain').raw(id, input(n))).json() as Promise<Envelope>),
    )
    const sentence = `${what.split('：')[0]}已被他人修改，请刷新后重试`
    const heard = answers.map((a) => (a.code === SUCCESS ? 'heard' : a.message)).sort()
    expect(heard).toEqual(['heard', ...Array.from({ length: 7 }, () => sentence)])
  })
  it.each(Object.keys(changes))(
    'a client that knows no versions is heard where it was answered the last state, and told where somebody changed it since: %s',
    async (what) => {
      const [id, input] = await changes[what]!()
      const unversioned = (nth: number) => Object.fromEntries(Object.entries(input(nth)).filter(([name]) => !/^version/.test(name)))
      const code = async (role: 'chain' | 'manager', nth: number) =>
        ((await (await clinic.as(role).raw(id, unversioned(nth))).json()) as Envelope).code
      expect(await code('chain', 1)).toBe(SUCCESS)
      expect(await code('manager', 2), 'never read, so what is sent is meant').toBe(SUCCESS)
      const refusal = await clinic.as('chain').refusal(id, unversioned(3))
      expect(refusal.message).toBe(`${what.split('：')[0]}在读取之后已被他人修改，请刷新后再保存`)
      expect(await code('manager', 4)).toBe(SUCCESS)
    },
  )
})
