/** An inspector follows one lot from its supplier to the member who has it, and can change nothing; the account ends with its day. */
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, paramsOf } from '#kernel/contract/index.ts'
import { codesOf } from '#kernel/server/declared.ts'
import { makeGoods, makeSupplier } from '#modules/lens-orders/server/make.ts'
import { makeStock } from '#modules/stock/server/make.ts'
import { freshClinic, login, type CallId, type Clinic } from '../../../tests/harness.ts'
import papers from '../contract/papers.ts'

let clinic: Clinic
let today: string
let productId: number
let supplierId: number
const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
const arrived = (batchNo: string, hid = clinic.hid) =>
  makeStock(as('chain').call, hid, [{ productId, quantity: 5, batchNo, expiry: '2031-01-01' }], { supplierId, deliveryNo: 'SH-7' })
beforeAll(async () => {
  clinic = await freshClinic({ stores: 2 })
  today = await clinic.tx((cx) => Promise.resolve(cx.today))
  supplierId = await makeSupplier(as('manager'), { name: '博视医疗' })
  productId = await makeGoods(as('manager'), 5, supplierId, { name: '硬镜护理液', maker: '上海某厂', barCode: '6901234567892' })
})

describe('an inspector', () => {
  it('follows a lot: papers of supplier and device, arrival, shelf, member in part, drill; and takes it along on paper', async () => {
    await arrived('T-1')
    const { pid } = await as('reception').call('patients.save', { name: '林子涵', mobile: '13900000002', birth: '1999-07-01', gender: 1 })
    const { feebill } = await as('cashier').call('feebill.save', { pid, items: [{ productId, quantity: 2 }] })
    await as('cashier').call('feebill.confirm', { fbid: feebill.fbid, payStyleList: [{ payWay: 1, amount: feebill.billPrice }] })
    const { recallNo } = await as('chain').call('recalls.create', { code: 'T-1', level: 2, drill: true, reason: '演练' })
    const { list } = await as('inspector').call('gsp.lots', { text: 'T-1' })
    expect(list).toEqual([
      expect.objectContaining({
        lot: 'T-1',
        productName: '硬镜护理液',
        supplierName: '博视医疗',
        came: 5,
        onShelf: 3,
        cameOn: today,
        recalled: false,
      }),
    ])
    const trail = await as('inspector').call('gsp.lot', { lot: '01069012345678921731010110T-1' })
    expect(trail.approvals.map((a) => [a.name, a.status]).sort()).toEqual([
      ['博视医疗', 2],
      ['硬镜护理液', 2],
    ])
    expect(trail.arrivals).toEqual([expect.objectContaining({ supplierName: '博视医疗', deliveryNo: 'SH-7', quantity: 5 })])
    expect([trail.trace.came, trail.trace.onShelf, trail.trace.held]).toEqual([5, 3, 2])
    expect(trail.trace.holders).toEqual([
      expect.objectContaining({ pid, patientName: '林*涵', mobile: '139****0002', docNo: feebill.billNo }),
    ])
    expect(trail.recalls.map((r) => r.recallNo)).toEqual([recallNo])
    expect((await as('chain').call('gsp.lot', { lot: 'T-1' })).trace.holders[0]?.patientName).toBe('林子涵')
    const sold = (await as('inspector').call('gsp.register', { register: 'sales', lot: 'T-1' })).list
    expect(sold.map((r) => r.patientName)).toEqual(['林*涵'])
    const words = { t: (parts: TemplateStringsArray) => parts.join(''), tr: (key: string) => key, english: false }
    const place = { params: { lot: 'T-1' }, search: {}, hid: clinic.hid, origin: '', size: 'A4' as const }
    const sheet = papers['/print/lot/{lot}'].sheet({ trail }, words, place)
    expect('blocks' in sheet && sheet.blocks.filter(Boolean)).toHaveLength(6)
    const file = await as('inspector').raw('gsp.lots-export', { text: 'T-1' })
    expect(file.headers.get('content-type')).toContain('sheet')
  })

  it('finds by lot, code, supplier and day, in the stores of the account alone', async () => {
    await arrived('T-2')
    await arrived('T-3', clinic.hids[1]!)
    const found = async (query: object) => (await as('inspector').call('gsp.lots', query)).list.map((r) => r.lot)
    expect(await found({ text: 'T-2' })).toEqual(['T-2'])
    expect(await found({ text: '01069012345678921731010110T-2' })).toEqual(expect.arrayContaining(['T-2']))
    expect(await found({ text: '博视' })).toEqual(expect.arrayContaining(['T-2']))
    expect(await found({ supplierId, startTime: today, endTime: today })).toEqual(expect.arrayContaining(['T-2']))
    expect(await found({ startTime: '2020-01-01', endTime: addDays(today, -1) })).toEqual([])
    expect(await found({})).not.toContain('T-3')
    // Whom lots came from here, and nobody else.
    const suppliers = await as('inspector').call('gsp.lot-suppliers', {})
    expect(suppliers).toEqual([{ supplierId, supplierName: expect.stringContaining('博视') }])
    expect(await as('inspector').refusal('gsp.lot-suppliers', { hid: clinic.hids[1] })).toMatchObject({ code: 1 })
    expect((await as('inspector').call('gsp.lot', { lot: 'T-3' })).trace.came).toBe(0)
    expect(await as('inspector').refusal('gsp.lots', { hid: clinic.hids[1] })).toMatchObject({ code: 1 })
    const other = await freshClinic({ stores: 1 })
    expect((await other.as('inspector').call('gsp.lot', { lot: 'T-2' })).arrivals).toEqual([])
  })

  it('can change nothing: no call that writes is theirs, and each refuses them', async () => {
    const held = codesOf('inspector')
    const writing = [...clinic.booted.calls.values()].filter(
      ({ endpoint: e }) => (e.method !== 'GET' || e.pure === false) && !['public', 'session', 'member'].includes(e.can),
    )
    expect(writing.length).toBeGreaterThan(300)
    expect(writing.filter(({ endpoint }) => held.has(endpoint.can)).map(({ id }) => id)).toEqual([])
    const answers: Array<[string, number]> = []
    for (let i = 0; i < writing.length; i += 10)
      answers.push(
        ...(await Promise.all(
          writing.slice(i, i + 10).map(async ({ id, endpoint }): Promise<[string, number]> => {
            const named = Object.fromEntries(paramsOf(endpoint.path).map((name) => [name, 1]))
            const answer = (await (await as('inspector').raw(id as CallId, named)).json()) as { code: number }
            return [id, answer.code]
          }),
        )),
      )
    expect(answers.filter(([, code]) => code !== 20405)).toEqual([])
  })

  it('has an account until its day: after it neither a login nor an open session is answered; nobody ends their own', async () => {
    const { ctid } = { ctid: clinic.ctid('inspector') }
    const save = (validUntil: string | null) => as('chain').call('staff.save', { ctid, name: '田检查', type: 5, validUntil })
    const { account } = await save(today)
    const token = await login(clinic.base, account!)
    const waitingCount = async () => {
      const response = await fetch(`${clinic.base}/api/v1/mingmou/gsp/registers`, { headers: { token } })
      return ((await response.json()) as { code: number }).code
    }
    expect(await waitingCount()).toBe(200)
    expect(await save(addDays(today, -1))).toMatchObject({ validUntil: addDays(today, -1) })
    await expect(login(clinic.base, account!)).rejects.toThrow(`账号有效期到 ${addDays(today, -1)} 为止`)
    const body = JSON.stringify({ account, password: 'wrong-password' })
    const headers = { 'content-type': 'application/json' }
    const guessed = (await (await fetch(`${clinic.base}/api/account/login`, { method: 'POST', headers, body })).json()) as {
      message: string
    }
    expect(guessed.message).toBe('账号或密码错误')
    expect(await waitingCount()).toBe(50016)
    await save(null)
    const own = { ctid: clinic.ctid('chain'), name: '林', type: 5 as const, validUntil: today }
    expect(await as('chain').refusal('staff.save', own)).toMatchObject({ field: 'validUntil' })
  })
})
