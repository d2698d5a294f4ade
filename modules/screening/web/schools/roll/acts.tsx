/** What is done with several children: who follows them, that their guardians agreed, that they become members. */
import { Button, Modal, Progress } from 'antd'
import { useState } from 'react'
import { Act, Form, confirm, t, toast, useCall, useSend, useWho } from '#kernel/web/index.ts'
import { StaffPicker } from '#modules/account/web/door.tsx'
import { screening } from '../../../contract/endpoints.ts'
import type { SyncRun } from '../../../contract/sync.ts'

const stale = [screening['eyefile.students.list'], screening['eyefile.students-num']]
interface ActsProps {
  studentIds: readonly number[]
  done: () => void
}
export function Assign({ studentIds, done }: ActsProps) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t`指定跟进…`}</Button>
      <Modal title={t`指定跟进人`} open={open} onCancel={close} footer={null} destroyOnHidden>
        <Form
          of={screening['eyefile.students.batch-assign']}
          fixed={{ studentIds: [...studentIds] }}
          invalidates={stale}
          fields={[
            {
              key: 'ctid',
              span: 12,
              control: (form, id) => (
                <StaffPicker id={id} chosen={form.values.ctid as number | undefined} onChange={(ctid) => form.set('ctid', ctid ?? null)} />
              ),
            },
          ]}
          onDone={({ assigned }) => (toast(t`已指定 ${assigned} 人`, 'ok'), close(), done())}
          onLeave={close}
        />
      </Modal>
    </>
  )
}
export function Consent({ studentIds, done }: ActsProps) {
  const { hid } = useWho()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t`登记同意…`}</Button>
      <Modal title={t`登记“筛查转入门诊”同意`} open={open} onCancel={close} footer={null} destroyOnHidden>
        <Form
          of={screening['eyefile.students.consent']}
          fixed={{ hid, studentIds: [...studentIds] }}
          invalidates={stale}
          fields={[
            { key: 'way', span: 6 },
            { key: 'guardianRelation', span: 6 },
            { key: 'guardianName', span: 12, hint: t`不填时按名册上的监护人登记` },
          ]}
          onDone={({ consented, skipped }) => (
            toast(skipped ? t`已登记 ${consented} 人，${skipped} 人此前已同意` : t`已登记 ${consented} 人`, 'ok'),
            close(),
            done()
          )}
          onLeave={close}
        />
      </Modal>
    </>
  )
}
export function Transfer({ studentIds, done }: ActsProps) {
  const [run, setRun] = useState<SyncRun>()
  const send = useSend(screening['eyefile.sync.batch-patients'], { invalidates: stale, onSuccess: (answer: SyncRun) => setRun(answer) })
  const begin = async () => {
    const go = await confirm({
      title: t`转入会员`,
      message: t`将 ${studentIds.length} 名学生转为会员；没有“筛查转入门诊”同意的不会转入`,
      ok: t`转入`,
    })
    if (go) send.mutate({ studentIds: [...studentIds] })
  }
  return (
    <>
      <Act unless={!studentIds.length && t`所选学生都已是会员`} loading={send.isPending} onClick={() => void begin()}>{t`转入会员`}</Act>
      <Modal title={t`转入结果`} open={run !== undefined} onCancel={() => (setRun(undefined), done())} footer={null} destroyOnHidden>
        {run && <RunResult first={run} />}
      </Modal>
    </>
  )
}
/** What came of a transfer; a large one is a job, and its progress is followed here. */
function RunResult({ first }: { first: SyncRun }) {
  const runs = first.finishedAt === null && first.id !== null
  const followed = useCall(screening['eyefile.sync.run'], { id: first.id ?? 0 }, { enabled: runs, live: ['screening'], keep: true })
  const run = followed.data ?? first
  return (
    <div className="run-result">
      {run.finishedAt ? (
        <p>{t`新建 ${run.created} 人，关联 ${run.linked} 人，未转入 ${run.refused.length} 人`}</p>
      ) : (
        <>
          <p role="status">{t`正在后台处理：${run.done} / ${run.total} 人。可以离开此页，名册会更新`}</p>
          <Progress percent={run.total ? Math.round((100 * run.done) / run.total) : 0} aria-label={t`转入进度`} />
        </>
      )}
      {run.refused.length > 0 && (
        <ul tabIndex={0} aria-label={t`未转入的原因`}>
          {[...timesOf(run.refused.map((r) => r.sentence))].map(([sentence, n]) => (
            <li key={sentence}>
              {sentence} <strong>{t`${n} 人`}</strong>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
const timesOf = (sentences: readonly string[]): Map<string, number> => {
  const found = new Map<string, number>()
  for (const sentence of sentences) found.set(sentence, (found.get(sentence) ?? 0) + 1)
  return found
}
