/** Papers as they are given to the thread that draws them. */
import type { Article, EyeColumns } from '#kernel/contract/article.ts'
import type { PaperSizeName } from '#kernel/contract/paper.ts'

export interface PrintedDocument {
  readonly title: string
  readonly size: PaperSizeName
  readonly articles: readonly Article[]
  readonly words: EyeColumns
}
