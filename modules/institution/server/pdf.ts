/** A declared paper as PDF: its calls asked as the account, its sheet as the store prints it, drawn in a thread. */
import {
  clinicNow,
  isPaperSize,
  usualSetting,
  type FileAnswer,
  type Paper,
  type PaperPlace,
  type PaperSetting,
  type PaperSizeName,
  type z,
} from '#kernel/contract/index.ts'
import { articleOf, besideOf, type Article } from '#kernel/contract/article.ts'
import { environment } from '#kernel/server/environment.ts'
import type { Out } from '#kernel/server/index.ts'
import { pdfOf, type Printed } from '#kernel/server/pdf/pdf.ts'
import { wordsFor } from '#kernel/server/pdf/words.ts'
import { simulating } from '#ports/all.ts'
import type { PaperPdf } from '../contract/shapes.papers.ts'
import { paperFor, sheetOf } from './asked.ts'
import { organisationOf, ownStore, storeOf } from './door.ts'
import { paperSettingsOf } from './print.ts'

/** Papers of one address that are drawn at once: each asks its calls. */
const MOST = 100
type Asks = Out<'paper_size'>

export async function pdfOfPaper(out: Asks, { hid, path, language }: z.output<typeof PaperPdf>): Promise<FileAnswer> {
  const found = paperFor(out, path)
  const { paper, params, search } = found
  const store = await out.tx(async (cx) => {
    const { name, printHead, printFoot, includeOrgName, logo } = await storeOf(cx, ownStore(cx, hid))
    const head = { company: (await organisationOf(cx)).name, hospitalName: name, printHead, includeOrgName }
    return { head, foot: printFoot, logo, setting: (await paperSettingsOf(cx, hid))[found.path] ?? usualSetting }
  })
  const size = sizeFor(out, paper, search.paper, store.setting)
  const words = await wordsFor(language ?? store.setting.language ?? 'zh')
  const place: PaperPlace = { params, search, hid, origin: originOf() }
  const places = paper.each?.(place) ?? [place]
  if (places.length > MOST) return out.refuse('bad_input', { what: `单据地址：一次最多 ${MOST} 张`, field: 'path' })
  const articles: Article[] = []
  // One after the other: whoever asks for a hundred papers takes no more connections than for one.
  for (const at of places)
    articles.push(articleOf(await sheetOf(out, paper, { ...at, size }, words), { title: paper.title, size, store, words }))
  const title = words.tr(paper.title)
  const printed: Printed = { title, size, articles, words: besideOf(words, clinicNow(), simulating(environment())) }
  return { filename: `${title}-${Object.values(params).join('-').slice(0, 60)}.pdf`, type: 'application/pdf', body: await pdfOf(printed) }
}

/** The size asked for, else the one the store chose, else the paper's usual one. */
function sizeFor(out: Asks, { sizes, title }: Paper, asked: string | undefined, setting: PaperSetting): PaperSizeName {
  if (asked === undefined) return setting.size && sizes.includes(setting.size) ? setting.size : sizes[0]
  return isPaperSize(asked) && sizes.includes(asked) ? asked : out.refuse('paper_size', { title, field: 'path' })
}

const originOf = (): string => environment().PUBLIC_URL ?? `http://localhost:${environment().PORT}`
