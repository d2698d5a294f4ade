/** A paper made ready for what draws it elsewhere than in the page: in the reader's words, with what the store leaves out gone. */
import {
  headingOf,
  printedOf,
  saidIn,
  type Block,
  type Paper,
  type PaperHead,
  type PaperSetting,
  type PaperSizeName,
  type PaperSheet,
  type PaperWords,
} from './paper.ts'

export type DrawnSheet = Omit<PaperSheet, 'blocks'> & { readonly blocks: readonly Block[] }
/** One paper of several printed one after the other. */
export interface Article {
  readonly heading: string
  /** A picture as a data address. */
  readonly logo: string | null
  readonly title: string
  /** The first has the head; labels are a page each. */
  readonly sheets: readonly DrawnSheet[]
  readonly foot: string | null
  /** That it was printed before: 补打 2. */
  readonly mark: string | null
}
/** What stands beside the blocks of every paper. */
export interface EyeColumns {
  readonly od: string
  readonly os: string
  readonly ou: string
  /** When it was printed. */
  readonly printed: string
  /** Around the number of a page. */
  readonly page: readonly [before: string, after: string]
  /** Says that nothing of it is true, where that is so. */
  readonly simulated: string | null
  /** In the place of a picture that did not come, or is of a kind that cannot be drawn. */
  readonly missing: string
}
export interface PaperStore {
  readonly head: PaperHead
  readonly foot: string | null
  readonly logo: string | null
  readonly setting: PaperSetting
}
interface Around {
  readonly title: string
  readonly size: PaperSizeName
  readonly store: PaperStore
  readonly words: PaperWords
}
/** The sheets one place of a paper gave, as a store prints them. */
export function articleOf(made: ReturnType<Paper['sheet']>, { title, size, store, words }: Around): Article {
  const sheets = 'blocks' in made ? [made] : made
  const [first] = sheets
  const own = first?.clinic === undefined || first.clinic === store.head.hospitalName
  return {
    heading: headingOf(store.head, first?.clinic),
    logo: first?.logo ?? (own && store.setting.logo ? store.logo : null),
    title: words.tr(first?.title ?? title),
    sheets: sheets.map((sheet) => saidIn(printedOf(sheet, size, store.setting), words.tr)),
    foot: first?.foot ?? (own ? store.foot : null),
    mark: null,
  }
}
export const besideOf = ({ t }: PaperWords, now: string, simulated: boolean): EyeColumns => ({
  od: t`右眼 OD`,
  os: t`左眼 OS`,
  ou: t`双眼 OU`,
  printed: t`打印 ${now.slice(0, 16)}`,
  page: [t`第`, t`页`],
  simulated: simulated ? t`本地模拟环境：收款与消息均未真实发生，不作凭证` : null,
  missing: t`图像未能放入此处，请在页面上查看或打印`,
})
