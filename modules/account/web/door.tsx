/** Door of account: components for other modules. */
import { Select } from 'antd'
import { lazy } from 'react'
import { byName, t, tr, useCall, useWho } from '#kernel/web/index.ts'
import { account } from '../contract/endpoints.ts'
import { staffStates } from '../contract/states.ts'

export interface StaffPickerProps {
  chosen: number | null | undefined
  onChange: (ctid: number | undefined) => void
  /** Restricts to one post: 1 医生 2 验光师 3 加工师 4 销售 5 其他. */
  type?: number
  id?: string
}
/** Picks a staff member of the current store. */
export function StaffPicker({ chosen, onChange, type = 0, id }: StaffPickerProps) {
  const { hid } = useWho()
  const staff = useCall(account['staff.list'], { hid, type }, { stale: 300_000 })
  return (
    <Select
      allowClear
      showSearch={byName}
      style={{ minWidth: 160 }}
      {...(id ? { id } : {})}
      placeholder={t`选择员工`}
      loading={staff.isLoading}
      value={chosen ?? undefined}
      onChange={(v: number | undefined) => onChange(v)}
      options={(staff.data?.list ?? [])
        .filter((s) => s.status === staffStates.is.working)
        .map((s) => ({ value: s.ctid, label: s.title ? `${s.name} · ${tr(s.title)}` : s.name }))}
    />
  )
}
export { LogInAgain } from './login/LogInAgain.tsx'
export { OwnSessions } from './sessions/OwnSessions.tsx'
/** WeChat code to scan. Code drawing is a separate chunk, because the app shell imports this door. */
export const ScanCode = lazy(async () => ({ default: (await import('./login/ScanCode.tsx')).ScanCode }))
