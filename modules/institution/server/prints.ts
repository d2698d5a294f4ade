/** 补打 (reprints): where the store requires it, every printing is recorded and numbered by the database. */
import { sql, type Cx, type Out } from '#kernel/server/index.ts'
import { usualSetting, type z } from '#kernel/contract/index.ts'
import { wordsFor } from '#kernel/server/pdf/words.ts'
import { PrintingRow, type PaperPath, type Printing } from '../contract/shapes.papers.ts'
import { paperFor, sheetOf } from './paper-data.ts'
import { ownStore } from './door.ts'
import { paperSettingsOf } from './print.ts'

/** Identity of a printed document; another size is the same document. */
const objectOf = (path: string): string => path.split('?', 1)[0] ?? ''

export async function notePrinting(out: Out, { hid, path }: z.output<typeof PaperPath>): Promise<z.output<typeof Printing>> {
  const { path: paper, paper: declared, params, search } = paperFor(out, path)
  const settings = await out.tx((cx) => paperSettingsOf(cx, ownStore(cx, hid)))
  if (!(settings[paper] ?? usualSetting).reprint) return { nth: 0 }
  const place = { params, search, hid, origin: '' }
  // An account cannot have printed what it may not read.
  for (const eachPlace of declared.each?.(place).slice(0, 1) ?? [place])
    await sheetOf(out, declared, { ...eachPlace, size: declared.sizes[0] }, await wordsFor('zh'))
  return out.tx((cx) =>
    cx.db.the(
      { nth: 'number' },
      sql`
        insert into paper_print (hid, paper, object, operator_name)
        values (${hid}, ${paper}, ${objectOf(path)}, ${cx.who.name})
        returning nth
      `,
    ),
  )
}

/** Printings of an address, latest first. */
export async function printingsOf(cx: Cx, { hid, path }: z.output<typeof PaperPath>): Promise<Array<z.output<typeof PrintingRow>>> {
  const { path: paper } = paperFor(cx, path)
  return cx.db.rows(
    PrintingRow,
    sql`
      select nth, at, operator_name
      from paper_print
      where hid = ${ownStore(cx, hid)} and paper = ${paper} and object = ${objectOf(path)}
      order by nth desc
      limit 100
    `,
  )
}
