/** 首营 of one supplier or device: what was asked and decided, with its papers; asking, and deciding what somebody else asked. */
import { Button } from 'antd'
import { Download as DownloadIcon, FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { metaOf } from '#kernel/contract/index.ts'
import { Can, download, Empty, Facts, Form, Panel, Rows, Status, t, toast, tr, Until, useCall, useSend } from '#kernel/web/index.ts'
import { paperKinds, ApprovalRow, type Approval } from '../../contract/approvals.ts'
import { gsp } from '../../contract/endpoints.ts'
import { approval } from '../../contract/states.ts'

/** Who or what is approved. */
export type Subject = { readonly supplierId: number } | { readonly productId: number }
const stale = [gsp['approvals.list'], gsp['approvals.get'], gsp['gsp.register'], gsp['gsp.registers']]

export function Approvals({ of: subject }: { of: Subject }) {
  const found = useCall(gsp['approvals.list'], { ...subject, per_page: 20 })
  const [asking, setAsking] = useState(false)
  const rows = found.data?.list ?? []
  const waits = rows.some((r) => r.status === approval.is.asked)
  return (
    <Until of={found}>
      <div className="approvals">
        {!rows.length && !asking && <Empty text={t`还没有申请过首营审批`} />}
        {rows.map((row, index) => (
          <Shown key={row.approvalId} id={row.approvalId} latest={index === 0} />
        ))}
        {asking && <Ask of={subject} close={() => setAsking(false)} />}
        {!waits && !asking && (
          <Can code="gsp:edit">
            <div className="screen-actions">
              <Button type="primary" size="small" onClick={() => setAsking(true)}>{t`申请首营审批`}</Button>
            </div>
          </Can>
        )}
      </div>
    </Until>
  )
}

const Ask = ({ of: subject, close }: { of: Subject; close: () => void }) => (
  <Form
    of={gsp['approvals.ask']}
    fixed={subject}
    fields={[
      {
        key: 'papers',
        columns: ['kind', 'number', 'scope', 'expires'],
        hint: t`不填时按资料里的许可证或注册证登记一份`,
      },
      ...('productId' in subject
        ? ([
            { key: 'udiDi', span: 6, hint: t`最小销售单元；留空时取商品条码` },
            { key: 'packages', columns: ['di', 'pieces'] },
          ] as const)
        : []),
      { key: 'note', span: 12 },
    ]}
    saveLabel={t`提交申请`}
    invalidates={stale}
    onDone={() => (toast(t`首营申请已提交，请另一位审批`, 'ok'), close())}
    onLeave={close}
  />
)

function Shown({ id, latest }: { id: number; latest: boolean }) {
  const info = useCall(gsp['approvals.get'], { id })
  return (
    <Until of={info}>
      {info.data && (
        <Panel title={info.data.approvalNo} actions={<Status of={metaOf(ApprovalRow.shape.status)} value={info.data.status} />}>
          <Told of={info.data} />
          <Papers of={info.data} open={latest} />
          {info.data.status === approval.is.asked && (
            <Can code="gsp:approve">
              <Decide of={info.data} />
            </Can>
          )}
        </Panel>
      )}
    </Until>
  )
}
const Told = ({ of: a }: { of: Approval }) => (
  <Facts
    columns={2}
    items={[
      ['名称', a.name],
      ['许可证或注册证', a.certificate],
      ['证照到期', a.certificateExpires],
      ...(a.productId
        ? ([
            ['生产企业', a.maker],
            ['UDI-DI', a.udiDi],
            ['外包装', a.packages.map((p) => `${p.di} × ${p.pieces}`).join('、') || null],
          ] as const)
        : []),
      ['申请人', a.takenOver ? t`沿用` : a.staffName],
      ['申请时间', a.createdAt],
      ['审批人', a.decidedName],
      ['审批时间', a.decidedAt],
      ['有效期至', a.validUntil],
      ['审批意见', a.reason],
      ['备注', a.note],
    ]}
  />
)
const Papers = ({ of: a, open }: { of: Approval; open: boolean }) => (
  <Rows
    rows={a.papers}
    rowKey={(p) => p.paperId}
    columns={[
      { title: t`资料`, cell: (p) => tr(paperKinds[p.kind]) },
      { title: t`编号`, cell: (p) => p.number ?? '—' },
      { title: t`范围`, cell: (p) => p.scope ?? '—' },
      { title: t`有效期至`, cell: (p) => p.expires ?? '—' },
      { title: t`文件`, cell: (p) => <PaperFile paperId={p.paperId} fileName={p.fileName} open={open} /> },
    ]}
  />
)

/** The scan of a paper: opened, and put in the place of a former one. */
function PaperFile({ paperId: id, fileName, open }: { paperId: number; fileName: string | null; open: boolean }) {
  const picked = useRef<HTMLInputElement>(null)
  const send = useSend(gsp['approvals.keep-file'], { invalidates: stale, onSuccess: () => toast(t`文件已保存`, 'ok') })
  return (
    <span className="moves">
      {fileName !== null && (
        <Button size="small" icon={<DownloadIcon size={13} />} onClick={() => void download(gsp['approvals.file'], { id })}>
          {fileName}
        </Button>
      )}
      {open && (
        <Can code="gsp:edit">
          <Button
            size="small"
            icon={<FileUp size={13} />}
            loading={send.isPending}
            aria-label={t`上传文件`}
            onClick={() => picked.current?.click()}
          />
          <input
            ref={picked}
            hidden
            type="file"
            aria-label={t`文件`}
            accept=".pdf,.jpg,.jpeg,.png,.webp"
            onChange={({ target }) => {
              const file = target.files?.[0]
              if (file) send.mutate({ id, file })
              // The same file may be chosen again.
              target.value = ''
            }}
          />
        </Can>
      )}
    </span>
  )
}

function Decide({ of: { approvalId: id, version } }: { of: Approval }) {
  const [refusing, setRefusing] = useState(false)
  const done = (a: Approval) => toast(a.status === approval.is.approved ? t`已同意` : t`已退回`, 'ok')
  const send = useSend(gsp['approvals.decide'], { invalidates: stale, onSuccess: done })
  if (refusing)
    return (
      <Form
        of={gsp['approvals.decide']}
        fixed={{ id, approve: false, version }}
        fields={[{ key: 'reason', span: 12 }]}
        saveLabel={t`不同意`}
        invalidates={stale}
        onDone={done}
        onLeave={() => setRefusing(false)}
      />
    )
  return (
    <div className="screen-actions">
      <Button size="small" danger onClick={() => setRefusing(true)}>{t`不同意`}</Button>
      <Button
        type="primary"
        size="small"
        loading={send.isPending}
        onClick={() => send.mutate({ id, approve: true, version })}
      >{t`同意`}</Button>
    </div>
  )
}
