/** Renders a declared document as PDF: runs its calls as the account, applies the print settings, draws in a thread. */
import { buffer } from 'node:stream/consumers'
import {
  clinicNow,
  isPaperSize,
  usualSetting,
  type Block,
  type FileAnswer,
  type Paper,
  type PaperPlace,
  type PaperSetting,
  type PaperSizeName,
  type PictureFile,
  type z,
} from '#kernel/contract/index.ts'
import { articleOf, besideOf, type Article, type DrawnSheet } from '#kernel/contract/article.ts'
import { environment } from '#kernel/server/environment.ts'
import type { Out } from '#kernel/server/index.ts'
import { isFile } from '#kernel/server/members.ts'
import { pdfOf, type PrintedDocument } from '#kernel/server/pdf/pdf.ts'
import { wordsFor } from '#kernel/server/pdf/words.ts'
import { simulating } from '#ports/all.ts'
import type { PaperPdf } from '../contract/shapes.papers.ts'
import { paperFor, sheetOf } from './paper-data.ts'
import { organisationOf, ownStore, storeOf } from './door.ts'
import { paperSettingsOf } from './print.ts'

/** Instances of one address that are rendered at once; each runs its own calls. */
const MOST = 100
type Asks = Out<'paper_size'>

export async function pdfOfPaper(out: Asks, { hid, path, language }: z.output<typeof PaperPdf>): Promise<FileAnswer> {
  const page = paperFor(out, path)
  const { paper, params, search } = page
  const store = await out.tx(async (cx) => {
    const { name, printHead, printFoot, includeOrgName, logo } = await storeOf(cx, ownStore(cx, hid))
    const head = { company: (await organisationOf(cx)).name, hospitalName: name, printHead, includeOrgName }
    return { head, foot: printFoot, logo, setting: (await paperSettingsOf(cx, hid))[page.path] ?? usualSetting }
  })
  const size = sizeFor(out, paper, search.paper, store.setting)
  const words = await wordsFor(language ?? store.setting.language ?? 'zh')
  const place: PaperPlace = { params, search, hid, origin: originOf() }
  const places = paper.each?.(place) ?? [place]
  if (places.length > MOST) return out.refuse('bad_input', { what: `单据地址：一次最多 ${MOST} 张`, field: 'path' })
  const articles: Article[] = []
  // Sequential, so that a request for a hundred instances uses no more connections than for one.
  for (const place of places)
    articles.push(articleOf(await sheetOf(out, paper, { ...place, size }, words), { title: paper.title, size, store, words }))
  const title = words.tr(paper.title)
  const printed: PrintedDocument = {
    title,
    size,
    articles: await withPictures(out, articles),
    words: besideOf(words, clinicNow(), simulating(environment())),
  }
  return { filename: `${title}-${Object.values(params).join('-').slice(0, 60)}.pdf`, type: 'application/pdf', body: await pdfOf(printed) }
}

/** Maximum bytes of pictures per PDF; further ones are left blank. */
const PICTURES = 64 * 2 ** 20
/** Blocks with the bytes of their pictures, loaded sequentially as the account. Refused or excess pictures are left blank. */
async function withPictures(out: Asks, articles: readonly Article[]): Promise<Article[]> {
  let room = PICTURES
  const picture = async (file: PictureFile): Promise<PictureFile> => {
    if ('data' in file) return file
    const answer = await out.askSoftly(file.of, file.input)
    if (!isFile(answer)) return { data: null }
    const bytes = answer.body instanceof Uint8Array ? answer.body : await buffer(answer.body)
    room -= bytes.length
    return { data: room < 0 ? null : `data:${answer.type};base64,${Buffer.from(bytes).toString('base64')}` }
  }
  const made: Article[] = []
  for (const article of articles) {
    const sheets: DrawnSheet[] = []
    for (const sheet of article.sheets) {
      const blocks: Block[] = []
      for (const block of sheet.blocks) blocks.push(block.is === 'picture' ? { ...block, file: await picture(block.file) } : block)
      sheets.push({ ...sheet, blocks })
    }
    made.push({ ...article, sheets })
  }
  return made
}

/** The requested size, else the store's, else the document's default. */
function sizeFor(out: Asks, { sizes, title }: Paper, requested: string | undefined, setting: PaperSetting): PaperSizeName {
  if (requested === undefined) return setting.size && sizes.includes(setting.size) ? setting.size : sizes[0]
  return isPaperSize(requested) && sizes.includes(requested) ? requested : out.refuse('paper_size', { title, field: 'path' })
}

const originOf = (): string => environment().PUBLIC_URL ?? `http://localhost:${environment().PORT}`
