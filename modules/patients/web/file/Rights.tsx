/** What a member may ask for: a copy of everything kept, and that the personal facts are erased. */
import { Button, Drawer } from 'antd'
import { Download as DownloadIcon, UserX } from 'lucide-react'
import { useState } from 'react'
import { showMoney } from '#kernel/contract/index.ts'
import { Can, Form, Until, download, t, toast, tr, useCall, useGo } from '#kernel/web/index.ts'
import { patients } from '../../contract/endpoints.ts'
import type { ErasePreview } from '../../contract/upkeep/shapes.ts'

export function Rights({ pid }: { pid: number }) {
  const [open, setOpen] = useState(false)
  return (
    <Can code="patient:erase">
      <Button icon={<DownloadIcon size={14} />} onClick={() => void download(patients['patients.data'], { pid })}>{t`导出个人信息`}</Button>
      <Button danger icon={<UserX size={14} />} onClick={() => setOpen(true)}>{t`注销个人信息`}</Button>
      <Drawer title={t`注销个人信息`} open={open} onClose={() => setOpen(false)} size={640} destroyOnHidden>
        {open && <Erasing pid={pid} leave={() => setOpen(false)} />}
      </Drawer>
    </Can>
  )
}

function Erasing({ pid, leave }: { pid: number; leave: () => void }) {
  const go = useGo()
  const preview = useCall(patients['patients.erase-preview'], { pid }, { stale: 0 })
  return (
    <Until of={preview}>
      {preview.data && (
        <>
          <What of={preview.data} />
          {preview.data.stored + preview.data.gift > 0 ? (
            <p className="restored" role="alert">{t`会员还有余额 ${showMoney(preview.data.stored + preview.data.gift)}，请先退还或转出`}</p>
          ) : (
            <Form
              of={patients['patients.erase']}
              fixed={{ pid, version: preview.data.version }}
              saveLabel={t`注销，不可恢复`}
              onLeave={leave}
              invalidates={[patients['patients.list'], patients['patients.search-by-name']]}
              fields={[
                {
                  key: 'name',
                  label: '再次输入会员姓名',
                  span: 12,
                  hint: preview.data.points ? t`剩余 ${preview.data.points} 积分将不能再使用` : t`注销后无法恢复`,
                },
              ]}
              onDone={({ left }) => (toast(erasedSentence(left), 'ok'), go('/patients/list'))}
            />
          )}
        </>
      )}
    </Until>
  )
}

/** What was done, and where the member is still named: papers law keeps, notes somebody wrote. */
const erasedSentence = (left: ErasePreview['left']): string =>
  left.length ? t`已注销个人信息；仍有记载：${left.map((l) => `${tr(l.what)} ${l.rows}`).join('、')}` : t`已注销个人信息`

const What = ({ of: preview }: { of: ErasePreview }) => (
  <div className="erase">
    <h3>{t`会清除`}</h3>
    <p>{[...preview.erasedFacts.map((f) => tr(f)), ...preview.erased.map((e) => `${tr(e.what)} ${e.rows}`)].join('、')}</p>
    <h3>{t`依法保留，只显示会员号 ${preview.memberNo}`}</h3>
    <table className="grid">
      <thead>
        <tr>
          <th scope="col">{t`内容`}</th>
          <th scope="col" className="right">{t`条数`}</th>
          <th scope="col">{t`依据`}</th>
          <th scope="col">{t`至少保存到`}</th>
        </tr>
      </thead>
      <tbody>
        {preview.kept.map((k) => (
          <tr key={k.what}>
            <td>{tr(k.what)}</td>
            <td className="right num">{k.rows}</td>
            <td className="wrap">{tr(k.law)}</td>
            <td className="num">{k.until ?? '—'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
