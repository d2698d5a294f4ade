import { expect, it } from 'vitest'

const files = import.meta.glob<Record<string, string>>(['../../modules/*/contract/en.json', '../../kernel/web/en.json', './en.json'], {
  eager: true,
  import: 'default',
})

it('5.42 English has no Chinese left in it and takes the words of the trade', () => {
  const all = Object.entries(files).flatMap(([file, words]) => Object.entries(words).map(([key, english]) => ({ file, key, english })))
  expect(all.length).toBeGreaterThan(2000)
  // The switch back names its language in that language.
  expect(all.filter(({ key, english }) => key !== '中文' && /[\u4e00-\u9fff]/.test(english))).toEqual([])
  const clumsy = /^(See|See .*|Passed|Eyes apart|Tied|Untied|(Tie|Untie) .*|order)$|eye pressure/i
  const trade = all.filter(
    ({ key, english }) => clumsy.test(english) && /^(查看|接诊|过号|双眼差|绑定|解绑|已绑定|已解绑|.*眼压.*)/.test(key),
  )
  expect(trade).toEqual([])
})

it('5.42 one Chinese text has one English: the dictionaries are one, and what means two things has two keys', () => {
  const sentences = new Map<string, string>()
  const twice = Object.values(files).flatMap((words) =>
    Object.entries(words).flatMap(([key, english]) => {
      const other = sentences.get(key) ?? english
      sentences.set(key, other)
      return other === english ? [] : [{ key, english, other }]
    }),
  )
  expect(twice).toEqual([])
})
