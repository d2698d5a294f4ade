/** What goes to a maker on paper is the order: soft lenses of a member and for the shelf, printed and as PDF. */
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, clinicNow } from '#kernel/contract/index.ts'
import { freshClinic, type Clinic } from '../../../../tests/harness.ts'
import { codesOn, wordsOn } from '../../../../tests/journeys/paper.ts'
import papers from '../../contract/papers.ts'
import screens from '../../contract/screens.ts'
import { paperPaths, type OrderPaper } from '../../contract/kinds/kind.ts'
import { everyKind, orderKinds } from '../../contract/kinds/index.ts'
import { linkFor, makeGoods, makeSupplier, orderOf } from '../make.ts'

const promisedOn = addDays(clinicNow().slice(0, 10), 60)
let clinic: Clinic
let supplierId: number
let productId: number
const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
const pathOf = (orderId: number, paper: OrderPaper = 'contact-lens-order'): string => `${paperPaths[paper]}/${orderId}`
async function pdfOf(orderId: number, paper?: OrderPaper): Promise<{ pdf: Buffer; words: string }> {
  const answer = await as('warehouse').raw('papers.pdf', { hid: clinic.hid, path: pathOf(orderId, paper) })
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  const pdf = Buffer.from(await answer.arrayBuffer())
  return { pdf, words: wordsOn(pdf).replace(/\s/g, '') }
}
beforeAll(async () => {
  clinic = await freshClinic()
  supplierId = await makeSupplier(as('manager'), { name: '海昌隐形' })
  productId = await makeGoods(as('manager'), 4, supplierId, { name: '日抛 30 片装' })
})

describe('the paper of soft lenses', () => {
  it('is one of every kind that is sent as PDF', () => {
    expect(everyKind().filter(({ file, papers }) => file.includes('pdf') !== papers.length > 0)).toEqual([])
    for (const { papers } of [orderKinds.soft, orderKinds.batch]) expect(papers).toEqual(['contact-lens-order'])
  })
  it('of a member says whose they are and what each eye gets, the right eye first', async () => {
    const { pid } = await as('reception').call('patients.save', { name: '林子涵', mobile: '13900000071', birth: '2004-07-01', gender: 1 })
    const { input } = orderOf('soft', { productId, pid, ...(await linkFor(as, pid, 'soft')) })
    const wrapped = input as { order: object; orderLen: object }
    const made = await as('optometrist').call('orders.create', {
      ...wrapped,
      order: { ...wrapped.order, promisedOn, orderNote: '加急' },
      orderLen: { ...wrapped.orderLen, bcOd: 8.6, bcOs: 8.4 },
    } as never)
    const { pdf, words } = await pdfOf(made.orderId)
    for (const text of [made.orderNo, '林子涵', made.memberNo!, '海昌隐形', promisedOn, '加急', '审核人']) expect(words).toContain(text)
    expect(words).toMatch(/右眼OD日抛30片装−3\.25\/−0\.75×1758\.60.*1盒.*左眼OS日抛30片装−2\.50\/−1\.00×108\.40.*1盒/)
    expect(codesOn(pdf)).toEqual([`CODE-128:${made.orderNo}`])
  })
  it('for the shelf names no member and no eye: product, power and boxes', async () => {
    const items = [
      { productId, sph: -3, number: 4 },
      { productId, sph: -2, cyl: -0.75, axis: 180, number: 2 },
    ]
    const [order] = (await as('warehouse').call('batch-orders.create', { items })).orders
    const { pdf, words } = await pdfOf(order!.orderId)
    for (const sentence of [order!.orderNo, '海昌隐形', '日抛30片装−3.004盒', '日抛30片装−2.00/−0.75×1802盒'])
      expect(words).toContain(sentence)
    for (const unsaid of ['会员', '眼别', '审核人']) expect(words).not.toContain(unsaid)
    expect(codesOn(pdf)).toEqual([`CODE-128:${order!.orderNo}`])
  })
  it('is nobody’s who may not see orders, and another clinic’s is not found', async () => {
    const [order] = (await as('warehouse').call('batch-orders.create', { items: [{ productId, sph: -1, number: 1 }] })).orders
    const query = { hid: clinic.hid, path: pathOf(order!.orderId) }
    expect(await as('tv').refusal('papers.pdf', query)).toMatchObject({ code: 20405 })
    const other = await freshClinic({ stores: 1 })
    expect(await other.as('warehouse').refusal('papers.pdf', { ...query, hid: other.hid })).toMatchObject({ code: 1 })
  })
})
describe('papers of orders', () => {
  it('R011: are pages of their own, without menu and bar, for whoever may see orders', () => {
    const printed = Object.entries(screens).filter(([path]) => path in papers)
    expect(printed.map(([path]) => path).sort()).toEqual(Object.keys(papers).sort())
    for (const [, screen] of printed) expect(screen).toMatchObject({ layout: 'print', can: 'order:view' })
  })
  it('R105: what is asked of the maker is tokens joined by commas, each on the paper; an unknown one is refused', async () => {
    const lens = await makeGoods(as('manager'), 3, supplierId)
    const { input } = orderOf('glasses', { productId: lens })
    const write = (orderOptions: string) => ({ ...input, orderOptions }) as never
    expect(await as('warehouse').refusal('lens-orders.create', write('加急,镀金'))).toMatchObject({ code: 1, field: 'orderOptions' })
    const made = await as('warehouse').call('lens-orders.create', write('美薄,加急,加急'))
    expect((await as('manager').call('orders.info', { id: made.orderId })).orderOptions).toBe('加急,美薄')
    const { words } = await pdfOf(made.orderId, 'print-glasses')
    expect(words).toContain('加急、美薄')
    expect(words.indexOf('右眼')).toBeLessThan(words.indexOf('左眼'))
  })
})
