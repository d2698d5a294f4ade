import { afterEach, describe, expect, it } from 'vitest'
import english from './en.json'
import { setDictionary, t, tr, trSentence } from './i18n.ts'

describe('texts', () => {
  afterEach(() => setDictionary({}))

  it('are their own keys in Chinese', () =>
    expect([t`共 ${3} 条`, tr('右眼球镜'), trSentence('姓名：必填')]).toEqual(['共 3 条', '右眼球镜', '姓名：必填']))

  it('are English when the dictionary is there, also when they were put together elsewhere', () => {
    localStorage.setItem('mingmou.language', 'en')
    setDictionary({ ...english, '共 {0} 条': '{0} in all', 球镜: 'Sphere', 姓名: 'Name', 明细: 'Lines', 会员: 'Member' })
    expect(t`共 ${3} 条`).toBe('3 in all')
    expect(tr('右眼球镜')).toBe('Right eye sphere')
    expect(trSentence('姓名：必填')).toBe('Name: required')
    expect(trSentence('右眼球镜：不能小于 -45')).toBe('Right eye sphere: not less than -45')
    expect(trSentence('会员不存在或已被删除')).toBe('Member: does not exist or was deleted')
    expect(trSentence('没有人知道的句子')).toBe('没有人知道的句子')
  })
})
