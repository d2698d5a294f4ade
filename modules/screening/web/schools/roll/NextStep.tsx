/** The next step for a child, taken from its line: the call to the guardian, the missed screening, its class, its membership. */
import { Button, Drawer, Modal } from 'antd'
import { useState, type ReactNode } from 'react'
import { Can, Facts, Status, Until, t, toast, tr, useCall, useCan, useGo, useSend } from '#kernel/web/index.ts'
import { Moves } from '#kernel/web/screen/Moves.tsx'
import { screening } from '../../../contract/endpoints.ts'
import type { ResultRow } from '../../../contract/shapes.results.ts'
import { screeningReferral } from '../../../contract/states.results.ts'
import { nextSteps, type Student } from '../../../contract/students.ts'
import { Assign, Transfer } from './acts.tsx'

/** Takes the next step of a child: `edit` opens its form. */
export function useNext(latest: ReadonlyMap<number, ResultRow>, edit: (student: Student) => void) {
  const go = useGo()
  const can = useCan()
  const [child, setChild] = useState<Student>()
  const close = () => setChild(undefined)
  const take = (student: Student): unknown => {
    if (student.next === null) return toast(t`${student.name} 没有要办的`)
    if (student.next === 'place') return edit(student)
    const task = latest.get(student.studentId)?.taskId
    if (student.next === 'screen') return task === undefined ? go('/eyefile/tasks') : go(`/eyefile/station/${task}`)
    if (student.next === 'link' && !can('screening:manage')) return toast(t`转入会员要由管理人员办理`, 'warn')
    return setChild(student)
  }
  const window: ReactNode = child && (child.next === 'link' ? <Link of={child} close={close} /> : <Call of={child} close={close} />)
  return { take, window }
}
const Link = ({ of: student, close }: { of: Student; close: () => void }) => (
  <Modal title={t`${student.name}：${tr(nextSteps.link)}`} open onCancel={close} footer={null} destroyOnHidden>
    <p>{t`监护人已同意“筛查转入门诊”`}</p>
    <Transfer studentIds={[student.studentId]} done={close} />
  </Modal>
)
/** Whom to call, and what came of it. */
function Call({ of: student, close }: { of: Student; close: () => void }) {
  const stale = [screening['eyefile.students.list'], screening['eyefile.students-num'], screening['eyefile.referrals.list']]
  const list = useCall(screening['eyefile.referrals.list'], { studentId: student.studentId, status: screeningReferral.is.advised })
  const move = useSend(screening['eyefile.referrals.move'], { invalidates: stale, onSuccess: () => (toast(t`已保存`, 'ok'), close()) })
  return (
    <Drawer title={t`${student.name}：${tr(nextSteps.call)}`} open onClose={close} size="min(480px, 100vw)" destroyOnHidden>
      <Facts
        items={[
          [t`监护人`, student.guardian ?? '—'],
          [
            t`手机号`,
            student.mobile ? (
              <a key="tel" href={`tel:${student.mobile}`}>
                {student.mobile}
              </a>
            ) : (
              t`没有登记`
            ),
          ],
          [t`建议就诊`, student.advisedOn ?? '—'],
          [t`跟进人`, student.staffName ?? t`未指定`],
        ]}
      />
      <Until of={list}>
        {list.data?.list.map((referral) => (
          <div key={referral.id} className="next-referral">
            <Status of={screeningReferral} value={referral.status} />
            <span>{referral.taskName}</span>
            {referral.toldOn !== null && <span className="soft">{t`${referral.toldOn} 告知`}</span>}
            <Moves
              of={screeningReferral}
              status={referral.status}
              busy={move.isPending}
              only={['visit', 'refuse']}
              onMove={(step, reason) => move.mutate({ id: referral.id, move: step, ...(reason === undefined ? {} : { reason }) })}
            />
          </div>
        ))}
      </Until>
      <div className="year-acts">
        <Can code="screening:manage">
          <Assign studentIds={[student.studentId]} done={close} />
        </Can>
        <Button onClick={close}>{t`关闭`}</Button>
      </div>
    </Drawer>
  )
}
