import { beforeAll, expect, it } from 'vitest'
import { byName, loadPinyin, named } from './byName.ts'

beforeAll(() => loadPinyin())

it('5.43 a list finds by a part of a name, by pinyin whole or in part, and by initials', () => {
  for (const typed of ['收费', 'mzsf', 'sf', 'shoufei', 'shou fei', 'menzhen', '门诊收费', '']) expect(named('门诊收费', typed)).toBe(true)
  for (const typed of ['msf', 'fs', '费收', 'x', 'sf1']) expect(named('门诊收费', typed)).toBe(false)
  // Of several sounds each counts: 长 is chang and zhang, 重 chong and zhong.
  expect(named('店长', 'dz')).toBe(true)
  expect(named('1.60 离焦', '1.60li')).toBe(false)
  expect(named('Zeiss 1.60', 'zei')).toBe(true)
  expect(byName.filterOption('yg', { label: '验光师' })).toBe(true)
  expect(byName.filterOption('yg', {})).toBe(false)
})
