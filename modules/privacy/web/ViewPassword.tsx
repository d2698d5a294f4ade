/** Sets or removes the view password of a store. */
import { Button, Input, Modal } from 'antd'
import { useState } from 'react'
import { Until, confirm, t, toast, useCall, useSend } from '#kernel/web/index.ts'
import { privacy } from '../contract/endpoints.ts'

export function ViewPassword({ hid, close }: { hid: number; close: () => void }) {
  const now = useCall(privacy['privacy.view-password.get'], { hid })
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const save = useSend(privacy['privacy.view-password.save'], {
    invalidates: [privacy['privacy.view-password.get'], privacy['privacy.unlocks']],
    onSuccess: ({ on }) => (toast(on ? t`查看密码已生效，打开会员档案需要先解锁` : t`查看密码已取消`, 'ok'), close()),
    onError: (error) => setProblem(error.message),
  })
  const remove = async () => {
    if ((await confirm({ message: t`取消后，本门店员工打开会员档案不再需要查看密码。确定取消吗？`, danger: true })) !== false)
      save.mutate({ hid, password: null })
  }
  const submit = () => save.mutate({ hid, password: typed })
  return (
    <Modal
      open
      width={440}
      title={t`查看密码`}
      onCancel={close}
      footer={
        <>
          {now.data?.on && <Button danger style={{ float: 'left' }} onClick={() => void remove()}>{t`取消查看密码`}</Button>}
          <Button type="primary" loading={save.isPending} onClick={submit}>
            {now.data?.on ? t`更换密码` : t`设置密码`}
          </Button>
        </>
      }
    >
      <Until of={now}>
        <form onSubmit={(e) => (e.preventDefault(), submit())}>
          <p style={{ marginBottom: 12 }}>
            {now.data?.on
              ? t`已设置（${now.data.changedAt?.slice(0, 16) ?? ''}）。更换后，之前的解锁全部失效。`
              : t`设置后，本门店员工打开会员档案前要先输入查看密码，半小时内有效。`}
          </p>
          <div className="field">
            <label htmlFor="view-password">
              {t`查看密码`}
              <b aria-hidden> *</b>
            </label>
            <Input.Password
              id="view-password"
              autoFocus
              autoComplete="new-password"
              value={typed}
              status={problem ? 'error' : ''}
              onChange={(e) => (setTyped(e.target.value), setProblem(undefined))}
            />
            <small className="bad" role={problem ? 'alert' : undefined}>
              {problem}
            </small>
          </div>
          <input type="submit" hidden />
        </form>
      </Until>
    </Modal>
  )
}
