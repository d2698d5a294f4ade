/** Packages of a member: remaining pieces, use, extension, history. */
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { showMoney } from '#kernel/contract/index.ts'
import {
  Can,
  Choose,
  DataTable,
  Empty,
  Form,
  Panel,
  Rows,
  Status,
  Until,
  confirm,
  t,
  toast,
  today,
  tr,
  useCall,
  useId,
  useSend,
  useWho,
  type FormState,
} from '#kernel/web/index.ts'
import { account } from '#modules/account/contract/endpoints.ts'
import { PatientPage } from '#modules/patients/web/door.tsx'
import { loyalty } from '../../contract/endpoints.ts'
import type { Package, PackageItem, PackageRecord } from '../../contract/shapes.packages.ts'
import { memberPackage } from '../../contract/states.ts'

const stale = [loyalty['packages.list'], loyalty['packages.records']]
type Chosen = { item: PackageItem } | { delayed: Package }

export default function Check() {
  const pid = useId('patientId')
  const [chosen, setChosen] = useState<Chosen>()
  const list = useCall(loyalty['packages.list'], { pid, per_page: 100 }, { live: ['loyalty', 'billing'] })
  const undo = useSend(loyalty['packages.item.cancel'], { invalidates: stale, onSuccess: () => toast(t`已撤销核销`, 'ok') })
  const confirmUse = async (r: PackageRecord) => {
    const reason = await confirm({
      message: t`撤销 ${r.itemName ?? ''} 的 ${r.quantity} 次核销？`,
      reason: { label: t`原因`, required: true },
    })
    if (typeof reason === 'string') undo.mutate({ recordId: r.recordId, reason })
  }
  return (
    <PatientPage>
      <Until of={list}>
        {list.data?.list.length ? (
          list.data.list.map((p) => <PackageCard key={p.package_id} pack={p} onChoose={setChosen} />)
        ) : (
          <section className="panel">
            <Empty text={t`还没有套餐；收费时添加套餐，付清后在这里核销`} />
          </section>
        )}
      </Until>
      <DataTable
        of={loyalty['packages.records']}
        input={{ pid }}
        rowKey="recordId"
        live={['loyalty']}
        columns={['at', 'kind', 'packageName', 'itemName', 'quantity', 'storeName', 'staffName', 'operatorName', 'expiresAfter', 'note']}
        filters={[{ range: ['startTime', 'endTime'], all: 'all that one member used' }]}
        actions={(r) =>
          r.kind === 1 &&
          !r.cancelled &&
          r.at.startsWith(today()) && (
            <Can code="package:redeem">
              <Button size="small" onClick={() => void confirmUse(r)}>{t`撤销`}</Button>
            </Can>
          )
        }
        empty={{ text: t`还没有核销` }}
      />
      <Using chosen={chosen} onClose={() => setChosen(undefined)} />
    </PatientPage>
  )
}

function PackageCard({ pack: p, onChoose }: { pack: Package; onChoose: (chosen: Chosen) => void }) {
  return (
    <Panel
      title={
        <>
          {p.name} <Status of={memberPackage} value={p.status} />
        </>
      }
      note={[showMoney(p.price), t`${p.startsOn} 购于 ${p.storeName}`, validityOf(p)].join(' · ')}
      actions={
        <Can code="package:delay">
          {memberPackage.in.extendable.includes(p.status) && p.expiresOn && (
            <Button size="small" onClick={() => onChoose({ delayed: p })}>{t`延期`}</Button>
          )}
          {memberPackage.in.freezable.includes(p.status) && <Freeze pack={p} />}
        </Can>
      }
    >
      <Rows
        rows={p.items}
        rowKey={(i) => i.package_item_id}
        tone={(i) => (i.left ? undefined : 'soft')}
        columns={[
          { title: t`项目`, cell: (i) => tr(i.name) },
          { title: t`总次数`, right: true, cell: (i) => i.quantity },
          { title: t`已用`, right: true, cell: (i) => i.used },
          { title: t`剩余`, right: true, cell: (i) => <strong>{i.left}</strong> },
          {
            title: '',
            right: true,
            width: 96,
            cell: (i) =>
              memberPackage.in.usable.includes(p.status) &&
              i.left > 0 && (
                <Can code="package:redeem">
                  <Button
                    size="small"
                    type="primary"
                    aria-label={t`核销 ${i.name}`}
                    onClick={() => onChoose({ item: i })}
                  >{t`核销`}</Button>
                </Can>
              ),
          },
        ]}
      />
    </Panel>
  )
}

function validityOf(p: Package): string {
  if (p.expiresOn) return t`有效期至 ${p.expiresOn}`
  return p.validDays ? t`首次使用后 ${p.validDays} 天` : t`长期有效`
}

/** Freezes a package with a reason, or unfreezes it. */
function Freeze({ pack: p }: { pack: Package }) {
  const freeze = useSend(loyalty['packages.freeze'], { invalidates: stale })
  const frozen = p.status === memberPackage.is.frozen
  const confirmFreeze = async () => {
    if (frozen) return freeze.mutate({ package_id: p.package_id, frozen: false })
    const reason = await confirm({ message: t`冻结套餐“${p.name}”？冻结后不能核销。`, reason: { label: t`原因`, required: true } })
    if (reason) freeze.mutate({ package_id: p.package_id, frozen: true, ...(typeof reason === 'string' ? { reason } : {}) })
  }
  return (
    <Button size="small" onClick={() => void confirmFreeze()}>
      {tr((frozen ? memberPackage.moves.thaw : memberPackage.moves.freeze).label)}
    </Button>
  )
}

const Using = ({ chosen, onClose }: { chosen: Chosen | undefined; onClose: () => void }) => (
  <Drawer
    open={chosen !== undefined}
    onClose={onClose}
    title={chosen && ('item' in chosen ? t`核销 ${chosen.item.name}` : t`延期 ${chosen.delayed.name}`)}
    size={480}
    destroyOnHidden
  >
    {chosen && 'item' in chosen && <UseForm item={chosen.item} onClose={onClose} />}
    {chosen && 'delayed' in chosen && <DelayForm pack={chosen.delayed} onClose={onClose} />}
  </Drawer>
)

function UseForm({ item, onClose }: { item: PackageItem; onClose: () => void }) {
  const { ctid } = useWho()
  return (
    <Form
      of={loyalty['packages.item.confirm']}
      fixed={{ package_item_id: item.package_item_id }}
      initial={{ quantity: 1, staffId: ctid || undefined }}
      invalidates={stale}
      saveLabel={t`核销`}
      onLeave={onClose}
      onDone={(p) => (toast(t`已核销，套餐还剩 ${p.left} 次`, 'ok'), onClose())}
      fields={[
        { key: 'quantity', span: 12, hint: t`剩余 ${item.left} 次` },
        { key: 'staffId', span: 12, control: staffChoice('staffId') },
        { key: 'note', span: 12 },
      ]}
    />
  )
}

const DelayForm = ({ pack: delayed, onClose }: { pack: Package; onClose: () => void }) => (
  <Form
    of={loyalty['packages.delay']}
    fixed={{ package_id: delayed.package_id }}
    invalidates={stale}
    saveLabel={t`延期`}
    onLeave={onClose}
    onDone={(p) => (toast(t`有效期至 ${p.expiresOn ?? ''}`, 'ok'), onClose())}
    fields={[
      { key: 'expiresOn', span: 12, hint: t`现在有效期至 ${delayed.expiresOn ?? ''}` },
      { key: 'approver', span: 12, control: staffChoice('approver') },
      { key: 'approverPassword', span: 12, hint: t`批准人不是当前登录人时，由批准人输入自己的密码` },
      { key: 'reason', span: 12 },
    ]}
  />
)

const staffChoice = (key: 'staffId' | 'approver') => (form: FormState, id: string) => <StaffChoice form={form} id={id} name={key} />
function StaffChoice({ form, id, name }: { form: FormState; id: string; name: 'staffId' | 'approver' }) {
  const { hid } = useWho()
  return (
    <Choose
      id={id}
      of={account['staff.by-clinic']}
      input={{ hid, per_page: 200 }}
      value="ctid"
      label={(c) => c.name}
      chosen={form.values[name] as number | undefined}
      onChange={(to) => form.set(name, to)}
    />
  )
}
