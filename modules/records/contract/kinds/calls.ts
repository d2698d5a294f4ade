/** The calls every kind has: written-out types, so that the compiler knows each call of each kind, and one function that makes them all. */
import { date, del, done, get, moment, personal, post, put, name, text, z, type Endpoint, type Page } from '#kernel/contract/index.ts'
import { storeFields } from '#modules/institution/contract/fields.ts'
import { SaveOptions } from '#modules/settings/contract/options.ts'
import { recordKinds, type RecordKinds } from './index.ts'
import { RecordKey, RecordQuery, RemoveRecord, StepRecord, type RecordKind } from './kind.ts'

/** Everything the paper of a record shows beside it. */
const licence = SaveOptions.pick({
  okInstitution: true,
  okDepartment: true,
  okLicence: true,
  okPhysician: true,
  okPhysicianTitle: true,
  okEmergencyPhone: true,
})
export const PaperFacts = z.object({
  patient: z.object({
    name: personal(name('姓名'), 'name'),
    gender: z.number().nullable(),
    birth: personal(date('出生日期')).nullable(),
    memberNo: text('会员号'),
  }),
  store: z.object({
    name: text('门店'),
    phone: text('电话', { format: 'phone' }).nullable(),
    address: text('地址', { max: 200 }).nullable(),
    printHead: text('打印抬头', { max: 220 }),
    logo: storeFields.logo,
  }),
  /** Facts of 卫医发〔2001〕258号 as the store has set them. */
  licence: licence.required(),
  /** Lights of a first record and where their limits come from; empty on other papers. */
  lights: z.array(z.object({ item: text('项目'), eye: text('眼别').nullable(), colour: text('判断'), says: text('说明', { max: 200 }) })),
  limits: text('界值来源', { max: 300 }).nullable(),
  consentAt: moment('同意时间').nullable(),
  consentBy: personal(text('监护人'), 'name').nullable(),
})
export type PaperFacts = z.output<typeof PaperFacts>

/** Refusals every writing call of a record may give. */
export const RECORD_FAILS = [
  'record_wrong',
  'conclusion_lacks',
  'inflamed',
  'paused',
  'record_delete',
  'no_case',
  'one_first',
  'no_consent',
  'second_checker',
  'trial_lens_out',
  'lens_serial',
  'one_worn',
] as const
type Fails = (typeof RECORD_FAILS)[number]
type Call<In extends z.ZodType, Out, Fail extends string = never> = Endpoint<z.output<In>, Out, Fail, z.input<In>, 'tx'>
type RowOf<K extends RecordKind> = z.output<K['row']>
type Having<T extends Readonly<Record<string, RecordKind>>, P extends 'hasStatus' | 'hasPrint'> = {
  [K in keyof T & string]: T[K][P] extends true ? K : never
}[keyof T & string]
/** The calls of some kinds, by the segment of each. */
export type RecordCalls<T extends Readonly<Record<string, RecordKind>>> = {
  readonly [K in keyof T & string as `${K}.create`]: Call<T[K]['create'], RowOf<T[K]>, Fails>
} & { readonly [K in keyof T & string as `${K}.update`]: Call<T[K]['edit'], RowOf<T[K]>, Fails> } & {
  readonly [K in keyof T & string as `${K}.get`]: Call<typeof RecordKey, RowOf<T[K]>>
} & { readonly [K in keyof T & string as `${K}.list`]: Call<typeof RecordQuery, Page<RowOf<T[K]>>> } & {
  readonly [K in keyof T & string as `${K}.delete`]: Call<typeof RemoveRecord, null, Fails>
} & { readonly [K in Having<T, 'hasStatus'> as `${K}.status`]: Call<typeof StepRecord, RowOf<T[K]>, Fails> } & {
  readonly [K in Having<T, 'hasPrint'> as `${K}.print`]: Call<typeof RecordKey, RowOf<T[K]> & { paper: PaperFacts }>
}

function recordCalls<const T extends Readonly<Record<string, RecordKind>>>(kinds: T): RecordCalls<T>
function recordCalls(kinds: Readonly<Record<string, RecordKind>>): Record<string, object> {
  return Object.assign({}, ...Object.entries(kinds).map(([segment, kind]) => callsOfKind(segment, kind)))
}
function callsOfKind(segment: string, { noun, row, create, edit, list, hasStatus, hasPrint }: RecordKind): Record<string, object> {
  const path = `/v1/{product}/${segment}`
  const reading = { can: 'record:view', output: row, reads: 'one' } as const
  const writing = { can: 'record:edit', output: row, reads: 'written', fails: RECORD_FAILS } as const
  return {
    [`${segment}.create`]: post(path, { ...writing, summary: `${noun}: writes one`, input: create }),
    [`${segment}.update`]: put(`${path}/{id}`, {
      ...writing,
      changes: 'id',
      summary: `${noun}: changes one, and its state; a signed one is amended with a reason`,
      input: edit,
    }),
    [`${segment}.get`]: get(`${path}/{id}`, { ...reading, summary: `${noun}: one`, input: RecordKey }),
    [`${segment}.list`]: get(path, {
      ...reading,
      summary: `${noun}: those of a member or a store, newest first`,
      input: RecordQuery,
      output: list,
    }),
    [`${segment}.delete`]: del(`${path}/{id}`, {
      can: 'record:edit',
      summary: `${noun}: deletes a draft`,
      input: RemoveRecord,
      output: done(),
      fails: RECORD_FAILS,
    }),
    ...(hasStatus && {
      [`${segment}.status`]: put(`${path}/status/{id}`, {
        ...writing,
        query: ['status', 'reason'],
        summary: `${noun}: submits, signs or voids one`,
        input: StepRecord,
      }),
    }),
    ...(hasPrint && {
      [`${segment}.print`]: get(`${path}/print/{id}`, {
        ...reading,
        summary: `${noun}: what its paper shows`,
        input: RecordKey,
        output: paperOf(row),
      }),
    }),
  }
}
/** The row of a kind with what its paper shows. */
const paperOf = (row: z.ZodObject) => row.extend({ paper: PaperFacts })

/** Endpoints of all kinds of clinical records. */
export const kindCalls: RecordCalls<RecordKinds> = recordCalls(recordKinds)
