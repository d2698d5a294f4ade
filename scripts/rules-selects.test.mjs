import { describe, expect, it } from 'vitest'
import { selectBreaches } from './rules-selects.mjs'

const found = (jsx) => selectBreaches([['modules/new/web/New.tsx', `const x = (\n${jsx}\n)`]]).map((b) => `${b.rule}: ${b.file}:${b.line}`)
const breach = ['lists-are-found-by-pinyin: modules/new/web/New.tsx:2']

describe('5.43 a list', () => {
  it('is found where it switches the search by pinyin off: bare, by false, by a filter or a label of its own', () => {
    expect(found('<Select showSearch options={all} />')).toEqual(breach)
    expect(found('<Select<string> showSearch={false} options={all} />')).toEqual(breach)
    expect(found('<TreeSelect filterOption={(typed, o) => o.label.includes(typed)} />')).toEqual(breach)
    expect(found('<Select optionFilterProp="label" />')).toEqual(breach)
    expect(found('<Select showSearch={{ filterOption: false }} />')).toEqual(breach)
  })

  it('is left alone with the search of all, and where it asks the server with what is typed', () => {
    expect(found('<Select options={all} />')).toEqual([])
    expect(found('<Select showSearch={byName} />')).toEqual([])
    expect(found('<Select showSearch={{ filterOption: false, onSearch: setTyped, searchValue: typed }} />')).toEqual([])
    expect(found('<Select showSearch={search ? { filterOption: false, onSearch: setTyped } : byName} />')).toEqual([])
    expect(found('<Select showSearch filterOption={false} onSearch={setWord} />')).toEqual([])
  })
})
