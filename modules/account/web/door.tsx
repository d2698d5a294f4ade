/** Pieces of the account module for other modules' screens. */
import { Select } from 'antd'
import { lazy } from 'react'
import { byName, t, tr, useCall, useWho } from '#kernel/web/index.ts'
import { account } from '../contract/endpoints.ts'
import { staffStates } from '../contract/states.ts'

export interface StaffPickerProps {
  chosen: number | null | undefined
  onChange: (ctid: number | undefined) => void
  /** Only this kind of post: 1 医生 2 验光师 3 加工师 4 销售 5 其他. */
  type?: number
  id?: string
}
/** Chooses somebody who works in the present store. */
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
/** The WeChat code to scan; with the drawing of codes in a chunk of its own, because the frame of all screens looks through this door. */
export const ScanCode = lazy(async () => ({ default: (await import('./login/ScanCode.tsx')).ScanCode }))
