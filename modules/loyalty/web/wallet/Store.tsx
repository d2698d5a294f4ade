/** 会员储值: stored-value bills of the store with totals, and the storage schemes. */
import { Button, Drawer } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { showMoney, inUse } from '#kernel/contract/index.ts'
import {
  Can,
  Choose,
  DataTable,
  Figures,
  Form,
  Screen,
  Until,
  confirm,
  t,
  toast,
  useCall,
  useDays,
  useGo,
  useHolds,
  useSend,
  useTabs,
  useWho,
  type FormState,
} from '#kernel/web/index.ts'
import { settings } from '#modules/settings/contract/endpoints.ts'
import { loyalty } from '../../contract/endpoints.ts'
import type { StorageScheme } from '../../contract/shapes.stored.ts'
import { printButton } from './actions.tsx'
import { couponsInWords, worthOfCoupon } from '../coupons/CouponActions.tsx'
import { RuleTable } from '../points/RuleTable.tsx'
import { WalletDrawer, type WalletForm } from './WalletForms.tsx'

export default function Store() {
  const [form, setForm] = useState<WalletForm>()
  const [scheme, setScheme] = useState<Partial<StorageScheme>>()
  const [tab, tabs] = useTabs([
    ['bills', t`储值单`],
    ['schemes', t`储值方案`],
    ['rules', t`储值规则`],
  ])
  return (
    <Screen
      fill
      actions={
        <>
          {tabs}
          {tab === 'schemes' && (
            <Can code="stored:scheme">
              <Button type="primary" icon={<Plus size={15} />} onClick={() => setScheme({})}>{t`新增方案`}</Button>
            </Can>
          )}
          {tab === 'bills' && (
            <Can code="stored:topup">
              <Button type="primary" icon={<Plus size={15} />} onClick={() => setForm('topup')}>
                {t`会员储值`} <kbd>n</kbd>
              </Button>
            </Can>
          )}
        </>
      }
    >
      {tab === 'bills' && <Bills onNew={() => setForm('topup')} />}
      {tab === 'schemes' && <Schemes onOpen={setScheme} />}
      {tab === 'rules' && <Rules />}
      <WalletDrawer form={form} onClose={() => setForm(undefined)} />
      <SchemeDrawer scheme={scheme} onClose={() => setScheme(undefined)} />
    </Screen>
  )
}

function Bills({ onNew }: { onNew: () => void }) {
  const who = useWho()
  const go = useGo()
  const [startTime, endTime] = useDays('startTime', 'endTime')
  const days = { ...(startTime ? { startTime } : {}), ...(endTime ? { endTime } : {}) }
  const figures = useCall(loyalty['chargebill.statistical'], { hid: who.hid, ...days }, { live: ['loyalty'], keep: true })
  const f = figures.data
  return (
    <>
      {f && (
        <Figures
          items={[
            { label: '充值本金', value: showMoney(f.money), note: t`${f.times} 笔` },
            { label: '赠送金额', value: showMoney(f.moneyGift) },
            { label: '退还本金', value: showMoney(f.withdrawn) },
            { label: '会员储值余额', value: showMoney(f.held), note: t`另有赠金 ${showMoney(f.heldGift)}` },
          ]}
        />
      )}
      <DataTable
        of={loyalty['chargebill.list']}
        input={{ hid: who.hid }}
        rowKey="cbid"
        live={['loyalty']}
        columns={[
          'billNo',
          'payTime',
          'patientName',
          'memberNo',
          'kind',
          'money',
          'moneyGift',
          'payWay',
          'schemeName',
          'consultantName',
          'operatorName',
          'note',
        ]}
        filters={['search', { range: ['startTime', 'endTime'] }, 'kind', 'payWay']}
        onNew={onNew}
        onOpen={(r) => go(`/patients/detail/${r.pid}/prepaid`)}
        actions={printButton}
        empty={{ text: t`这段时间没有储值` }}
      />
    </>
  )
}

/** Rules for spending stored value and for maximum balances. */
function Rules() {
  const rules = useCall(loyalty['points.rules.list'], {})
  const rulesOf = (code: string) => rules.data?.list.filter((r) => r.pointsRule === code) ?? []
  return (
    <Until of={rules}>
      <RuleTable title={t`扣款`} note={t`用储值付款时先扣本金还是赠金`} rules={rulesOf('stored_order')} />
      <RuleTable
        title={t`限额`}
        note={t`记名卡单张不超过 5,000 元（《单用途商业预付卡管理办法（试行）》第十八条）`}
        rules={rulesOf('stored_limit')}
      />
      <RuleTable title={t`赠金`} note={t`收银员不按方案储值时能送多少`} rules={rulesOf('gift_share')} />
    </Until>
  )
}

function Schemes({ onOpen }: { onOpen: (scheme: StorageScheme) => void }) {
  const mayEdit = useHolds()('stored:scheme')
  const remove = useSend(loyalty['storage-scheme.delete'], {
    invalidates: [loyalty['storage-scheme.list']],
    onSuccess: () => toast(t`已删除`, 'ok'),
  })
  const confirmDelete = async (s: StorageScheme) => {
    if (await confirm({ message: t`删除储值方案“${s.name}”？`, ok: t`删除` })) remove.mutate({ id: s.id })
  }
  return (
    <DataTable
      of={loyalty['storage-scheme.list']}
      rowKey="id"
      live={['loyalty']}
      columns={[
        'name',
        'money',
        'moneyGift',
        { key: 'coupons', title: '赠送卡券', width: 220, render: (s) => couponsInWords(s) || '—' },
        'levelName',
        'used',
        'status',
      ]}
      filters={['status']}
      {...(mayEdit
        ? {
            onOpen,
            actions: (s: StorageScheme) =>
              s.used === 0 && <Button size="small" danger onClick={() => void confirmDelete(s)}>{t`删除`}</Button>,
          }
        : {})}
      empty={{ text: t`还没有储值方案` }}
    />
  )
}

const coupon = (line: Record<string, unknown>, change: (patch: Record<string, unknown>) => void) => (
  <Choose
    of={loyalty['card-volume.charge']}
    input={{}}
    value="id"
    label={(k) => `${k.name}  ${worthOfCoupon(k)}`}
    chosen={line.kindId as number | undefined}
    chosenLabel={line.name as string | undefined}
    onChange={(kindId) => change({ kindId })}
  />
)

function SchemeDrawer({ scheme, onClose }: { scheme: Partial<StorageScheme> | undefined; onClose: () => void }) {
  const invalidates = [loyalty['storage-scheme.list']]
  const onSaved = (s: StorageScheme) => (toast(t`已保存 ${s.name}`, 'ok'), onClose())
  const { hid } = useWho()
  const level = (f: FormState, id: string) => (
    <Choose
      id={id}
      of={settings['settings.level.list']}
      input={{ hid, pageSize: 0 }}
      value="id"
      label={(l) => l.name}
      chosen={f.values.level as number | undefined}
      onChange={(to) => f.set('level', to ?? null)}
    />
  )
  const fields = [
    { key: 'name' as const, span: 12 },
    'money' as const,
    'moneyGift' as const,
    { key: 'level' as const, control: level, hint: t`储值后会员升到这个等级` },
    'status' as const,
    {
      key: 'coupons' as const,
      span: 12,
      blank: { quantity: 1 },
      columns: [
        { key: 'kindId', title: '赠送卡券', control: coupon },
        { key: 'quantity', width: 110 },
      ],
    },
  ]
  return (
    <Drawer open={scheme !== undefined} onClose={onClose} title={scheme?.id ? t`编辑储值方案` : t`新增储值方案`} size={560} destroyOnHidden>
      {scheme &&
        (scheme.id ? (
          <Form
            of={loyalty['storage-scheme.update']}
            fixed={{ id: scheme.id }}
            initial={scheme}
            fields={fields}
            invalidates={invalidates}
            onDone={onSaved}
            onLeave={onClose}
          />
        ) : (
          <Form
            of={loyalty['storage-scheme.create']}
            initial={{ moneyGift: 0, status: inUse.is.on, coupons: [] }}
            fields={fields}
            invalidates={invalidates}
            onDone={onSaved}
            onLeave={onClose}
          />
        ))}
    </Drawer>
  )
}
