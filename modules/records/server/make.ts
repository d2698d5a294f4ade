/** Builders for tests: a pair of ortho-k lenses fitted, checked and handed over, as the clinic's people do it. */
import type { Caller } from '../../../tests/harness.ts'

import { recordMachine } from '../contract/okjing/states.ts'

type As = (role: 'doctor' | 'optometrist' | 'reception') => Pick<Caller, 'call'>
const POWERS = { dsOd: -3, dcOd: -0.5, axOd: 180, dsOs: -2.75, k1Od: 43, k2Od: 44, k1Os: 43.25, k2Os: 44 }
const LENSES = {
  ...({ bcOd: 8.6, rcOd: 7.15, acOd: 43, targetOd: -3, diaOd: 10.6, ctOd: 0.22, colourOd: 'green' } as const),
  ...({ bcOs: 8.52, rcOs: 7.12, acOs: 43.25, targetOs: -2.75, diaOs: 10.6, ctOs: 0.22, colourOs: 'blue' } as const),
}
let boxes = 0
const udi = () => `0106901234567892172905311\u0030K2609\u001d21MK${++boxes}`

/** A child whose guardian agreed, fitted and checked by the doctor; the record of the handover is written and not signed. */
export async function makeTake(as: As, pid: number): Promise<{ takeId: number }> {
  const texts = await as('reception').call('patients.consent.texts', {})
  const text = texts.find((t) => t.kind === 4)
  if (!text) throw new Error('there is no text of the consent to ortho-k')
  await as('reception').call('patients.consent.give', {
    pid,
    kind: 4,
    sha256: text.sha256,
    way: 1,
    guardianName: '监护人',
    guardianRelation: 2,
  })
  const first = await as('optometrist').call('okjing-first-record.create', {
    pid,
    ...POWERS,
    ...({ eccOd: 0.5, eccOs: 0.5, wtwOd: 11.6, wtwOs: 11.6, iopOd: 15, iopOs: 15 } as const),
    ...({ inflammation: 'no', dryEye: 'no', systemicBar: 'no', hygiene: 'good' } as const),
    result: 'suitable',
  })
  await as('doctor').call('okjing-first-record.status', { id: first.id, status: recordMachine.is.signed })
  const fitting = await as('optometrist').call('fitting.create', {
    pid,
    product: 'DreamLens',
    fittedOd: true,
    fittedOs: true,
    source: 'outside',
    ...LENSES,
  })
  await as('doctor').call('fitting.update', { id: fitting.id, status: recordMachine.is.signed, version: fitting.version })
  const { id } = await as('optometrist').call('okjing-take-record.create', {
    pid,
    fittingId: fitting.id,
    takenBy: 'mother',
    taught: ['wash', 'insert', 'remove', 'clean', 'suction', 'stuck', 'redEye', 'water'],
    emergencyPhone: '01088886666',
    udiOd: udi(),
    udiOs: udi(),
    ...LENSES,
  })
  return { takeId: id }
}
