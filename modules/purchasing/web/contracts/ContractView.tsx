import { Button } from 'antd'
import { Copy, FileUp, Pencil } from 'lucide-react'
import { useState } from 'react'
import { metaOf, showNumber } from '#kernel/contract/index.ts'
import { Can, Facts, Money, Rows, Status, Until, t, toast, useCall, useGo, useSend } from '#kernel/web/index.ts'
import { Moves } from '#kernel/web/screen/Moves.tsx'
import { purchasing } from '../../contract/endpoints.ts'
import { contractStatus } from '../../contract/fields.ts'
import type { Contract } from '../../contract/shapes.ts'
import { contract, contractStates } from '../../contract/states.ts'
import { ContractForm } from './ContractForm.tsx'
import { SignedPaper } from './SignedPaper.tsx'

const lists = [purchasing['contracts.list'], purchasing['contracts.get']]
const range = (from: number | null, to: number | null): string => (from === null ? '—' : `${showNumber(from, 2)} … ${showNumber(to, 2)}`)

/** A contract with its prices and actions. */
export function ContractView({ id, copy, onLeave }: { id: number; copy: (contract: Contract) => void; onLeave: () => void }) {
  const info = useCall(purchasing['contracts.get'], { id }, { live: ['purchasing'] })
  const [editing, setEditing] = useState(false)
  const stop = () => setEditing(false)
  if (editing && info.data) return <ContractForm contract={info.data} onDone={stop} onLeave={stop} />
  return <Until of={info}>{info.data && <Paper of={info.data} edit={() => setEditing(true)} copy={copy} onLeave={onLeave} />}</Until>
}

function Paper({
  of: c,
  edit,
  copy,
  onLeave,
}: {
  of: Contract
  edit: () => void
  copy: (contract: Contract) => void
  onLeave: () => void
}) {
  const move = useSend(purchasing['contracts.status'], {
    invalidates: lists,
    onSuccess: (n) => toast(t`合同 ${n.contractNo} 已更新`, 'ok'),
  })
  const drop = useSend(purchasing['contracts.delete'], { invalidates: lists, onSuccess: () => (toast(t`草稿已删除`, 'ok'), onLeave()) })
  const go = useGo()
  const draft = c.status === contractStates.is.draft
  const isKept = contractStates.in.inForce.includes(c.status) || c.status === contractStates.is.ended ? contract.is.active : c.status
  const send = (step: keyof typeof contract.moves, reason: string | undefined) => {
    const status = step === 'activate' ? contract.is.active : contract.is.terminated
    move.mutate({ id: c.contractId, status, version: c.version, ...(reason ? { reason } : {}) })
  }
  return (
    <div className="contract-view">
      <Head contract={c} />
      <SignedPaper contract={c} />
      <Prices contract={c} />
      <Can code="contract:edit">
        <div className="screen-actions">
          <Button size="small" icon={<Pencil size={13} />} onClick={edit}>{t`修改`}</Button>
          {draft && (
            <Button
              size="small"
              icon={<FileUp size={13} />}
              onClick={() => go(`/contract/list/prices/${c.contractId}`)}
            >{t`导入价格`}</Button>
          )}
          <Button size="small" icon={<Copy size={13} />} onClick={() => copy(c)}>{t`复制为新合同`}</Button>
          <Moves
            of={contract}
            status={isKept}
            busy={move.isPending || drop.isPending}
            onMove={send}
            behind={draft ? [{ key: 'delete', label: t`删除草稿`, run: () => drop.mutate({ id: c.contractId }) }] : []}
          />
        </div>
      </Can>
    </div>
  )
}

const Head = ({ contract: c }: { contract: Contract }) => (
  <Facts
    columns={4}
    items={[
      ['合同编号', c.contractNo],
      ['状态', <Status key="s" of={metaOf(contractStatus)} value={c.status} />],
      ['供应商', c.supplierName],
      ['期限', `${c.startsOn} — ${c.endsOn}`],
      ['账期（天）', c.paymentDays],
      ['信用额度', c.creditLimit === null ? '—' : <Money key="c" of={c.creditLimit} />],
      ['质保（天）', c.warrantyDays],
      ['无理由退货（天）', c.returnDays],
      ['签订门店', c.hospitalName],
      ['备注', c.note],
    ]}
  />
)
const Prices = ({ contract: c }: { contract: Contract }) => (
  <div className="contract-lines">
    <Rows
      className="grid num"
      rows={c.lines}
      rowKey={(l) => l.lineId}
      columns={[
        { title: t`商品或品牌`, cell: (l) => l.productName ?? l.brand },
        { title: t`球镜`, cell: (l) => range(l.sphFrom, l.sphTo) },
        { title: t`柱镜`, cell: (l) => range(l.cylFrom, l.cylTo) },
        {
          title: t`数量`,
          right: true,
          cell: (l) => (l.quantityTo === null ? `${l.quantityFrom}+` : `${l.quantityFrom}–${l.quantityTo}`),
        },
        { title: t`协议价`, right: true, cell: (l) => <Money of={l.cost} /> },
      ]}
    />
  </div>
)
