/** Finding diagnoses: in the shared list and among the codes of the organisation. */
import { pinyin } from 'pinyin-pro'
import { familyHandlers, sql, type Cx, type Handlers } from '#kernel/server/index.ts'
import { icdCodes, type icd10 } from '../contract/icd10.ts'

/** Pinyin initials of the Chinese characters of a name. */
const initialsOf = (name: string): string =>
  pinyin(name.replace(/\P{Script=Han}/gu, ''), { pattern: 'first', toneType: 'none', type: 'array' }).join('')

/** Diagnoses found by code, part of the name or initials, the best first; of a code in both lists, the organisation's name. */
const found = (cx: Cx, word: string, limit: number) =>
  cx.db.rows(
    { code: 'string', name: 'string' },
    sql`
      select coalesce(i.code, f.code) code, coalesce(i.name, f.name) as name
      from (
        select c.code, c.name
        from icd10_code c
        where starts_with(c.code, upper(${word})) or strpos(c.name, ${word}) > 0 or strpos(c.initials, lower(${word})) > 0
      ) i
      full join icd10_find(${word}, 200) f on f.code = i.code
      order by not starts_with(coalesce(i.code, f.code), upper(${word})), not starts_with(coalesce(i.name, f.name), ${word}),
        length(coalesce(i.name, f.name)), 1
      limit ${limit}
    `,
  )

/** The codes among these that neither list knows. */
export async function unknownCodes(cx: Cx, codes: readonly string[]): Promise<string[]> {
  if (codes.length === 0) return []
  const rows = await cx.db.rows(
    { code: 'string' },
    sql`
      select icd10_known(${codes}) code
      union
      select code
      from icd10_code
      where code = any(${codes})
    `,
  )
  return codes.filter((code) => !rows.some((row) => row.code === code))
}

export const icdHandlers = {
  ...familyHandlers(icdCodes, {
    'icd10-codes': { beforeSave: (_, values) => Promise.resolve({ ...values, initials: values.initials || initialsOf(values.name) }) },
  }),
}
export const findHandlers: Handlers<typeof icd10> = {
  'icd10.find': async (cx, { word, limit }) => ({ list: await found(cx, word, limit) }),
}
