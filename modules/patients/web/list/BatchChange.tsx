/** Changing the same facts of many members: first what would change, then the change. */
import { Button } from 'antd'
import { useState } from 'react'
import { Form, Rows, t, toast, tr, useSend, useWho, Act, type SentOf } from '#kernel/web/index.ts'
import { patients } from '../../contract/endpoints.ts'
import type { BatchPreview } from '../../contract/upkeep/shapes.ts'
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
  if (seen)
    return <Preview of={seen.preview} back={() => setSeen(undefined)} busy={send.isPending} confirm={() => send.mutate(seen.sent)} />
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

interface PreviewProps {
  of: BatchPreview
  back: () => void
  busy: boolean
  confirm: () => void
}
/** What would change, and for how many. */
const Preview = ({ of: preview, back, busy, confirm }: PreviewProps) => (
  <div className="batch">
    {preview.length === 0 ? (
      <p>{t`没有选择要修改的项目`}</p>
    ) : (
      <Rows
        rows={preview}
        rowKey={(p) => p.field}
        columns={[
          { title: t`项目`, cell: (p) => tr(p.label) },
          {
            title: t`现在`,
            className: 'wrap',
            cell: (p) => p.from.map((f) => `${f.value === null ? t`未填写` : tr(f.value)} ${f.n}`).join('、'),
          },
          { title: t`改为`, cell: (p) => <strong>{p.to === null ? '—' : tr(p.to)}</strong> },
          { title: t`会变`, right: true, cell: (p) => p.changed },
          { title: t`不变`, className: 'right soft', cell: (p) => p.same },
        ]}
      />
    )}
    <footer className="merge-foot">
      <Button onClick={back}>{t`返回修改`}</Button>
      <Act
        type="primary"
        autoFocus
        loading={busy}
        unless={preview.every((p) => p.changed === 0) && t`没有会员会被修改`}
        onClick={confirm}
      >{t`确认修改`}</Act>
    </footer>
  </div>
)
