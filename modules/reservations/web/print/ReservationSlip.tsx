/** The slip a member takes home or waits with: number, when, with whom, where. */
import { show, showGender } from '#kernel/contract/index.ts'
import { PaperFacts, PrintSheet, Qr, t, tr, useCall, useId, useWho } from '#kernel/web/index.ts'
import { institution } from '#modules/institution/contract/endpoints.ts'
import { reservations } from '../../contract/endpoints.ts'
import { type } from '../../contract/fields.ts'

export default function ReservationSlip() {
  const who = useWho()
  const id = useId('id')
  const visit = useCall(reservations['reservations.get'], { id })
  // R079: without the store's address the slip still prints.
  const store = useCall(institution['saler.index'], { hid: who.hid }, { logged: true })
  const v = visit.data
  return (
    <PrintSheet
      paper="receipt"
      title={v?.ticketNo ? '候诊号' : '预约单'}
      of={[visit, { ...store, error: null }]}
      code={<Qr of={`RES${id}`} />}
      foot={<span>{t`请提前 10 分钟到前台签到；来不了请来电改约。`}</span>}
    >
      {v?.ticketNo && (
        <p className="num" style={{ margin: '1mm 0 3mm', fontSize: '28pt', fontWeight: 700, textAlign: 'center', lineHeight: 1.1 }}>
          {v.ticketNo}
        </p>
      )}
      {v && (
        <PaperFacts
          items={[
            ['会员', `${v.patientName} ${tr(showGender(v.gender))}`],
            ['会员号', v.memberNo],
            ['时间', v.walkIn ? v.visitAt.slice(0, 16) : `${v.visitAt.slice(0, 16)}–${v.visitEnd.slice(11, 16)}`],
            ['项目', tr(show(type, v.type))],
            ['医生', v.doctorName],
            ['诊室', v.consultingName],
            ...(store.data?.address ? [['地址', store.data.address] as const] : []),
            ...(store.data?.phone ? [['电话', store.data.phone] as const] : []),
          ]}
        />
      )}
    </PrintSheet>
  )
}
