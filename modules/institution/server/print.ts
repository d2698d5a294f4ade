/** Print settings of a store. */
import { sql, type Cx } from '#kernel/server/index.ts'
import type { z } from '#kernel/contract/index.ts'
import { PaperSettings } from '../contract/shapes.papers.ts'

const Kept = PaperSettings.extend({ paper: PaperSettings.shape.hidden.element })
/** Print settings by document path. */
export async function paperSettingsOf(cx: Cx, hid: number): Promise<Record<string, z.output<typeof PaperSettings>>> {
  const rows = await cx.db.rows(
    Kept,
    sql`
      select paper, size, copies, logo, prices, automatic, reprint, language, hidden
      from paper_setting
      where hid = ${hid}
    `,
  )
  return Object.fromEntries(rows.map(({ paper, ...setting }) => [paper, setting]))
}
