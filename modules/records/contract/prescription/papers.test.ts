/** The prescription on paper says who wrote it and who signed it, each by the trade; drugs as the law has them. */
import { describe, expect, it } from 'vitest'
import { wordsIn } from '#kernel/contract/words.ts'
import type { PaperSheet } from '#kernel/contract/index.ts'
import { prescription } from './papers.ts'
import { rxType } from './prescribe.ts'
import type { RxPrint } from '../shapes.ts'
import { prescriptionMachine } from '../states.ts'

const rx = (more: object) =>
  ({
    rxNo: 'RX1',
    feeBillType: rxType.glasses,
    status: prescriptionMachine.is.issued,
    orderDate: '2026-11-20',
    validUntil: '2027-11-20',
    doctorName: '何明哲',
    signerName: '陈静怡',
    signedAt: '2026-11-20 10:20:00',
    doctorType: 1,
    signerType: 1,
    patient: { name: '林一', gender: 1, birth: '2016-01-01', memberNo: 'M5', mobile: null },
    store: { name: '朝阳院', phone: null, address: null, printHead: '朝阳院', logo: null, foot: '', sightStandard: 1 },
    trainings: [],
    drugs: [],
    list: [],
    diagnose: null,
    allergy: null,
    reviewMonths: null,
    replacesNo: null,
    note: null,
    ...more,
    // The fields the paper reads; the shape has many more.
  }) as unknown as RxPrint
const place = { params: { rxBillId: '1' }, search: {}, hid: 1, origin: '', size: 'A5' as const }
const sheetOf = (more: object): PaperSheet => {
  const made = prescription.sheet({ rx: rx(more) }, wordsIn({}, false), place)
  if (!('blocks' in made)) throw new Error('one sheet')
  return made
}
const textOf = (sheet: PaperSheet): string => JSON.stringify(sheet)

describe('the prescription on paper', () => {
  it.each([
    [1, 1, '医师', '医师签名'],
    [2, 2, '验光师', '验光师签名'],
    [2, 1, '验光师', '医师签名'],
    [5, null, '开具人', '验光师签名'],
  ])('3.23 a writer of trade %i and a signer of trade %s: %s, %s', (doctorType, signerType, writer, signature) => {
    const sheet = sheetOf({ doctorType, signerType })
    expect(textOf(sheet)).toContain(JSON.stringify([writer, '何明哲']))
    expect(sheet.signatures?.[0]).toBe(signature)
    expect(textOf(sheet)).toContain('陈静怡 2026-11-20 10:20')
  })
  it('of drugs for a child is green, numbers its drugs, strikes what stays empty and names who checks and gives them out', () => {
    const drugs = [
      {
        id: 1,
        name: '阿托品滴眼液',
        form: '滴眼液',
        spec: '0.01%',
        quantity: 2,
        unit: '支',
        dose: '1 滴',
        frequency: 'qn',
        route: '滴眼',
        eye: null,
        days: 30,
        note: null,
        longReason: '近视控制',
        allergyHit: null,
      },
    ]
    const sheet = sheetOf({ feeBillType: rxType.drug, drugs })
    expect(sheet).toMatchObject({ title: '处方笺', tint: 'green' })
    for (const words of [
      '儿科',
      '1. 阿托品滴眼液 滴眼液 0.01%',
      '× 2 支',
      '超过 7 日用量：近视控制',
      '审核药师',
      '核对、发药药师',
      '陈静怡',
    ])
      expect(textOf(sheet)).toContain(words)
    expect(sheet.blocks.filter((block) => block && block.is === 'blank')).toHaveLength(1)
    expect(sheetOf({ feeBillType: rxType.drug, drugs, patient: { ...rx({}).patient, birth: '1990-01-01' } }).tint).toBeUndefined()
  })
  it('that is no basis any more says so first', () => {
    expect(sheetOf({ status: prescriptionMachine.in.noBasis[0] }).blocks[0]).toMatchObject({ is: 'text', weight: 'strong' })
  })
})
