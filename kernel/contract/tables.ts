import type { CanonicalKind } from './texts/canonical.ts'

/**
 * What a table is, said once by the module that owns it (`contract/tables.ts`). The wall, the change audit, merging, erasing, imports,
 * exports and `npm run verify` read it here; nobody else lists tables.
 *
 *   export default tables({
 *     reservation: { word: '预约', wall: 'store', keeps: 'medical' },
 *   })
 */

/** Why rows stay when the personal facts of their member are erased; `erased` ones go with them. */
export type Keeps = 'medical' | 'accounting' | 'goods' | 'proof' | 'business' | 'erased'

/**
 * How far back a moment may lie. Days, or the choice of the store that names them: an older one needs the permission `backdate` and a
 * reason. `open`: any day since the store opened. `life`: also before, as it may have happened elsewhere. None is later than now or before
 * the member was born.
 */
export type BackdateReach = number | `backdate${string}` | 'open' | 'life'

/**
 * An approval: what is frozen by it, and who approves. An author is everybody who set a frozen value of the paper or of its lines, not who
 * touched it last; the database refuses an approval by an author and keeps what was approved as it was (`paper_approval`).
 */
export interface ApprovedPaper {
  /** Frozen columns of the paper. */
  readonly frozen: readonly string[]
  /** Tables of its lines: the column that names the paper, and the frozen ones. */
  readonly lines?: Readonly<Record<string, { readonly key: string; readonly columns: readonly string[] }>>
  /** Columns that name an approver; without them the module's own trigger asks (`is_paper_author`). */
  readonly by?: readonly string[]
  /** Refusal of an approval by an author: a constraint of the table. */
  readonly refusal: string
}

export interface Table {
  /** What a row is called where people read of it. */
  readonly word: string
  /** Who sees a row: accounts that may enter its `store`, everybody of the `chain`, or the `product` alone (no organisation, no grant). */
  readonly wall: 'store' | 'chain' | 'product'
  /**
   * Of the chain to read, of the store that made it (`hid`) to change: another one does so in a transaction that says why (`acrossStores`).
   */
  readonly changedBy?: 'store'
  /** Why any store of the chain changes a row, where a row names a store (`hid`) and `changedBy` does not say so. */
  readonly changedAcross?: string
  /** Rows are never changed or deleted: neither is granted. */
  readonly addedOnly?: true
  /** Rows are written by triggers and functions of the owner alone: the server may only read them. */
  readonly readOnly?: true
  /** Why the change audit holds no line of it; without a reason it does. */
  readonly unaudited?: string
  /** Columns no audit shows. */
  readonly secret?: readonly string[]
  /**
   * Columns that tell who somebody is, by the column that says who: `{ pid: ['name'] }` is a member, `ctid_` somebody of the staff,
   * `uid` an account; any other column names the row itself (a supplier's contact).
   */
  readonly personal?: Readonly<Record<string, readonly string[]>>
  /**
   * Column with the number of a person who need not be a member: the audit seals their personal columns with a key of their own, kept under
   * the negative number, so that they can be forgotten.
   */
  readonly ownKey?: string
  /** Columns with the name of a personal one that tell of a thing. */
  readonly impersonal?: readonly string[]
  /** What the values of a column are called, where no field of a call says it: the audit tells rows in these words. */
  readonly says?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /**
   * Columns that tell when something happened, each with how late it may be written; `body.insertedAt` is a member of a jsonb column. Held
   * by `check_moments`.
   */
  readonly happened?: Readonly<Record<string, BackdateReach>>
  /** Columns kept in the one form of their kind of text, whoever writes them: `keep_canonical` (`canonical.ts`). */
  readonly canonical?: Readonly<Record<string, CanonicalKind>>
  /** The days it says have happened are days of the store's books: none enters or leaves a month that is closed (`closed_month`). */
  readonly books?: true
  /** The ledger accounts of a row, `gift:12` in book gifts: a row they have lines of is archived, never deleted. */
  readonly ledger?: { readonly book: string; readonly key: string }
  /** Its rows tell of money or stock: `npm run verify` holds every column of each row against the audit. */
  readonly posts?: true
  /** A paper that somebody else than its authors approves. */
  readonly approval?: ApprovedPaper
  /**
   * What a member's session sees of it. Without a word: own rows, where the table or a parent of its rows names a member, and nothing
   * otherwise. `writes`: it also adds and changes those. `reads`: every row of the chain, as nothing in it is anybody's. A condition stands
   * for rows whose member is named otherwise.
   */
  readonly member?: 'reads' | 'writes' | { readonly where: string; readonly writes?: true }
  /** What becomes of the rows of an erased member: said by every table that points to one. */
  readonly keeps?: Keeps
}
export type Tables = Readonly<Record<string, Table>>
export const tables = <const T extends Record<string, Table>>(table: T): T => table

/**
 * Functions of the database by who may run them: `app` behind the wall, `member` behind it and in a member's session too, `door` before a
 * tenant is known, `both`, `all`, or the `owner` alone (other functions, the start). What runs with the owner's rights for `app` asks for
 * the tenant itself, or for a secret only its holder knows. Triggers need no line; a function without one runs for nobody but the owner.
 */
export interface Functions {
  readonly app?: readonly string[]
  readonly door?: readonly string[]
  readonly both?: readonly string[]
  readonly member?: readonly string[]
  readonly all?: readonly string[]
  readonly owner?: readonly string[]
}

const byLedger = 'a line of a ledger is its own record'
/** Accounts of a member: `member:12`. */
const ownAccount = "key in (select 'member:' || own from unnest(current_setting('app.pids')::bigint[]) own)"
/** Tables of the kernel. */
export default tables({
  schema_migration: { word: '数据库版本', wall: 'product' },
  repeatable_object: { word: '数据库函数和触发器', wall: 'product' },
  machine_step: { word: '流程步骤', wall: 'product' },
  audit: { word: '操作审计', wall: 'chain', readOnly: true, unaudited: 'the audit itself' },
  audit_seal: { word: '审计封存', wall: 'chain', readOnly: true, unaudited: 'each seal carries the hash of the one before' },
  ledger_account: { member: { where: ownAccount }, word: '账户', wall: 'chain', addedOnly: true, unaudited: byLedger },
  ledger_entry: {
    member: { where: 'exists (select 1 from ledger_line l where l.oid = ledger_entry.oid and l.entry_id = ledger_entry.entry_id)' },
    word: '流水',
    wall: 'chain',
    addedOnly: true,
    unaudited: byLedger,
  },
  ledger_line: {
    member: { where: 'exists (select 1 from ledger_account a where a.oid = ledger_line.oid and a.account_id = ledger_line.account_id)' },
    word: '流水明细',
    wall: 'chain',
    addedOnly: true,
    unaudited: byLedger,
  },
  move_history: {
    member: { where: 'false', writes: true },
    word: '流转记录',
    wall: 'chain',
    addedOnly: true,
    unaudited: 'a history itself',
  },
  idempotency: {
    member: { where: "-uid = any (current_setting('app.pids')::bigint[])", writes: true },
    word: '重复提交记录',
    wall: 'store',
    unaudited: 'a copy of answers, kept for days',
  },
  import_batch: { word: '导入批次', wall: 'chain', changedBy: 'store', personal: { ctid_: ['by_name'] } },
  paper_author: { word: '审批经办人', wall: 'chain', readOnly: true, unaudited: 'the change itself stands in the audit' },
  paper_approval: { word: '审批留底', wall: 'chain', readOnly: true, unaudited: 'a history itself' },
  import_row: { word: '导入明细', wall: 'chain', addedOnly: true, unaudited: 'the rows it notes are audited themselves' },
  person_key: { word: '会员密钥', wall: 'product' },
  reading: { word: '查看', wall: 'chain', readOnly: true, unaudited: 'when somebody last read what; the line itself stands in the audit' },
  running_number: { word: '流水号', wall: 'chain', unaudited: 'a counter' },
  number_block: {
    word: '门店流水号',
    wall: 'chain',
    changedAcross: 'a bill may be of another store than the one worked in',
    unaudited: 'a counter',
  },
})

export const functions: Functions = {
  member: ['app_enqueue'],
  app: [
    'next_number',
    'next_number_in',
    'next_numbers',
    'draw_number',
    'rows_in_use',
    'row_uses',
    'import_forget',
    'audit_seal',
    'audit_reveal',
    'reading_forget',
    'person_forget',
    'texts_left',
    'is_paper_author',
    'is_month_closed',
    'member_born',
    'store_opened',
    'store_days_back',
    'app_dead_jobs',
    'app_retry_job',
    'app_drop_job',
  ],
  door: ['audit_reads'],
  all: [
    'app_now',
    'app_ctid',
    'without_ignorable',
    'canonical_text',
    'canonical_name',
    'canonical_code',
    'canonical_number',
    'canonical_phone',
  ],
  owner: ['audit_row_hash', 'audit_concealed', 'person_key_of', 'only_merging', 'step_gives_up'],
}
