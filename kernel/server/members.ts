/**
 * Members in answers: a record under a view password is refused, everything else a locked member's facts stand in is masked, and who read
 * whom is kept. It follows from the contract alone (`reads` of the endpoint, `personal` of the fields); no handler has a part in it.
 */
import { createHash } from 'node:crypto'
import { masked, type Endpoint, type FileAnswer } from '#kernel/contract/internal.ts'
import type { Asking, Call } from './answer.ts'
import { ReadAudit, type ReadLine } from './audit.ts'
import type { Who } from './cx.ts'
import type { Database } from './database/tenant.ts'
import { Refused } from './refuse.ts'
import { countOf, filterOf, maskedOf, maskedRows, membersIn, type LockedAmong, type Owner } from './personal.ts'

/** Which of these members somebody may not see for want of a view password, with the store whose it is. The privacy module's door. */
export type Locked = (database: Database, who: Who, pids: readonly number[], requestId: string) => Promise<ReadonlyMap<number, number>>
type Asked = Asking & { readonly who: Who }

export class Members {
  private readonly audit: ReadAudit
  constructor(
    private readonly database: Database,
    private readonly locked: Locked,
  ) {
    this.audit = new ReadAudit(database)
  }

  /** Before anything of it is read or changed: refuses one record that is locked. */
  async before({ endpoint }: Call, input: unknown, request: Asked): Promise<void> {
    if (!guards(request.who, endpoint)) return
    const named = membersIn(input, namesOf(endpoint))
    if (request.who.casesOnly && endpoint.reads === 'many' && !named.length)
      throw new Refused('bad_input', { what: '远程专家只能查看自己会诊的会员' })
    // Whose record it is cannot be written without seeing it.
    if (endpoint.reads === 'one' || request.who.casesOnly) await this.refuseLocked(named, request)
  }

  /** What of an answer may leave; when this resolves, who read it is kept. A file says it when its last row is taken. */
  async after(call: Call, input: unknown, answer: unknown, request: Asked): Promise<unknown> {
    const { endpoint } = call
    const named = membersIn(input, namesOf(endpoint))
    const members = named.length || endpoint.reads !== 'one' ? named : membersIn(answer, namesOf(endpoint))
    if (guards(request.who, endpoint) && endpoint.reads === 'one' && !named.length && endpoint.method === 'GET')
      await this.refuseLocked(members, request)
    const shown = guards(request.who, endpoint) ? await this.mask(call, answer, members[0], request) : answer
    // What changes a record is told by the change audit.
    if (endpoint.method !== 'GET' && !endpoint.binary) return shown
    if (endpoint.reads === 'one' && members.length) await Promise.all(members.map((pid) => this.audit.record(lineOf(call, request, pid))))
    else if (endpoint.reads === 'one' || endpoint.reads === 'many') return this.keepMany(call, input, shown, request)
    return shown
  }

  /**
   * A sentence that names a member (`{member}`) names them as a masked list would, wherever the organisation locks records: it does not say
   * whose name it is.
   */
  refusal(error: unknown, who: Who): unknown {
    if (!guarded(who) || !(error instanceof Refused) || typeof error.params.member !== 'string') return error
    const member = error.params.member
      .split('、')
      .map((name) => String(masked.name(name)))
      .join('、')
    return new Refused(error.key, { ...error.params, member }, error.field, error.data)
  }

  private async refuseLocked(pids: readonly number[], request: Asked): Promise<void> {
    const [locked] = pids.length ? await this.lockedAmong(request)(pids) : []
    if (locked && request.who.casesOnly) throw new Refused('not_found', { what: '会员' })
    if (locked) throw new Refused('record_locked', {}, undefined, { pid: locked[0], hid: locked[1] })
  }
  private lockedAmong({ who, requestId }: Asked): LockedAmong {
    return (pids) => this.locked(this.database, who, pids, requestId)
  }

  private async mask({ endpoint, telling }: Call, answer: unknown, around: Owner, request: Asked): Promise<unknown> {
    if (!endpoint.binary) return telling ? maskedOf(telling, answer, around, this.lockedAmong(request)) : answer
    if (isFile(answer) && answer.rows) answer.rows.mask = maskedRows(around, this.lockedAmong(request))
    return answer
  }

  private async keepMany(call: Call, input: unknown, answer: unknown, request: Asked): Promise<unknown> {
    const filter = filterOf(call.endpoint.input, input)
    if (!isFile(answer)) {
      const count = countOf(answer)
      if (count || call.endpoint.reads === 'many') await this.audit.record(manyOf(call, request, count, filter))
      return answer
    }
    const { rows, body } = answer
    // Every file that leaves is a line, however soon after the last one.
    const keep = () =>
      this.audit.record({ ...manyOf(call, request, rows?.count ?? 1, filter), what: `${call.id} ${request.requestId}`, refetch: false })
    if (!(body instanceof Uint8Array)) return { ...answer, body: keptBeforeItsEnd(body, keep) }
    await keep()
    return answer
  }
}

/** Whether there are members this account may not see: behind a view password, or without a case. */
const guarded = ({ lockedIn, casesOnly }: Who): boolean => lockedIn !== undefined || casesOnly === true
/** What somebody takes part in is theirs to read whole. */
const guards = (who: Who, { cases }: Endpoint): boolean => guarded(who) && !(who.casesOnly && cases)
const namesOf = ({ member = 'pid' }: Endpoint): readonly string[] => (typeof member === 'string' ? [member] : member)
export const isFile = (answer: unknown): answer is FileAnswer => typeof answer === 'object' && answer !== null && 'body' in answer

/** The end of a file leaves when its line is kept; of one that is broken off, the rows so far are. */
async function* keptBeforeItsEnd(body: AsyncIterable<Uint8Array>, keep: () => Promise<void>): AsyncGenerator<Uint8Array> {
  let kept = false
  try {
    let held: Uint8Array | undefined
    for await (const part of body) {
      if (held) yield held
      held = part
    }
    kept = true
    await keep()
    if (held) yield held
  } finally {
    if (!kept) await keep()
  }
}

const common = (call: Call, { who, requestId, clock, refetch }: Asked): Omit<ReadLine, 'what'> => ({
  oid: who.oid,
  hid: who.hid,
  ctid: who.ctid,
  request: requestId,
  endpoint: call.id,
  ...(refetch ? { refetch } : {}),
  ...(clock ? { at: clock } : {}),
})
const lineOf = (call: Call, request: Asked, pid: number): ReadLine => ({ ...common(call, request), pid, what: `${call.id} ${pid}` })
const manyOf = (call: Call, request: Asked, count: number, filter: object): ReadLine => ({
  ...common(call, request),
  many: { count, filter },
  what: `${call.id} ${createHash('sha256')
    .update(JSON.stringify([request.who.hid, filter]))
    .digest('base64url')
    .slice(0, 22)}`,
})
