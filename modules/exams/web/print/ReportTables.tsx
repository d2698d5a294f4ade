/** The examinations of a day as tables on a page, as they stand on paper. */
import { language, t, tr, type Values } from '#kernel/web/index.ts'
import { Blocks } from '#kernel/web/print/Blocks.tsx'
import type { AnyExam } from '../../contract/kinds/index.ts'
import { examBlocks, kindBlocks } from '../../contract/papers.kinds.ts'
import type { Report } from '../../contract/shapes.ts'

const words = () => ({ t, tr, english: language() === 'en' })
export const ReportTables = ({ of }: { of: Report }) => <Blocks of={examBlocks(of, words())} />
/** The tables a kind declares, of one row. */
export const KindTable = ({ of, row }: { of: AnyExam; row: Values }) => <Blocks of={kindBlocks(of, row, words())} />
