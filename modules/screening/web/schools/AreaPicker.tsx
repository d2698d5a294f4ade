/** A county: province, city and county, each read when the one above is chosen. */
import { Select } from 'antd'
import { useState } from 'react'
import { byName, t, useCall } from '#kernel/web/index.ts'
import { screening } from '../../contract/endpoints.ts'

interface FormLike {
  readonly values: Readonly<Record<string, unknown>>
  set(key: string, value: unknown): void
}
const PROVINCE = 2
const CITY = 4
export function AreaPicker(form: FormLike, id: string) {
  return (
    <Area
      id={id}
      code={typeof form.values.areaCode === 'string' ? form.values.areaCode : ''}
      onChange={(code) => form.set('areaCode', code)}
    />
  )
}
function Area({ id, code, onChange }: { id: string; code: string; onChange: (code: string) => void }) {
  const [above, setAbove] = useState({ province: code.slice(0, PROVINCE), city: code.slice(0, CITY) })
  return (
    <span className="area-picker">
      <Level
        label={t`省`}
        parent={undefined}
        chosen={above.province}
        onChange={(province) => (setAbove({ province, city: '' }), onChange(''))}
      />
      <Level label={t`市`} parent={above.province} chosen={above.city} onChange={(city) => (setAbove({ ...above, city }), onChange(''))} />
      <Level id={id} label={t`区县`} parent={above.city.length === CITY ? above.city : ''} chosen={code} onChange={onChange} />
    </span>
  )
}
interface LevelProps {
  id?: string
  label: string
  /** Undefined for the highest level; empty where nothing is chosen above. */
  parent: string | undefined
  chosen: string
  onChange: (code: string) => void
}
function Level({ id, label, parent, chosen, onChange }: LevelProps) {
  const areas = useCall(screening['eyefile.areas'], parent === undefined ? {} : { parent }, { enabled: parent !== '', stale: 3_600_000 })
  return (
    <Select
      {...(id ? { id } : { 'aria-label': label })}
      placeholder={label}
      showSearch={byName}
      popupMatchSelectWidth={false}
      value={chosen || null}
      options={(areas.data ?? []).map((a) => ({ value: a.code, label: a.name }))}
      onChange={(code: string | null) => onChange(code ?? '')}
    />
  )
}
