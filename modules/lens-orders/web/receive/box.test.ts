import { describe, expect, it } from 'vitest'
import type { Expected, ExpectedLine } from '../../contract/shapes.expected.ts'
import { lineParameterNames } from '../../contract/fields.ts'
import { changed, choose, otherEye, questionOf, scanned, sentOf, undone, type ReceiptBox, type ScanResult } from './box.ts'

const none = Object.fromEntries(lineParameterNames.map((n) => [n, null])) as Pick<ExpectedLine, (typeof lineParameterNames)[number]>
const line = (lineId: number, eye: 'od' | 'os' | null, over: object): ExpectedLine => ({
  ...none,
  lineId,
  lineNo: lineId,
  eye,
  productId: 1,
  name: '梦戴维',
  unit: '片',
  ordered: 1,
  received: 0,
  rejected: 0,
  aside: 0,
  gtin: '06901234567892',
  ...over,
})
const order = (orderId: number, lines: ExpectedLine[], kind = 'okjing') =>
  ({ orderId, orderNo: `YJ26112200${orderId}`, kind, patientName: `会员${orderId}`, lines }) as unknown as Expected
const OD = { bc: 8.3, target: -3.25, dia: 10.6 }
const OS = { bc: 8.2, target: -2.5, dia: 10.6 }
const orders = [
  order(1, [line(11, 'od', OD), line(12, 'os', OS)]),
  order(2, [line(21, 'od', { ...OD, bc: 8.5 }), line(22, 'os', { ...OS, bc: 8.6 })]),
]
const around = { orders, day: '2026-11-22', time: '14:26' }
const udi = (serial: string, expiry = '300531') => `010690123456789217${expiry}10K2609\u001d21${serial}`
const run = (codes: string[], context = around): ScanResult =>
  codes.reduce<ScanResult>((now, code) => scanned(now.box, code, context), {
    box: { pieces: [] },
    told: { tone: 'warn', word: '', sentence: '' },
  })
const verdicts = (box: ReceiptBox) => box.pieces.map((p) => [p.lineId, p.verdict])

describe('unpacking a box', () => {
  it('each label finds the order and eye it was made for, whichever comes first', () => {
    const { box, told: context } = run([
      udi('A'),
      'L BC8.60 T-2.50 D10.6',
      'R BC8.30 T-3.25 D10.6',
      udi('B'),
      udi('C'),
      'BC8.20 T-2.50 D10.6',
    ])
    expect(verdicts(box)).toEqual([
      [22, 'pass'],
      [11, 'pass'],
      [12, 'pass'],
    ])
    expect(context).toEqual({ tone: 'ok', piece: 3 })
  })
  it('a box that says right and holds the left lens is stopped; it goes to the other eye only by hand', () => {
    const { box, told: setting } = run(['YJ261122001', udi('A'), 'R BC8.20 T-2.50 D10.6'])
    expect(setting.tone).toBe('bad')
    expect(verdicts(box)).toEqual([[11, 'wrong']])
    expect(box.pieces[0]!.found).toMatchObject([{ field: 'eye', never: true }])
    expect(sentOf(box, 1, orders)).toEqual([])
    const left = otherEye(box, box.pieces[0]!, around)!
    expect(left.lineId).toBe(12)
    const moved = changed(box, 1, { lineId: left.lineId, found: [], verdict: 'pass' })
    expect(sentOf(moved, 1, orders)).toEqual([
      { lineId: 12, eye: 'os', code: udi('A'), quantity: 1, measured: { bc: 8.2, target: -2.5, dia: 10.6 } },
    ])
  })
  it('a lens numbered as a check digit would have it is a lens, not its product', () => {
    const { box } = run(['YJ261122001', '0963850742', 'R BC8.30 T-3.25 D10.6'])
    expect(box.pieces.map((p) => p.udi)).toEqual([{ serial: '0963850742' }])
    expect(run(['YJ261122001', '6901234567892', 'R BC8.30 T-3.25 D10.6']).box.pieces.map((p) => p.udi)).toEqual([
      { gtin: '06901234567892' },
    ])
  })
  it('boxes that were exchanged are both stopped; the right one is taken where the wrong one lay', () => {
    const both = run(['YJ261122001', udi('A'), 'R BC8.20 T-2.50 D10.6', udi('B'), 'L BC8.30 T-3.25 D10.6']).box
    expect(verdicts(both)).toEqual([
      [11, 'wrong'],
      [12, 'wrong'],
    ])
    const { box } = scanned(scanned(undone(both, 2), udi('B'), around).box, 'R BC8.30 T-3.25 D10.6', around)
    expect(verdicts(box)).toEqual([
      [11, 'wrong'],
      [11, 'pass'],
    ])
  })
  it('a lens that fits nowhere names what differs and is sent only once somebody said what becomes of it', () => {
    const { box } = run(['YJ261122001', udi('A'), 'R BC8.30 T-3.25 D10.8'])
    expect(box.pieces[0]!.found).toMatchObject([{ field: 'dia', eye: 'od', ordered: 10.6, got: 10.8, never: false }])
    const aside = changed(box, 1, { verdict: 'mismatch', reason: '待主管' })
    expect(sentOf(aside, 1, orders)).toMatchObject([{ lineId: 11, verdict: 'mismatch', reason: '待主管' }])
  })
  it('power is never left unsaid: a box without its parameters waits for them', () => {
    const { box, told: scope } = run([udi('A')])
    expect([scope.tone, box.pieces.length, box.half !== undefined]).toEqual(['ask', 0, true])
    expect(undone(box)).toEqual({ pieces: [], half: undefined })
  })
  it('a lens twice, an expired one, another product and what is no code are refused', () => {
    const label = 'R BC8.30 T-3.25 D10.6'
    const word = (codes: string[]) => {
      const { told: context } = run(codes)
      return 'word' in context ? context.word : ''
    }
    expect(word([udi('A'), label, udi('A')])).toBe('已经扫过')
    expect(word([udi('B', '240131')])).toBe('已过期')
    expect(word([udi('A').replace('06901234567892', '06936983800013')])).toBe('不在这一箱')
    expect(word(['(99'])).toBe('无法识别')
    expect(word(['R BC830'])).toBe('标签无法识别')
  })
  it('goods are counted: the code once, then how many there are, never more than are due', () => {
    const goods = { ...around, orders: [order(3, [line(31, null, { ordered: 12 })], 'frame')] }
    const { box } = run(['6901234567892', '*12'], goods)
    expect(box.pieces.map((p) => p.quantity)).toEqual([12])
    expect(run(['6901234567892', '*13'], goods).told).toMatchObject({ tone: 'bad', word: '数量不对' })
    expect(run(['6901234567892', '*12', '6901234567892'], goods).told).toMatchObject({ word: '不在这一箱' })
  })
  it('the bare code of a product ordered in four powers is not taken until somebody chooses the power or reads the label', () => {
    const powers = [-1, -2, -2.75, -6]
    const lines = powers.map((sph, i) => line(40 + i, null, { sph, cyl: 0, ordered: 5, gtin: '06901234567892' }))
    const shelf = { ...around, orders: [order(4, lines, 'batch')] }
    const bare = run(
      Array.from({ length: 19 }, () => '6901234567892'),
      shelf,
    )
    expect([bare.told.tone, bare.box.pieces.length]).toEqual(['ask', 0])
    expect(questionOf(bare.box, shelf)?.choices.map((p) => p.line.sph)).toEqual(powers)
    const chosen = choose(bare.box, 42, shelf)
    expect([chosen.told.tone, verdicts(chosen.box)]).toEqual(['ok', [[42, 'pass']]])
    expect(sentOf(chosen.box, 4, shelf.orders)).toMatchObject([{ lineId: 42, measured: { sph: -2.75 } }])
    expect(verdicts(run(['6901234567892', 'PWR-6.00'], shelf).box)).toEqual([[43, 'pass']])
    expect(run(['6901234567892', 'PWR-5.00'], shelf).told).toMatchObject({ tone: 'bad' })
  })
  it('of one power alone the label is still read: what nobody stated is not what was ordered', () => {
    const shelf = { ...around, orders: [order(5, [line(51, null, { sph: -3, cyl: -0.75, axis: 180, ordered: 2 })], 'batch')] }
    const silent = run(['6901234567892', 'PWR-3.00'], shelf)
    expect([silent.told.tone, silent.box.pieces.length, questionOf(silent.box, shelf)?.missing]).toEqual(['ask', 0, ['cyl', 'axis']])
    expect(verdicts(scanned(silent.box, 'CYL-0.75 AX180', shelf).box)).toEqual([[51, 'pass']])
  })
  it('a code whose product the order has no number of is not taken before somebody says which goods it is', () => {
    const shelf = { ...around, orders: [order(6, [line(61, null, { ordered: 3, gtin: null })], 'frame')] }
    const first = run(['6901234567892'], shelf)
    expect(first.told.tone).toBe('ask')
    const { box } = choose(first.box, 61, shelf)
    expect(box.pieces).toMatchObject([{ lineId: 61, byHand: true }])
    expect(verdicts(scanned(box, '6901234567892', shelf).box)).toHaveLength(2)
  })
  it('a box may carry the parameters in its article number', () => {
    const code = `(01)06901234567892(17)300531(10)K2609(21)Z1(240)R/BC8.30/T-3.25/D10.6`
    expect(verdicts(run([code]).box)).toEqual([[11, 'pass']])
  })
})
