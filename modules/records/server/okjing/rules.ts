/**
 * What each kind of the ortho-k chain asks of the rest of the clinic, and what follows from it: consent, trial lenses, the lenses handed
 * over.
 */
import { ageOn, basisFallen } from '#kernel/contract/index.ts'
import { find, ident, insert, remove, sql, update, type Cx, type Row, type TableName } from '#kernel/server/index.ts'
import { consentGiven, patientOf } from '#modules/patients/server/door.ts'
import { mastersOf } from '#modules/settings/server/door.ts'
import { okLimitDefaults, okLimitSource, type OkLimits } from '#modules/settings/contract/ok.ts'
import type { RECORD_FAILS } from '../../contract/kinds/calls.ts'
import { bodyOf, idIn, textIn, type Body, type RecordFault, type RecordKindName } from '../../contract/kinds/kind.ts'
import { taught } from '../../contract/kinds/okjing-take-record.ts'
import { okjingTaken } from '../../contract/okjing/events.ts'
import type { OrthokSide } from '../../contract/okjing/fields.ts'
import { recordMachine } from '../../contract/okjing/states.ts'
import { FITS, lightFaults, suitability, type Light } from '../../contract/okjing/suitability.ts'
import { comparison, lensIn, receivedFor, sideOf, SIDES } from '../../contract/okjing/take.ts'
import { powersIn, targetsApart, targetsIn } from '../../contract/okjing/pairs.ts'
import { consentLacking } from '../conclusions.ts'
import { OK_CONSENT } from './case.ts'
import { lifeOf, putOn } from './lenses.ts'
import { inflamedSince, refuseWearing, stopInflamed, stopWorn } from './wear.ts'

export type RecordFails = (typeof RECORD_FAILS)[number]
export type RecordCx = Cx<RecordFails>
export type StoredRecord = Row<'clinical_record'>
/** A record on its way in: where it belongs, and the whole body it will have. */
export interface Coming {
  readonly id: number | undefined
  readonly pid: number
  readonly hid: number
  readonly caseId: number | null
  readonly recordAt: string
  readonly body: Body
}
export interface Rules {
  /** What is wrong beside what the kind itself says (`checks`), asked before a record leaves the draft. */
  readonly submit?: (cx: RecordCx, of: Coming) => Promise<readonly RecordFault[]>
  /** Asked before the signature. */
  readonly sign?: (cx: RecordCx, row: StoredRecord) => Promise<readonly RecordFault[]>
  /** After every save. */
  readonly saved?: (cx: RecordCx, row: StoredRecord) => Promise<void>
  readonly signed?: (cx: RecordCx, row: StoredRecord) => Promise<void>
  readonly amended?: (cx: RecordCx, row: StoredRecord) => Promise<void>
  readonly voided?: (cx: RecordCx, row: StoredRecord, reason: string) => Promise<void>
  /** Before a draft is deleted. */
  readonly dropped?: (cx: RecordCx, row: StoredRecord) => Promise<void>
}
/** The case of a record of the chain: the database keeps that it has one. */
const caseIdOf = (cx: RecordCx, row: Pick<Coming, 'caseId'>): number => row.caseId ?? cx.refuse('no_case')

/** Limits in force in a store: the first of its settings, else the product's, with where they come from. */
/** Limits of suitability of a store, and where they come from. */
export async function limitsOf(cx: Cx, hid: number): Promise<{ limits: OkLimits; source: string }> {
  const [own] = await mastersOf(cx, hid, 'ok-limits')
  if (!own) return { limits: okLimitDefaults, source: okLimitSource }
  return { limits: own, source: [own.name, own.author, own.decidedOn, own.source].filter(Boolean).join(' · ') }
}
/** The lights of a first record, with the age on its day. */
export async function lightsOf(
  cx: Cx,
  { pid, hid, recordAt, body }: Pick<Coming, 'pid' | 'hid' | 'recordAt' | 'body'>,
): Promise<{ lights: Light[]; source: string }> {
  const { birth } = await patientOf(cx, pid)
  const { limits, source } = await limitsOf(cx, hid)
  return { lights: suitability(body, birth ? (ageOn(birth, recordAt.slice(0, 10))?.years ?? null) : null, limits), source }
}

/** Refuses what points to a row that is not the member's. */
async function ofMember(
  cx: RecordCx,
  pid: number,
  body: Body,
  names: Readonly<Record<string, TableName>>,
): Promise<readonly RecordFault[]> {
  const wrong: RecordFault[] = []
  for (const [field, table] of Object.entries(names)) {
    const id = idIn(body, field)
    const own =
      id === undefined || (await cx.db.one({ id: 'number' }, sql`select id from ${ident(table)} where id = ${id} and pid = ${pid}`))
    if (!own) wrong.push({ field, what: '所选的记录不属于该会员' })
  }
  return wrong
}

/** Nothing touches an eye without the consent, whichever record says so. */
const unconsented = async (cx: RecordCx, record: { pid: number; recordAt: string }, field: string): Promise<readonly RecordFault[]> =>
  (await consentLacking(cx, record)).map((what) => ({ field, what: `塑形镜验配还缺少${what}，请先办理` }))

const firstRecord: Rules = {
  submit: async (cx, coming) => [
    ...(await ofMember(cx, coming.pid, coming.body, { examId: 'exam_refraction', bioMeterId: 'exam_bio_meter' })),
    ...lightFaults(coming.body, (await lightsOf(cx, coming)).lights),
  ],
  sign: async (cx, row) => {
    if (FITS.includes(bodyOf(row).result) && !(await consentGiven(cx, row.pid, OK_CONSENT))) cx.refuse('no_consent')
    return []
  },
}

/** The record of a kind that stands signed in a case; the latest. */
const signedIn = (cx: Cx, caseId: number | null, kind: RecordKindName): Promise<StoredRecord | undefined> =>
  find(cx, 'clinical_record', { caseId, kind, status: recordMachine.is.signed })

/** The use of a trial lens by a record, out or back. */
const takenBy = (cx: Cx, recordId: number) => find(cx, 'trial_lens_use', { recordId })
const trial: Rules = {
  submit: async (cx, record) => (record.body.insertedAt ? unconsented(cx, record, 'insertedAt') : []),
  saved: async (cx, row) => {
    const wanted = idIn(bodyOf(row), 'trialLensId')
    const used = await takenBy(cx, row.id)
    if (used && used.trialLensId !== wanted) {
      if (!used.backAt && bodyOf(row).insertedAt) cx.refuse('record_wrong', { what: '请先归还并消毒取出的试戴片', field: 'trialLensId' })
      if (!used.backAt) await remove(cx, 'trial_lens_use', { useId: used.useId })
    }
    if (wanted === undefined || used?.trialLensId === wanted) return
    const lens = (await find(cx, 'trial_lens', { id: wanted })) ?? cx.refuse('not_found', { what: '试戴片' })
    if (await find(cx, 'trial_lens_use', { trialLensId: wanted, backAt: null }))
      cx.refuse('trial_lens_out', { what: lens.name, field: 'trialLensId' })
    await insert(cx, 'trial_lens_use', { hid: lens.hid, trialLensId: wanted, recordId: row.id, pid: row.pid })
  },
  dropped: async (cx, row) => {
    const used = await takenBy(cx, row.id)
    if (used && !used.backAt && bodyOf(row).insertedAt)
      cx.refuse('record_wrong', { what: '请先归还并消毒取出的试戴片', field: 'trialLensId' })
  },
}

const fluorescein: Rules = {
  submit: async (cx, { pid, body, caseId }) => {
    const trialId = idIn(body, 'trialId')
    const used = trialId === undefined ? undefined : await find(cx, 'clinical_record', { id: trialId, kind: 'okjing-trial-lens', caseId })
    return [
      ...(trialId !== undefined && !used ? [{ field: 'trialId', what: '所选的试戴不属于这次验配' }] : []),
      ...(await ofMember(cx, pid, body, { lensId: 'ok_lens' })),
    ]
  },
}

const EYE = { od: '右眼', os: '左眼' } as const
/**
 * Targets beside the first record: exchanged, flipped or stronger ones are wrong; a lens that takes less away, as of a high power, says
 * why. An eye nothing was measured of is not fitted.
 */
function besideFirst(first: Body, body: Body): readonly RecordFault[] {
  const unmeasured = SIDES.flatMap((eye): readonly RecordFault[] => {
    const side = sideOf(eye)
    return body[`fitted${side}`] === true && typeof body[`target${side}`] === 'number' && typeof first[`ds${side}`] !== 'number'
      ? [{ field: `target${side}`, what: `初诊记录没有${EYE[eye]}球镜，不能与降幅比较` }]
      : []
  })
  const apart = targetsApart(targetsIn(body), powersIn(first), '初诊记录').flatMap(
    ({ eye, code, sentence, weaker }): readonly RecordFault[] => {
      const field = `target${sideOf(eye)}`
      if (!weaker) return [{ field, what: code === 'swap' ? sentence : `${EYE[eye]}${sentence}` }]
      return typeof body.remark === 'string' && body.remark.trim()
        ? []
        : [{ field: 'remark', what: `${EYE[eye]}${sentence}：请在说明中写明理由` }]
    },
  )
  return [...unmeasured, ...apart]
}
const fitting: Rules = {
  submit: async (cx, { caseId, body, ...record }) => {
    const lacking = await unconsented(cx, record, 'product')
    if (lacking.length) return lacking
    const first = await signedIn(cx, caseId, 'okjing-first-record')
    return first && FITS.includes(bodyOf(first).result)
      ? besideFirst(bodyOf(first), body)
      : [{ field: 'product', what: '初诊记录结论为适合并由医师签名后才能定片' }]
  },
  // Whoever wrote it, under whichever name.
  sign: async (cx, row) => ([row.recorderId, row.createdBy].includes(cx.who.ctid) ? cx.refuse('second_checker') : []),
  voided: async (cx, row, reason) => {
    if (row.status !== recordMachine.is.signed) return
    const sentence = `配适记录已作废（${reason}）`
    await cx.announce(basisFallen, {
      kind: 'fitting',
      id: row.id,
      pid: row.pid,
      hid: row.hid,
      sentence,
      decides: '由医师重新定片后改用，或取消订单',
    })
  },
}

async function fittingOf(cx: Cx, coming: Pick<Coming, 'caseId' | 'body'>): Promise<StoredRecord | undefined> {
  const id = idIn(coming.body, 'fittingId')
  return id === undefined ? undefined : find(cx, 'clinical_record', { id, kind: 'fitting', caseId: coming.caseId })
}
const take: Rules = {
  submit: async (cx, coming) => {
    const fitted = await fittingOf(cx, coming)
    if (fitted?.status !== recordMachine.is.signed) return [{ field: 'fittingId', what: '请选择已核对的配适记录' }]
    const lacking = await unconsented(cx, coming, 'takenBy')
    if (lacking.length) return lacking
    const first = await signedIn(cx, coming.caseId, 'okjing-first-record')
    const { remark } = bodyOf(fitted)
    return [...comparison(bodyOf(fitted), coming.body), ...(first ? besideFirst(bodyOf(first), { remark, ...coming.body }) : [])]
  },
  sign: async (_cx, row) => {
    const { taught: topics = [], emergencyPhone } = bodyOf(row)
    const items = Object.entries(taught.meta()?.options ?? {})
    const missing = items.filter(([item]) => !(Array.isArray(topics) && topics.includes(item))).map(([, label]) => label)
    return [
      ...(missing.length ? [{ field: 'taught', what: `尚未教学：${missing.join('、')}` }] : []),
      ...(emergencyPhone ? [] : [{ field: 'emergencyPhone', what: '请填写急诊电话' }]),
    ]
  },
  signed: async (cx, row) => {
    const lensIds: number[] = []
    for (const eye of SIDES) if (receivedFor(bodyOf(row), eye)) lensIds.push(await handOver(cx, row, eye))
    await cx.announce(okjingTaken, { takeId: row.id, caseId: caseIdOf(cx, row), pid: row.pid, hid: row.hid, lensIds })
  },
  amended: async (cx, row) => {
    for (const eye of SIDES) await update(cx, 'ok_lens', { takeId: row.id, eye }, boxOf(bodyOf(row), eye))
  },
  voided: async (cx, row, reason) => stopWorn(cx, row, reason, (l) => l.takeId === row.id),
}
const boxOf = (body: Body, eye: OrthokSide) => {
  const textFor = (name: string) => textIn(body, `${name}${sideOf(eye)}`)
  return {
    serial: textFor('serial') ?? '',
    gtin: textFor('gtin'),
    batch: textFor('batch'),
    expiry: textFor('expiry'),
    product: textIn(body, 'product'),
    parameters: JSON.stringify(lensIn(body, eye)),
    spare: body[`spare${sideOf(eye)}`] === true,
  }
}
/** The lens of one eye becomes the member's. The one worn until today gives way to it. */
async function handOver(cx: RecordCx, row: StoredRecord, eye: OrthokSide): Promise<number> {
  const fitted = await fittingOf(cx, { caseId: row.caseId, body: bodyOf(row) })
  return putOn(cx, {
    ...boxOf(bodyOf(row), eye),
    hid: row.hid,
    pid: row.pid,
    caseId: caseIdOf(cx, row),
    takeId: row.id,
    ref: null,
    eye,
    day: row.recordAt.slice(0, 10),
    months: await lifeOf(cx, fitted),
  })
}

const PAUSE = 'pause'
/** Decisions with which the lens that was paused is worn on. */
const GOES_ON: readonly unknown[] = ['continue', 'educate']
/** Nothing but a pause while an eye is inflamed; after a pause nothing that goes on before the cornea was seen. */
async function refuseReview(cx: RecordCx, { pid, id, body }: Coming): Promise<void> {
  if (GOES_ON.includes(body.decision)) return refuseWearing(cx, pid, { but: id ?? 0 })
  const since = await inflamedSince(cx, pid)
  if (since) cx.refuse('inflamed', { since, field: 'decision' })
}
/** Pain with redness keeps both lenses out before anybody has looked. */
const inquiry: Rules = { saved: async (cx, row) => (recordMachine.in.valid.includes(row.status) ? stopInflamed(cx, row) : undefined) }
const review: Rules = {
  submit: async (cx, coming) => {
    const worn = await find(cx, 'ok_lens', { pid: coming.pid, caseId: caseIdOf(cx, coming) })
    const shown = { examId: 'exam_hard_lens', bioMeterId: 'exam_bio_meter', refractionId: 'exam_refraction' } as const
    const pointing = await ofMember(cx, coming.pid, coming.body, shown)
    const faults = [...(worn ? [] : [{ field: 'decision', what: '还没有取镜，不能写复查' }]), ...pointing]
    if (!faults.length && coming.body.decision !== PAUSE) await refuseReview(cx, coming)
    return faults
  },
  saved: async (cx, row) => {
    const { decision, decisionReason, stopped } = bodyOf(row)
    if (decision !== PAUSE || !recordMachine.in.valid.includes(row.status)) return
    const named: readonly unknown[] = Array.isArray(stopped) ? stopped : []
    // One inflamed eye keeps both lenses out.
    const all = !named.length || (await inflamedSince(cx, row.pid)) !== undefined
    await stopWorn(cx, row, String(decisionReason), (l) => all || named.includes(l.id))
  },
}

export const rulesOf: Readonly<Partial<Record<RecordKindName, Rules>>> = {
  'okjing-first-record': firstRecord,
  inquiry,
  'okjing-trial-lens': trial,
  'fluoresce-in': fluorescein,
  fitting,
  'okjing-take-record': take,
  'okjing-first-review': review,
  'okjing-regular-review': review,
}
