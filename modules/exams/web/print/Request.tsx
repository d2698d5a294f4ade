/** What is asked for in a visit, on paper: whose, what, how to come prepared, and a code for the desk. */
import { show, showAge, showGender } from '#kernel/contract/index.ts'
import { Barcode, Empty, PaperFacts, PaperTable, t, tr } from '#kernel/web/index.ts'
import { examItem } from '#modules/reservations/contract/fields.ts'
import type { ExamReservation, Reservation } from '#modules/reservations/contract/shapes.ts'
import { examReservationStates } from '#modules/reservations/contract/states.ts'
import { PREPARATION } from '../../contract/prepare.ts'

/** The same text as on the slip of the visit. */
export const RequestCode = ({ resid }: { resid: number }) => <Barcode of={`RES${resid}`} height={9} />

/** Heading, what stands below it, and whether there is room for it to be ticked by hand. */
const COLUMNS: ReadonlyArray<readonly [title: string, of: (one: ExamReservation) => string, always: boolean]> = [
  ['检查项目', (one) => tr(show(examItem, one.item)), true],
  ['检查者', (one) => one.examinerName ?? '', false],
  ['检查前的准备', (one) => tr(PREPARATION[one.item]), true],
  ['备注', (one) => one.note ?? '', false],
  ['完成', (one) => one.doneAt?.slice(5, 16) ?? '', true],
]

export function Request({ visit, items }: { visit: Reservation; items: readonly ExamReservation[] }) {
  const wanted = items.filter((item) => examReservationStates.in.wanted.includes(item.status))
  const columns = COLUMNS.filter(([, of, always]) => always || wanted.some((one) => of(one) !== ''))
  return (
    <>
      <PaperFacts
        items={[
          ['姓名', visit.patientName],
          ['性别', tr(showGender(visit.gender))],
          ['年龄', showAge(visit.birth, visit.visitAt.slice(0, 10))],
          ['会员号', visit.memberNo],
          ['就诊时间', visit.visitAt.slice(0, 16)],
          ['号码', visit.ticketNo],
          ['医生', visit.doctorName],
          ['诊室', visit.consultingName],
        ]}
      />
      {wanted.length === 0 ? (
        <Empty text={t`这次就诊没有开检查`} />
      ) : (
        <PaperTable columns={columns.map(([title]) => title)} rows={wanted.map((one) => columns.map(([, of]) => of(one)))} />
      )}
    </>
  )
}
