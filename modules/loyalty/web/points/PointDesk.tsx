/** Points at the counter: find a member, then exchange, transfer or draw. */
import { Empty, Panel, Rows, Screen, Until, t, useCall, useSearch } from '#kernel/web/index.ts'
import { PatientBarFor, PatientPicker } from '#modules/patients/web/door.tsx'
import { loyalty } from '../../contract/endpoints.ts'
import { giftOrder } from '../../contract/states.ts'
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
      {pid ? <MemberPoints key={pid} pid={pid} /> : <Waiting />}
      {forms.drawer}
    </Screen>
  )
}

/** Pending gifts while no member is selected; a name opens the member. */
function Waiting() {
  const [, setSearch] = useSearch()
  const orders = useCall(loyalty['points.orders'], { status: giftOrder.is.waiting, per_page: 20 }, { live: ['loyalty'] })
  return (
    <Until of={orders}>
      <Panel title={t`待领取的礼品`} note={orders.data && t`${orders.data.total} 份`}>
        {orders.data?.list.length ? (
          <Rows
            rows={orders.data.list}
            rowKey={(o) => o.giftOrderId}
            columns={[
              { title: t`兑换时间`, cell: (o) => o.createdAt.slice(0, 16) },
              {
                title: t`会员`,
                cell: (o) => (
                  <button type="button" className="link" onClick={() => setSearch({ pid: String(o.pid) }, true)}>
                    {o.patientName}
                  </button>
                ),
              },
              { title: t`礼品`, cell: (o) => o.giftName },
              { title: t`积分`, right: true, cell: (o) => o.points },
            ]}
          />
        ) : (
          <Empty text={t`没有待领取的礼品。输入会员姓名、拼音、手机尾号或会员号，办理兑换、转赠和抽奖`} />
        )}
      </Panel>
    </Until>
  )
}
