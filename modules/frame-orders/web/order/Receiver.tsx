/**
 * Who takes what was made: the guardian of a minor first, else the member; and what proves it, a signature or the code the member received.
 */
import { Button, Input } from 'antd'
import { useState } from 'react'
import { ageOn } from '#kernel/contract/index.ts'
import { Dot, SignaturePad, t, today } from '#kernel/web/index.ts'
import { isEntitled } from '#modules/patients/contract/collector.ts'
import '../orders.css'

/** The member somebody collects for. */
export interface Collecting {
  readonly birth: string | null
  readonly guardian: string | null
  readonly patientName: string
}
/** Under eighteen somebody else should sign. */
const isMinor = (birth: string | null): boolean => birth !== null && (ageOn(birth, today())?.years ?? 18) < 18

/** The guardian of a minor where one is known, else the member. */
export const firstReceiver = ({ birth, guardian, patientName }: Collecting): string => (isMinor(birth) && guardian) || patientName

/** Who takes the goods, as it is sent. */
export interface CollectorInput {
  readonly receiver: string
  readonly receiverRelation?: string
  readonly receiverPhone?: string
}
const entitled = (collecting: Collecting, { receiver }: CollectorInput): boolean =>
  isEntitled(receiver, { name: collecting.patientName, guardians: [collecting.guardian] })
/** What is missing of who takes the goods: of a stranger what they are to the member and how to reach them. */
export function collectorMissing(receiver: Collecting, who: CollectorInput): string | undefined {
  if (!who.receiver.trim()) return t`请填写取镜人`
  if (entitled(receiver, who)) return undefined
  return who.receiverRelation?.trim() && who.receiverPhone?.trim() ? undefined : t`代取请填写与会员的关系和手机号`
}
export function Receiver({
  of: collecting,
  value,
  onChange,
}: {
  of: Collecting
  value: CollectorInput
  onChange: (who: CollectorInput) => void
}) {
  const minor = isMinor(collecting.birth)
  return (
    <div className="receiver">
      <label htmlFor="receiver">{minor ? t`取镜人（未成年，监护人优先）` : t`取镜人`}</label>
      <Input
        id="receiver"
        style={{ width: 160 }}
        value={value.receiver}
        onChange={(e) => onChange({ ...value, receiver: e.target.value })}
      />
      {[...new Set([minor && collecting.guardian, collecting.patientName])].map(
        (name) =>
          name &&
          name !== value.receiver && (
            <Button key={name} size="small" onClick={() => onChange({ receiver: name })}>
              {name}
            </Button>
          ),
      )}
      {value.receiver.trim() && !entitled(collecting, value) && (
        <>
          <Input
            aria-label={t`与会员关系`}
            placeholder={t`与会员关系`}
            style={{ width: 110 }}
            maxLength={20}
            value={value.receiverRelation ?? ''}
            onChange={(e) => onChange({ ...value, receiverRelation: e.target.value })}
          />
          <Input
            aria-label={t`取镜人手机号`}
            placeholder={t`手机号`}
            style={{ width: 140 }}
            value={value.receiverPhone ?? ''}
            onChange={(e) => onChange({ ...value, receiverPhone: e.target.value })}
          />
        </>
      )}
      {minor && !collecting.guardian && <Dot tone="warn">{t`会员资料未登记监护人`}</Dot>}
    </div>
  )
}

const CODE = /^\d{6}$/
/** What proves a pick-up, as it is sent; `missing` says what is not there yet. */
export function usePickupProof() {
  const [signature, setSignature] = useState('')
  const [code, setCode] = useState('')
  const proof = { ...(signature ? { signature } : {}), ...(CODE.test(code) ? { pickupCode: code } : {}) }
  const missing = code && !CODE.test(code) ? t`取镜码是六位数字` : !signature && !code && t`请先签名，或填写取镜码`
  return { proof, missing, signature, setSignature, code, setCode }
}
/** Signing by hand, or showing the code of the notice. */
export function PickupProof({ entry }: { entry: ReturnType<typeof usePickupProof> }) {
  return (
    <>
      <SignaturePad label={t`取镜人签名`} value={entry.signature} onChange={entry.setSignature} />
      <div className="receiver">
        <label htmlFor="pickup-code">{t`或取镜码`}</label>
        <Input
          id="pickup-code"
          inputMode="numeric"
          autoComplete="off"
          placeholder={t`会员短信里的六位数字`}
          style={{ width: 180 }}
          maxLength={6}
          value={entry.code}
          onChange={(e) => entry.setCode(e.target.value.replace(/\D/g, ''))}
        />
      </div>
    </>
  )
}
