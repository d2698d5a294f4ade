/** The examinations of a day as tables on a page, as they stand on paper. */
import { type FormValues } from '#kernel/web/index.ts'
import { spokenWords } from '#kernel/web/i18n.ts'
import { Blocks } from '#kernel/web/print/Blocks.tsx'
import type { AnyExam } from '../../contract/kinds/index.ts'
import { examBlocks, kindBlocks } from '../../contract/papers.kinds.ts'
import type { Report } from '../../contract/shapes.ts'

export const ReportTables = ({ of }: { of: Report }) => <Blocks of={examBlocks(of, spokenWords())} />
/** The tables a kind declares, of one row. */
export const KindTable = ({ of, row }: { of: AnyExam; row: FormValues }) => <Blocks of={kindBlocks(of, row, spokenWords())} />
