/** Changing the same facts of many members: first what would change, then the change. */
import { Button } from 'antd'
import { useState } from 'react'
import { Form, t, toast, tr, useSend, useWho, type SentOf } from '#kernel/web/index.ts'
import { patients } from '../../contract/endpoints.ts'
import type { BatchPreview } from '../../contract/shapes.upkeep.ts'
import { useChoices } from './choices.ts'

type Sent = SentOf<(typeof patients)['patients.batch-update']>

export function BatchChange({ pids, leave, done }: { pids: number[]; leave: () => void; done: () => void }) {
  const { hid } = useWho()
  const { levels, sources, staff } = useChoices(hid)
  const [seen, setSeen] = useState<{ preview: BatchPreview; sent: Sent }>()
  const send = useSend(patients['patients.batch-update'], {
    invalidates: [patients['patients.list'], patients['patients.potential.list']],
    onSuccess: ({ changed }) => (toast(t`已修改 ${changed} 位会员`, 'ok'), done()),
  })
  if (seen) {
    return (
      <div className="batch">
        {seen.preview.length === 0 ? (
          <p>{t`没有选择要修改的项目`}</p>
        ) : (
          <table className="grid num">
            <thead>
              <tr>
                <th scope="col">{t`项目`}</th>
                <th scope="col">{t`现在`}</th>
                <th scope="col">{t`改为`}</th>
                <th scope="col" className="right">{t`会变`}</th>
                <th scope="col" className="right">{t`不变`}</th>
              </tr>
            </thead>
            <tbody>
              {seen.preview.map((p) => (
                <tr key={p.field}>
                  <td>{tr(p.label)}</td>
                  <td className="wrap">{p.from.map((f) => `${f.value === null ? t`未填写` : tr(f.value)} ${f.n}`).join('、')}</td>
                  <td>
                    <strong>{p.to === null ? '—' : tr(p.to)}</strong>
                  </td>
                  <td className="right">{p.changed}</td>
                  <td className="right soft">{p.same}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <footer className="merge-foot">
          <Button onClick={() => setSeen(undefined)}>{t`返回修改`}</Button>
          <Button
            type="primary"
            autoFocus
            loading={send.isPending}
            disabled={seen.preview.every((p) => p.changed === 0)}
            onClick={() => send.mutate(seen.sent)}
          >{t`确认修改`}</Button>
        </footer>
      </div>
    )
  }
  return (
    <Form
      of={patients['patients.batch-preview']}
      fixed={{ pids }}
      onLeave={leave}
      saveLabel={t`预览`}
      onDone={(preview, sent) => setSeen({ preview, sent })}
      fields={[
        { render: () => <p className="soft">{t`留空的项目保持不变`}</p> },
        { key: 'levelId', options: levels },
        { key: 'sourceId', options: sources },
        { key: 'staffCtid', options: staff },
        'nextFollowAt',
      ]}
    />
  )
}
