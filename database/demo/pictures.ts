/**
 * Pictures of the story's eyes: maps of the cornea before and after lenses at night, and a front with staining that was drawn on. All are
 * drawn, none is anybody's.
 */
import { makeFront, makeTopography } from '#modules/exams/server/make.ts'
import { timeOn, type DemoMember } from './visits.ts'

/** Points of a map and of a front: enough to look at, quick to draw. */
const MAP = 240
const FRONT = 320
const PNG = { filename: 'x.png', mimetype: 'image/png' }

/** Puts both corneas of a visit to its biometry, as its topographer would; `treated` since lenses are worn at night. */
export async function photograph(m: DemoMember, day: string, minute: number, treated: boolean): Promise<void> {
  const who = m.shop.as('optometrist', timeOn(day, minute))
  const exam = (await who('exam-bio-meter.list', { pid: m.pid, per_page: 1 })).list[0]
  if (!exam) return
  const both = { pid: m.pid, kind: 'bioMeter' as const, examId: exam.id }
  const kept = async (bytes: Uint8Array) => (await who('common.images', { file: { ...PNG, bytes } })).id
  const { od, os } = m.eyes
  const map = ({ k1, k2 }: { k1: number; k2: number }, axis: number, off: readonly [number, number]) =>
    kept(makeTopography({ k1, k2, axis, ...(treated ? { treated: off } : {}) }, MAP))
  await who('exam-image.insert-odos', {
    ...both,
    imageType: 2 as const,
    od: await map(od, 4, [0.2, 0.1]),
    os: await map(os, 176, [-0.5, 0.3]),
  })
  if (!treated) return
  const stained = [
    [470, 430],
    [490, 450],
    [512, 441],
    [530, 462],
    [480, 470],
  ] as const
  const front = await who('exam-image.create', {
    ...both,
    imageType: 6 as const,
    eye: 'OS' as const,
    fileId: await kept(makeFront({ light: 0.1, stained }, FRONT)),
  })
  await who('examImage.update', {
    id: front.id,
    shapes: [
      { tool: 'frame', template: 'cornea', at: { x: 500, y: 375 }, r: 270, mm: 11.8 },
      { tool: 'stamp', stamp: 'stain', at: { x: 498, y: 450 }, grade: 1 },
      { tool: 'text', at: { x: 560, y: 500 }, text: '中央偏下点状' },
    ],
  })
}
