/** Print settings of a store for every declared document. */
import { declaredPapers } from '#kernel/server/declared.ts'
import { sql, type Cx } from '#kernel/server/index.ts'
import { usualSetting, type z } from '#kernel/contract/index.ts'
import type { PaperRow, SavePaper } from '../contract/shapes.papers.ts'
import { ownStore } from './door.ts'
import { paperSettingsOf } from './print.ts'

/** All declared documents of the account's screens, with the store's print settings. */
export async function papersOf(cx: Cx, hid: number): Promise<PaperRow[]> {
  const settings = await paperSettingsOf(cx, ownStore(cx, hid))
  return declaredPapers().map(({ path, paper }) => ({
    paper: path,
    title: paper.title,
    sizes: [...paper.sizes],
    blocks: Object.entries(paper.optional ?? {}).map(([name, label]) => ({ name, label })),
    priced: paper.prices ?? false,
    byItself: paper.automatic ?? false,
    ...(settings[path] ?? { ...usualSetting, hidden: [] }),
  }))
}
export async function savePaper(cx: Cx<'paper_size' | 'paper_part'>, { hid, paper, ...set }: z.output<typeof SavePaper>) {
  const row = (await papersOf(cx, hid)).find((each) => each.paper === paper)
  if (!row) return cx.refuse('not_found', { what: '单据' })
  const next = { ...row, ...Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined)) }
  if (next.size !== null && !row.sizes.includes(next.size)) return cx.refuse('paper_size', { title: row.title, field: 'size' })
  const unknown = next.hidden.find((name) => !row.blocks.some((block) => block.name === name))
  if (unknown !== undefined) return cx.refuse('paper_part', { title: row.title, part: unknown, field: 'hidden' })
  if (next.automatic && !row.byItself) return cx.refuse('paper_part', { title: row.title, part: '自动打印', field: 'automatic' })
  await cx.db.run(
    sql`
      insert into paper_setting (hid, paper, size, copies, logo, prices, automatic, reprint, language, hidden)
      values (
        ${hid}, ${paper}, ${next.size}, ${next.copies}, ${next.logo}, ${next.prices}, ${next.automatic}, ${next.reprint},
        ${next.language}, ${next.hidden}
      )
      on conflict (oid, hid, paper) do update
      set size = excluded.size, copies = excluded.copies, logo = excluded.logo, prices = excluded.prices, automatic = excluded.automatic,
        reprint = excluded.reprint, language = excluded.language, hidden = excluded.hidden
    `,
  )
  return next
}
