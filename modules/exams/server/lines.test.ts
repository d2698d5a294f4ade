import { expect, it } from 'vitest'
import { freshClinic } from '../../../tests/harness.ts'

it('examinations go out line by line, right eye first, as people read them; drafts stay here', async () => {
  const clinic = await freshClinic()
  const { pid, memberNo } = await clinic.as('reception').call('patients.save', { name: '导出检查', birth: '2014-01-01', gender: 1 })
  const optometrist = clinic.as('optometrist')
  await optometrist.call('examRefraction.save', {
    pid,
    kind: 4,
    cycloplegia: 1,
    dsOd: -2.25,
    dsOs: -2,
    dcOd: -0.5,
    axOd: 175,
    pdOd: 30,
    pdOs: 30.5,
  })
  await optometrist.call('examVisual.save', { pid, ucvaOd: 4.6, ucvaOs: 4.7, ucvaOu: 4.8 })
  await optometrist.call('examIop.save', { pid, status: 0, iopOd: 15, iopOs: 16 })
  const printed = await clinic.as('doctor').call('patients.printer', { id: pid })
  expect(printed).toMatchObject({ memberNo, name: '导出检查', storeName: expect.stringContaining('门店') as string })
  const lineOf = (item: string) => printed.lines.find((l) => l.item === item)!
  expect(lineOf('球镜')).toMatchObject({ exam: '屈光检查', od: '−2.25', os: '−2.00', ou: null, unit: 'D', status: '已提交' })
  expect(lineOf('柱镜')).toMatchObject({ od: '−0.50', os: null })
  expect(lineOf('裸眼视力')).toMatchObject({ od: '4.6', os: '4.7', ou: '4.8' })
  expect(printed.lines.map((l) => l.exam)).not.toContain('眼压检查')
  const { readXlsx } = await import('hucre/xlsx')
  const sent = await clinic.as('doctor').raw('patients.exam-export', { pid })
  const rows = (await readXlsx(new Uint8Array(await sent.arrayBuffer()))).sheets[0]!.rows
  expect(rows[0]!.slice(1, 6)).toEqual(['检查', '项目', '右眼', '左眼', '双眼或全身'])
  expect(rows).toHaveLength(printed.lines.length + 1)
  const other = await freshClinic()
  expect(await other.as('doctor').refusal('patients.exam-export', { pid })).toMatchObject({ code: 1, message: '会员不存在或已被删除' })
  expect(await clinic.as('cashier').refusal('patients.printer', { id: pid })).toMatchObject({ code: 20405 })
})
