export {
  sql,
  empty,
  join,
  raw,
  all,
  ident,
  idIn,
  lit,
  plannedAnew,
  camel,
  snake,
  dayStart,
  dayEnd,
  Sql,
  type Condition,
} from './database/sql.ts'
export {
  insert,
  inserting,
  insertMany,
  update,
  remove,
  find,
  change,
  completed,
  locked,
  sameVersion,
  pageIn,
  pageOf,
  pageWindow,
  allOf,
  everyRow,
  whole,
  type Listing,
  type Seen,
} from './database/write.ts'
export { clinicNow } from '#kernel/contract/index.ts'
export { Database } from './database/tenant.ts'
export type { Db } from './database/client.ts'
export { columnsOf, Whole, wholeRow, type Row, type ShapedRow, type TableName } from './database/shaped.ts'
export { freeHanded } from './database/held.ts'
export type { Cx, Open, Out, Who } from './cx.ts'
export { acrossStores, happenedElsewhere, isAuthor, may } from './acting.ts'
export { confirmFindings, openFinding, reasonOf, shownFinding, whyNot, type FindingContext, type KeptConfirmation } from './findings.ts'
export { implement, type Handlers } from './implement.ts'
export { on, job, nightly, type ReactionEntry } from './registry.ts'
export { deadJobs, retryJob, dropJob } from './jobs.ts'
export { number, nextNumber } from './numbers.ts'
export { familyHandlers, verbsOf, type Hooks } from './family.ts'
export { fallenUnder, mustStand } from './basis.ts'
export { move, begin, stay, resumeWork, historyOf, movesFor, type HistoryRow } from './move.ts'
export {
  bookOf,
  post,
  reverse,
  balance,
  balances,
  balanceColumn,
  lockAccounts,
  statement,
  type LedgerLine,
  type StatementRow,
} from './ledger.ts'
export { hashToken, newToken } from './token.ts'
export { Refused, OutsideFailure } from './refuse.ts'
export { sheet, excel, csv, template, type Sheet } from './sheets.ts'
export { valueOf as cellOf } from './cells.ts'
export { readIn, readSheet } from './parse/parse.ts'
export { refusalIn } from './attempts.ts'
export { importRows, noteImported } from './imports.ts'
export type { ImportSpec, Layout, ImportOutcome, RowOfImport } from './import-spec.ts'
export { importHandlers, undoImport } from './undo.ts'
