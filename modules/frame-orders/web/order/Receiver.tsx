/** Who takes what was made: the guardian of a minor first, else the member. */
import { Button, Input } from 'antd'
import { ageOn } from '#kernel/contract/index.ts'
import { Dot, t, today } from '#kernel/web/index.ts'
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

export function Receiver({ of, value, onChange }: { of: Collecting; value: string; onChange: (name: string) => void }) {
  const minor = isMinor(of.birth)
  return (
    <div className="receiver">
      <label htmlFor="receiver">{minor ? t`取镜人（未成年，监护人优先）` : t`取镜人`}</label>
      <Input id="receiver" style={{ width: 160 }} value={value} onChange={(e) => onChange(e.target.value)} />
      {[...new Set([minor && of.guardian, of.patientName])].map(
        (name) =>
          name &&
          name !== value && (
            <Button key={name} size="small" onClick={() => onChange(name)}>
              {name}
            </Button>
          ),
      )}
      {minor && !of.guardian && <Dot tone="warn">{t`会员资料未登记监护人`}</Dot>}
    </div>
  )
}
