/** Dialog of a locked record: the store's view password or, in an emergency, a recorded reason. */
import { Button, Input, Modal } from 'antd'
import { useState } from 'react'
import { type CallFailed, queries, t, toast, useHolds, useSend } from '#kernel/web/index.ts'
import type { LockedRecord } from '#kernel/web/screen/why.ts'
import { privacy } from '../contract/endpoints.ts'

interface UnlockProps {
  record: LockedRecord
  close: () => void
}
export default function Unlock({ record, close }: UnlockProps) {
  const holds = useHolds()
  const [emergency, setEmergency] = useState(false)
  const [typed, setTyped] = useState('')
  const { problem, tell: setProblem, open, busy } = useUnlocking(record, close)
  const submit = () => {
    setProblem(undefined)
    if (!typed.trim()) return setProblem(emergency ? t`请写明原因，至少 4 个字` : t`请输入查看密码`)
    open(emergency ? { reason: typed.trim() } : { password: typed })
  }
  const change = (to: boolean) => (setEmergency(to), setTyped(''), setProblem(undefined))
  return (
    <Modal
      open
      width={440}
      title={emergency ? t`紧急查看` : t`输入查看密码`}
      onCancel={close}
      footer={
        <>
          {holds('privacy:break-glass') && (
            <Button style={{ float: 'left' }} type="text" onClick={() => change(!emergency)}>
              {emergency ? t`改用查看密码` : t`没有密码，紧急查看`}
            </Button>
          )}
          <Button type="primary" danger={emergency} loading={busy} onClick={submit}>
            {emergency ? t`记录原因并查看` : t`解锁`}
          </Button>
        </>
      }
    >
      <form onSubmit={(e) => (e.preventDefault(), submit())}>
        <p style={{ marginBottom: 12 }}>
          {emergency
            ? t`只打开这一位会员的档案，一小时内有效。您的姓名、时间和原因会留在审计里。`
            : t`此门店的会员档案需要查看密码，解锁后半小时内有效。`}
        </p>
        <div className="field">
          <label htmlFor="unlock">
            {emergency ? t`原因` : t`查看密码`}
            <b aria-hidden> *</b>
          </label>
          <Typed emergency={emergency} value={typed} wrong={problem !== undefined} onChange={setTyped} />
          <small className="bad" role={problem ? 'alert' : undefined}>
            {problem}
          </small>
        </div>
        <input type="submit" hidden />
      </form>
    </Modal>
  )
}

/** Opens the record by password or reason, or shows why it stays locked. */
function useUnlocking(record: LockedRecord, close: () => void) {
  const [problem, setProblem] = useState<string>()
  const options = {
    onSuccess: ({ until }: { until: string }) => {
      toast(t`已解锁，有效至 ${until.slice(11, 16)}`, 'ok')
      // Refetches everything that failed because of the lock, and all other data of the member.
      void queries.invalidateQueries()
      close()
    },
    onError: (error: CallFailed) => setProblem(error.message),
  }
  const check = useSend(privacy['patients.check-view-password'], options)
  const breakGlass = useSend(privacy['privacy.break-glass'], options)
  return {
    problem,
    tell: setProblem,
    busy: check.isPending || breakGlass.isPending,
    open: (by: { password: string } | { reason: string }) =>
      'reason' in by ? breakGlass.mutate({ pid: record.pid, ...by }) : check.mutate({ hid: record.hid, ...by }),
  }
}

interface TypedProps {
  emergency: boolean
  value: string
  wrong: boolean
  onChange: (text: string) => void
}
function Typed({ emergency, value, wrong, onChange }: TypedProps) {
  const common = { id: 'unlock', autoFocus: true, value, status: wrong ? ('error' as const) : ('' as const) }
  return emergency ? (
    <Input.TextArea key="reason" rows={3} maxLength={200} onChange={(e) => onChange(e.target.value)} {...common} />
  ) : (
    <Input.Password key="password" autoComplete="off" onChange={(e) => onChange(e.target.value)} {...common} />
  )
}
