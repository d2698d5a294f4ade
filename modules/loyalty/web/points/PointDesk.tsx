/** Points at the counter: find a member, then exchange, pass on, draw. */
import { Empty, Screen, t, useSearch } from '#kernel/web/index.ts'
import { PatientBarFor, PatientPicker } from '#modules/patients/web/door.tsx'
import { MemberPoints, useMemberPoints } from './MemberPoints.tsx'
import { PointButtons } from './PointButtons.tsx'
import { usePointForms } from './PointForms.tsx'

export default function PointDesk() {
  const [search, setSearch] = useSearch()
  const pid = Number(search.pid) || 0
  const forms = usePointForms(pid, useMemberPoints(pid).data?.points)
  return (
    <Screen fill bar={pid ? <PatientBarFor pid={pid} /> : undefined} actions={pid > 0 && <PointButtons onOpen={forms.open} />}>
      <div style={{ maxWidth: 420 }}>
        <PatientPicker
          id="points-pid"
          allowNew={false}
          autoFocus={!pid}
          chosen={pid || undefined}
          onChange={(chosen) => setSearch({ pid: chosen === undefined ? undefined : String(chosen), page: undefined })}
        />
      </div>
      {pid ? <MemberPoints key={pid} pid={pid} /> : <Empty text={t`输入会员姓名、拼音、手机尾号或会员号`} />}
      {forms.drawer}
    </Screen>
  )
}
