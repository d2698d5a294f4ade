/** What both papers of ortho-k share: whose it is, the licence, the state, and the fields of the kind that were written. */
import { fieldsOf, metaOf, showAge, showGender, wordOf, z } from '#kernel/contract/index.ts'
import { PaperFacts, t, tr } from '#kernel/web/index.ts'
import type { PaperFacts as Facts } from '../../contract/kinds/calls.ts'
import type { Body, Envelope, RecordKindName } from '../../contract/kinds/kind.ts'
import { recordMachine } from '../../contract/okjing.states.ts'
import { kindOf } from '../okjing/calls.ts'
import { SaveOptions } from '#modules/settings/contract/options.ts'

export function Head({ of, paper }: { of: Envelope; paper: Facts }) {
  const { patient, store } = paper
  return (
    <>
      {of.status !== recordMachine.is.signed && (
        <p>
          <strong>{t`${tr(wordOf(recordMachine, of.status))}，未签名`}</strong>
        </p>
      )}
      <PaperFacts
        items={[
          ['姓名', patient.name],
          ['性别', tr(showGender(patient.gender))],
          ['年龄', showAge(patient.birth, of.recordAt)],
          ['会员号', patient.memberNo],
          ['记录时间', of.recordAt.slice(0, 16)],
          ['记录人', of.recorderName],
          ['门店', store.name],
          ['电话', store.phone],
        ]}
      />
    </>
  )
}
const Words = z.record(z.string(), z.string())
/** A value as its field shows it: the word of a choice, each line of a list, the figure with its unit. */
export function valueOf(field: z.ZodType | undefined, value: unknown): string {
  const meta = field ? metaOf(field) : {}
  if (Array.isArray(value)) return value.map((v) => valueOf(field, v)).join('、')
  if (typeof value === 'object' && value !== null) return Object.values(value).filter(Boolean).join(' ')
  const word = Words.safeParse(meta.options).data?.[String(value)]
  if (word) return tr(word)
  if (typeof value === 'boolean') return value ? t`是` : t`否`
  return `${String(value)}${meta.unit ? ` ${meta.unit}` : ''}`
}
/** Everything written in a record, in the order of its kind. */
export function Written({ kind, of, only }: { kind: RecordKindName; of: Body; only?: (name: string) => boolean }) {
  const fields = fieldsOf(kindOf(kind).row)
  const names = Object.keys(kindOf(kind).fields).filter(
    (n) => (only?.(n) ?? true) && of[n] !== null && of[n] !== undefined && !/Id$/.test(n),
  )
  return <PaperFacts items={names.map((n) => [metaOf(fields[n] ?? z.unknown()).label ?? n, valueOf(fields[n], of[n])])} />
}
/** 卫医发〔2001〕258号: which institution, which ophthalmologist. */
export function Licence({ paper: { licence } }: { paper: Facts }) {
  const fields = fieldsOf(SaveOptions)
  const shown = (name: keyof typeof licence) => (licence[name] === null ? '—' : valueOf(fields[name], licence[name]))
  return (
    <section>
      <h3>{t`验配资质（卫医发〔2001〕258号）`}</h3>
      <PaperFacts
        items={[
          ['医疗机构级别', shown('okInstitution')],
          ['设有眼科', shown('okDepartment')],
          ['医疗机构执业许可证号', shown('okLicence')],
          ['塑形镜负责医师', shown('okPhysician')],
          ['职称', shown('okPhysicianTitle')],
          ['塑形镜急诊电话', shown('okEmergencyPhone')],
        ]}
      />
    </section>
  )
}
