/** Print settings of a store. */
import { count, flag, id, moment, paperLabels, text, word, z } from '#kernel/contract/index.ts'

const hid = id('门店')
const paper = text('单据', { max: 100 }).min(1)
const size = word('纸张', paperLabels)
const language = word('语言', { zh: '简体中文', en: '英文' })
const setting = {
  size: size.nullable(),
  copies: count('份数', { min: 1, max: 5 }),
  logo: flag('印标志'),
  prices: flag('印价格'),
  automatic: flag('完成后自动打印'),
  reprint: flag('标明补打'),
  language: language.nullable(),
  hidden: z
    .array(text('内容', { max: 30 }))
    .max(20)
    .meta({ label: '不印的内容' }),
}
/** Stored settings of a document. */
export const PaperSettings = z.object(setting)
export const PapersOf = z.object({ hid })
/** A declared document, its options, and the store's settings. */
export const PaperRow = z.object({
  paper,
  title: text('单据'),
  sizes: z.array(size).meta({ label: '可选纸张' }),
  blocks: z.array(z.object({ name: text('内容'), label: text('内容') })).meta({ label: '可不印的内容' }),
  priced: flag('可不印价格'),
  byItself: flag('可自动打印'),
  ...setting,
})
export type PaperRow = z.output<typeof PaperRow>
export const SavePaper = z.object({
  hid,
  paper,
  size: setting.size.optional(),
  copies: setting.copies.optional(),
  logo: setting.logo.optional(),
  prices: setting.prices.optional(),
  automatic: setting.automatic.optional(),
  reprint: setting.reprint.optional(),
  language: setting.language.optional(),
  hidden: setting.hidden.optional(),
})
/** A document by the address of its page. */
const path = text('单据地址', { max: 200 }).min(1)
export const PaperPath = z.object({ hid, path })
export const Printing = z.object({ nth: count('第几次打印') })
export const PrintingRow = z.object({ nth: count('第几次打印'), at: moment('打印时间'), operatorName: text('打印人').nullable() })
export const PaperPdf = z.object({
  hid,
  /** Address of the document's page: `/fee-bill-print/12?paper=A5`. */
  path: text('单据地址', { max: 500 }).min(1),
  /** Default: the store's language for this document, else Chinese. */
  language: language.optional(),
})
