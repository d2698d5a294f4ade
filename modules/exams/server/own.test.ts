/**
 * Tear film, binocular function, endothelium, the clinic's own examinations, assessments, cycloplegia: the rules of each, through its
 * calls.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { corneal } from '../contract/kinds/corneal.ts'
import { dry } from '../contract/kinds/dry.ts'
import { vision } from '../contract/kinds/vision.ts'

let clinic: Clinic
let pid: number
const member = async (of: Clinic, name: string) =>
  (await of.as('reception').call('patients.save', { hid: of.hid, name, gender: 1, birth: '2015-07-12' })).pid
beforeAll(async () => {
  clinic = await freshClinic()
  pid = await member(clinic, '苏合香')
})
const optometrist = () => clinic.as('optometrist')

describe('dry eye', () => {
  it('a grade of staining wants its scale and lies on it', async () => {
    const graded = { pid, stainIOd: 4 }
    expect(await optometrist().refusal('examDryeye.save', graded)).toMatchObject({ code: 1, field: 'stainScale' })
    expect(await optometrist().refusal('examDryeye.save', { ...graded, stainScale: 1 })).toMatchObject({ field: 'stainIOd' })
    expect((await optometrist().call('examDryeye.save', { ...graded, stainScale: 3 })).stainIOd).toBe(4)
  })
  it('answers of the questionnaire are 0 to 4 or not applicable; the record keeps answers and no diagnosis', async () => {
    expect(await optometrist().refusal('examDryeye.save', { pid, osdi1: 5 as never })).toMatchObject({ code: 1, field: 'osdi1' })
    const saved = await optometrist().call('examDryeye.save', { pid, ...dry.example })
    expect(saved.osdi7).toBe(9)
    expect(Object.keys(saved).filter((key) => /diagnos|limb/i.test(key))).toEqual([])
  })
})

describe('binocular function', () => {
  it.each([
    ['nearBiRecovery', 22],
    ['nearBoBlur', 22],
    ['farBoRecovery', 20],
    ['npcRecovery', 4],
    ['stereo', 45],
  ])('%s of %d cannot be', async (field, value) => {
    expect(await optometrist().refusal('examVision.save', { pid, ...vision.example, [field]: value })).toMatchObject({ code: 1, field })
  })
  it('the database keeps the order of break and recovery, whoever writes', async () => {
    const { id } = await optometrist().call('examVision.save', { pid, ...vision.example })
    const turned = clinic.tx((cx) =>
      cx.db.rows({ id: 'number' }, sql`update exam_vision set near_bi_recovery = 30 where id = ${id} returning id`),
    )
    await expect(turned).rejects.toThrow(/exam_vision__order/)
  })
  it('a vertical phoria wants its higher eye; a relaxation beyond +2.50 is asked about', async () => {
    expect(await optometrist().refusal('examVision.save', { pid, verticalPhoria: 2 })).toMatchObject({ field: 'verticalEye' })
    expect(await optometrist().refusal('examVision.save', { pid, nra: 3 })).toMatchObject({
      field: 'nra',
      message: expect.stringContaining('请确认'),
    })
    expect((await optometrist().call('examVision.save', { pid, nra: 3, confirmed: ['nra=3'] })).nra).toBe(3)
  })
})

describe('endothelium', () => {
  it.each([
    [2500, 440, true],
    [2500, 441, false],
    [2500, 360, true],
    [2500, 359, false],
  ])('of %d cells/mm² a mean area of %d: %s', async (ecdOd, areaMeanOd, fits) => {
    const exam = { pid, ecdOd, areaMeanOd, lensWear: 0 as const }
    if (fits) expect((await optometrist().call('examCorneal.save', exam)).areaMeanOd).toBe(areaMeanOd)
    else expect(await optometrist().refusal('examCorneal.save', exam)).toMatchObject({ code: 1, field: 'areaMeanOd' })
  })
  it('a loss of a tenth a year is asked about in a wearer, not in who wears none; below 2000 in everybody', async () => {
    const wearer = await member(clinic, '戴镜人')
    await optometrist().call('examCorneal.save', {
      pid: wearer,
      ...corneal.example,
      areaMeanOd: null,
      areaMinOd: null,
      areaMaxOd: null,
      areaMeanOs: null,
      examTime: '2025-11-20 09:00',
    })
    const less = { pid: wearer, ecdOd: 2500, ecdOs: 2890, examTime: '2026-11-20 09:00', status: 1 as const }
    expect(await optometrist().refusal('examCorneal.save', { ...less, lensWear: 3 })).toMatchObject({
      field: 'ecdOd',
      message: expect.stringContaining('每年减少'),
    })
    expect((await optometrist().call('examCorneal.save', { ...less, lensWear: 0 })).ecdOd).toBe(2500)
    expect(await optometrist().refusal('examCorneal.save', { pid, ecdOd: 1900, lensWear: 0 })).toMatchObject({ field: 'ecdOd' })
  })
})

describe("the clinic's own examinations", () => {
  const items = [
    { code: 'colour', label: '色觉', type: 'choice' as const, options: '正常、红绿色弱、红绿色盲' },
    { code: 'contrast', label: '对比敏感度', eyes: true, least: 0, most: 3 },
  ]
  const template = (name: string, more: object = {}, place = clinic) =>
    place
      .as('manager')
      .call('settings.exam-templates.create', { hid: place.hid, name, use: 1, items, ...more } as never) as unknown as Promise<{
      id: number
      version: number
    }>
  it('are written by a template and keep it as it was, also when it changes', async () => {
    const made = await template('色觉和对比')
    const written = { pid, templateId: made.id, values: { colour: '正常', contrastOd: 1.8, contrastOs: 1.7 } }
    const first = await optometrist().call('examOthers.save', written)
    expect(first).toMatchObject({ templateVersion: made.version, template: { name: '色觉和对比' } })
    const { lines } = await optometrist().call('patients.printer', { id: pid })
    expect(lines.filter((line) => line.exam === '其他检查').map(({ item, od, os, ou }) => [item, od, os, ou])).toEqual([
      ['模板版本', null, null, String(made.version)],
      ['色觉', null, null, '正常'],
      ['对比敏感度', '1.8', '1.7', null],
    ])
    await clinic.as('manager').call('settings.exam-templates.update', {
      id: made.id,
      hid: clinic.hid,
      name: '色觉',
      use: 1,
      items: [items[0]!],
      version: made.version,
    } as never)
    const again = await optometrist().call('examOthers.save', { ...written, id: first.id, version: first.version, note: '复核' })
    expect(again).toMatchObject({ templateVersion: made.version, template: { name: '色觉和对比' }, values: { contrastOd: 1.8 } })
    expect(await optometrist().refusal('examOthers.save', written)).toMatchObject({
      code: 1,
      field: 'values',
      message: expect.stringContaining('没有“contrastOd”'),
    })
    expect(await optometrist().call('examOthers.save', { ...written, values: { colour: '正常' } })).toMatchObject({
      template: { name: '色觉' },
    })
  })
  it('refuse what the template does not allow, and a template that is not theirs', async () => {
    const { id } = await template('对比')
    const save = (values: object, templateId = id) => optometrist().refusal('examOthers.save', { pid, templateId, values } as never)
    expect(await save({ colour: '蓝' })).toMatchObject({ field: 'values' })
    expect(await save({ contrastOd: 3.1 })).toMatchObject({ field: 'values' })
    expect(await save({ contrastOd: '高' })).toMatchObject({ field: 'values' })
    expect(await optometrist().refusal('examOthers.save', { pid, values: { colour: '正常' } })).toMatchObject({ field: 'templateId' })
    const scored = await template('评分', { use: 2 })
    expect(await save({ colour: '正常' }, scored.id)).toMatchObject({ code: 1 })
    const other = await freshClinic()
    expect(await save({ colour: '正常' }, (await template('外人的', {}, other)).id)).toMatchObject({ code: 1 })
  })
})

describe('the assessment', () => {
  const items = [
    { code: 'sight', label: '视力', least: 0, most: 10, weight: 2 },
    { code: 'habit', label: '习惯', least: 0, most: 5, weight: 1 },
  ]
  const bands = [
    { from: 0, label: '需关注' },
    { from: 60, label: '一般' },
    { from: 80, label: '良好' },
  ]
  it('keeps a score as it was sent, where no template is named', async () => {
    expect(await optometrist().call('patients.assess', { pid, score: 88 })).toMatchObject({ pid, score: 88, band: null, templateId: null })
    expect(await optometrist().refusal('patients.assess', { pid, score: 101 })).toMatchObject({ field: 'score' })
  })
  it('has the score of its template’s weights, whatever is known of the risk', async () => {
    const made = (await clinic.as('manager').call('settings.exam-templates.create', {
      hid: clinic.hid,
      name: '近视风险',
      use: 2,
      items,
      bands,
    } as never)) as unknown as { id: number }
    const parts = { pid, templateId: made.id, values: { sight: 5, habit: 5 } }
    const plain = await optometrist().call('patients.assess', parts)
    expect(plain).toMatchObject({ score: 66.7, band: '一般' })
    expect((await optometrist().call('patients.assess', { ...parts, parents: 2, outdoorHours: 0, nearHours: 10 })).score).toBe(66.7)
    expect(await optometrist().refusal('patients.assess', { ...parts, score: 90 })).toMatchObject({
      field: 'score',
      message: expect.stringContaining('66.7'),
    })
    expect(await optometrist().refusal('patients.assess', { ...parts, values: { sight: 5 } })).toMatchObject({
      field: 'values',
      message: expect.stringContaining('全部'),
    })
    expect((await optometrist().call('patients.assess', { ...parts, values: { sight: 5 }, status: 0 })).score).toBeNull()
  })
  it('is not written by who may not examine', async () => {
    expect(await clinic.as('cashier').refusal('patients.assess', { pid, score: 80 })).toMatchObject({ code: 20405 })
  })
})

describe('cycloplegia', () => {
  const drops = {
    drug: 1 as const,
    eye: 'OU' as const,
    drop1: '09:00',
    drop2: '09:05',
    narrowAngle: false,
    allergic: false,
    heart: false,
    fever: false,
  }
  const refraction = { kind: 5 as const, dsOd: -1, dsOs: -1 }
  it('asks about every contraindication before it is submitted, and about one that is there', async () => {
    const child = await member(clinic, '散瞳一')
    const { fever: _, ...unasked } = drops
    expect(await optometrist().refusal('examCycloplegia.save', { pid: child, ...unasked })).toMatchObject({ code: 1, field: 'fever' })
    expect(await optometrist().refusal('examCycloplegia.save', { pid: child, ...drops, narrowAngle: true })).toMatchObject({
      field: 'narrowAngle',
    })
    expect(await optometrist().refusal('examCycloplegia.save', { pid: child, ...drops, drop2: '08:55' })).toMatchObject({ field: 'drop2' })
  })
  it('is named by a cycloplegic refraction, or the refraction says why not', async () => {
    const child = await member(clinic, '散瞳二')
    expect(await optometrist().refusal('examRefraction.save', { pid: child, ...refraction })).toMatchObject({
      code: 1,
      field: 'cycloplegiaWhy',
    })
    expect(
      (await optometrist().call('examRefraction.save', { pid: child, ...refraction, cycloplegiaWhy: '外院已散瞳' })).cycloplegiaWhy,
    ).toBe('外院已散瞳')
    expect(
      (
        await optometrist().call('examRefraction.save', {
          pid: child,
          ...refraction,
          kind: 4,
          cycloplegia: 0,
          confirmed: ['cycloplegia=0'],
        })
      ).kind,
    ).toBe(4)
  })
  it('is waited for: 30 minutes after the last drop, and it is the member’s own', async () => {
    const [child, other] = [await member(clinic, '散瞳三'), await member(clinic, '散瞳四')]
    const former = await optometrist().call('examCycloplegia.save', { pid: child, ...drops, examTime: '2026-11-20 09:00' })
    const refractionAt = (examTime: string, pid = child) => ({ pid, ...refraction, cycloplegiaId: former.id, examTime })
    expect(await optometrist().refusal('examRefraction.save', refractionAt('2026-11-20 09:34'))).toMatchObject({
      field: 'cycloplegiaId',
      message: expect.stringContaining('09:35'),
    })
    expect(await optometrist().call('examRefraction.save', refractionAt('2026-11-20 09:35'))).toMatchObject({
      cycloplegiaId: former.id,
      cycloplegia: 1,
    })
    expect(await optometrist().refusal('examRefraction.save', refractionAt('2026-11-20 09:40', other))).toMatchObject({
      code: 1,
      field: 'cycloplegiaId',
    })
  })
})
