/** A user's card: what is left, its movements, and the verbs the account holds. */
import { Drawer, Segmented } from 'antd'
import { useState } from 'react'
import { inUse } from '#kernel/contract/index.ts'
import { Empty, Facts, Form, Link, Money, Rows, Until, t, toast, tr, useCall, useCan, useWho } from '#kernel/web/index.ts'
import { account } from '#modules/account/contract/endpoints.ts'
import { payments } from '#modules/payments/contract/endpoints.ts'
import { PatientPicker } from '#modules/patients/web/door.tsx'
import { brandNames, cardUnits, unit } from '../../contract/brands.ts'
import { lineKinds, type CardLine } from '../../contract/cards.ts'
import { training } from '../../contract/endpoints.ts'
import { modulesField } from '../ModulesField.tsx'
import { LIVE, stale } from '../stale.ts'
import type { User } from './UserList.tsx'

const acts = {
  lines: '流水',
  renew: '开卡续费',
  refund: '退费',
  upgrade: '升级',
  delay: '延期',
  durations: '时长',
  mapping: '对应会员',
} as const
type Deed = keyof typeof acts
const moneyStale = [...stale, payments['sdx-account.hospital-balance'], payments['sdx-account.balance-list']]

export function CardDrawer({ of: item, onClose }: { of: User | undefined; onClose: () => void }) {
  return (
    <Drawer title={item && t`${item.name} 的训练卡`} open={item !== undefined} onClose={onClose} size={560} destroyOnHidden>
      {item && <CardOf key={item.id} id={item.id} first={item} />}
    </Drawer>
  )
}
function CardOf({ id, first }: { id: number; first: User }) {
  const can = useCan()
  const { hid, hospitalSettings } = useWho()
  const [deed, setDeed] = useState<Deed>('lines')
  const list = useCall(
    training['train.sdx-users.list'],
    { hid, brand: first.brand, name: first.name, pageSize: 50 },
    { live: LIVE, keep: true },
  )
  const user = list.data?.list.find((u) => u.id === id) ?? first
  const open: Deed[] = [
    'lines',
    ...(can('train:card') ? (['renew', 'refund', 'upgrade', 'delay'] as const) : []),
    ...(can('train:edit') ? (['durations'] as const) : []),
    ...(can('train:edit') && hospitalSettings?.sdxMappingAuth ? (['mapping'] as const) : []),
  ]
  const done = (sentence: string) => (toast(sentence, 'ok'), setDeed('lines'))
  return (
    <div className="train-card">
      <Facts
        columns={2}
        items={[
          ['品牌', tr(brandNames[user.brand])],
          ['剩余', `${user.left} ${tr(cardUnits[user.unit])}`],
          ['有效期至', user.endsOn],
          [
            '会员',
            user.pid ? (
              <Link key="member" to={`/patients/detail/${user.pid}/train`}>
                {user.patientName}
              </Link>
            ) : (
              t`未对应`
            ),
          ],
          ['每日时长', user.dailyTrainDuration === null ? null : t`${user.dailyTrainDuration} 分钟`],
          ['最近训练', user.lastDone],
        ]}
      />
      <Segmented<Deed>
        aria-label={t`训练卡操作`}
        value={deed}
        options={open.map((key) => ({ value: key, label: tr(acts[key]) }))}
        onChange={setDeed}
      />
      {deed === 'lines' && <Lines sdxUid={user.id} />}
      {deed === 'renew' && <RenewForm of={user} onDone={done} />}
      {deed === 'refund' && <RefundForm of={user} onDone={done} />}
      {deed === 'upgrade' && <UpgradeForm of={user} onDone={done} />}
      {deed === 'delay' && <DelayForm of={user} onDone={done} />}
      {deed === 'durations' && <DurationForm of={user} onDone={done} />}
      {deed === 'mapping' && <MappingForm of={user} onDone={done} />}
    </div>
  )
}
interface DeedProps {
  of: User
  onDone: (sentence: string) => void
}

/** Movements as lines that end in what is left. */
function Lines({ sdxUid }: { sdxUid: number }) {
  const lines = useCall(training['train.sdxAccount.records'], { sdxUid, per_page: 100 }, { live: LIVE })
  const rows = lines.data?.list ?? []
  return (
    <Until of={lines}>
      {rows.length === 0 ? (
        <Empty text={t`还没有开卡`} />
      ) : (
        <div className="train-scroll" tabIndex={0} role="region" aria-label={t`卡流水`}>
          <Rows
            rows={rows}
            rowKey={(r: CardLine) => r.id}
            columns={[
              { title: t`时间`, cell: (r) => r.at.slice(0, 16) },
              { title: t`类型`, cell: (r) => tr(lineKinds[r.kind]) },
              { title: t`数量`, right: true, cell: (r) => (r.units > 0 ? `+${r.units}` : r.units || t`延 ${r.days ?? 0} 天`) },
              { title: t`单价`, right: true, cell: (r) => (r.unitPrice ? <Money of={r.unitPrice} /> : '') },
              { title: t`门店余额支出`, right: true, cell: (r) => (r.amount ? <Money of={r.amount} /> : '') },
              { title: t`原因`, cell: (r) => r.reason ?? r.billNo ?? r.combinationName ?? '' },
              { title: t`经办人`, cell: (r) => r.staffName },
            ]}
          />
        </div>
      )}
    </Until>
  )
}

function RenewForm({ of: item, onDone }: DeedProps) {
  const { hid } = useWho()
  const combos = useCall(training['train.combinations.list'], { hid, status: inUse.is.on, per_page: 100 })
  const brands = useCall(training['train.brands'], { hid })
  const brand = brands.data?.find((b) => b.brand === item.brand)
  const word = brand ? tr(cardUnits[brand.unit]) : ''
  const counts = item.unit === unit.days ? ('days' as const) : ('times' as const)
  return (
    <>
      {brand && <p className="soft">{t`每${word} ¥${brand.price.toFixed(2)}，从门店余额扣；每${word}有效 ${brand.validDays} 天`}</p>}
      <Form
        of={training['train.sdxAccount.renew']}
        fixed={{ sdxUid: item.id }}
        invalidates={moneyStale}
        saveLabel={t`开卡续费`}
        fields={[
          { key: counts, label: counts === 'days' ? '天数' : '次数', when: (v) => v.combinationId === undefined },
          {
            key: 'combinationId',
            options: (combos.data?.list ?? []).map((c) => ({ value: c.id, label: c.name })),
            hint: t`选组合按 12 周计`,
            when: (v) => v[counts] === undefined,
          },
          { key: 'fbid', label: '收费单编号', hint: t`由已收费的收费单开卡时填写` },
        ]}
        onDone={(answer) => onDone(t`已开卡，剩 ${answer.left}，门店余额 ¥${answer.balance.toFixed(2)}`)}
      />
    </>
  )
}
const RefundForm = ({ of: item, onDone }: DeedProps) => (
  <>
    <p className="soft">{t`最多可退 ${item.left} ${tr(cardUnits[item.unit])}，从最近开的退起，按当时的单价退回门店余额；会员的钱在收费单里退`}</p>
    <Form
      of={training['train.sdxAccount.refund']}
      fixed={{ sdxUid: item.id }}
      invalidates={moneyStale}
      saveLabel={t`退费`}
      fields={['refundDay', { key: 'reason', span: 12 }]}
      onDone={(answer) => onDone(t`已退 ¥${(-answer.amount).toFixed(2)}，剩 ${answer.left}`)}
    />
  </>
)
function UpgradeForm({ of: item, onDone }: DeedProps) {
  const { hid } = useWho()
  const brands = useCall(training['train.brands'], { hid })
  const others = (brands.data ?? []).filter((b) => b.brand !== item.brand && b.status === inUse.is.on)
  const counts = (v: { brand?: unknown }) => others.find((b) => b.brand === v.brand)?.unit
  return (
    <>
      <p className="soft">{t`剩余按原价折算，差价从门店余额扣；不填数量时数量不变`}</p>
      <Form
        of={training['train.sdxAccount.upgrade']}
        fixed={{ sdxUid: item.id }}
        invalidates={moneyStale}
        saveLabel={t`升级`}
        fields={[
          {
            key: 'brand',
            label: '升级为',
            options: others.map((b) => ({ value: b.brand, label: `${b.label} ¥${b.price.toFixed(2)}/${tr(cardUnits[b.unit])}` })),
          },
          { key: 'days', label: '天数', when: (v) => counts(v) === unit.days },
          { key: 'times', label: '次数', when: (v) => counts(v) === unit.times },
          { key: 'reason', span: 12 },
        ]}
        onDone={(answer) => onDone(t`已升级，补差 ¥${answer.amount.toFixed(2)}`)}
      />
    </>
  )
}
function DelayForm({ of: item, onDone }: DeedProps) {
  const { hid, ctid } = useWho()
  const staff = useCall(account['staff.by-clinic'], { hid }, { stale: 300_000 })
  return (
    <>
      <p className="soft">{t`延期只改有效期，不加天数；每年最多 90 天`}</p>
      <Form
        of={training['train.sdxAccount.delay']}
        fixed={{ sdxUid: item.id }}
        invalidates={stale}
        saveLabel={t`延期`}
        fields={[
          'days',
          {
            key: 'approver',
            options: (staff.data?.list ?? []).filter((c) => c.ctid !== ctid).map((c) => ({ value: c.ctid, label: c.name })),
          },
          { key: 'reason', span: 12 },
        ]}
        onDone={(answer) => onDone(t`有效期延至 ${answer.endsOn ?? ''}`)}
      />
    </>
  )
}
/** Durations are of the family the user belongs to. */
const durationCall = (item: User) => training[item.purpose === 1 ? 'train.myopia.durations' : 'train.sdx.durations']
function DurationForm({ of: item, onDone }: DeedProps) {
  const durations = useCall(training['train.sdx.durations.get'], { sdxUid: item.id })
  return (
    <Until of={durations}>
      <Form
        of={durationCall(item)}
        fixed={{ sdxUid: item.id }}
        initial={durations.data ?? {}}
        invalidates={[training['train.sdx.durations.get'], ...stale]}
        fields={[
          'dailyTrainDuration',
          'singleTrainDuration',
          'intervalDays',
          { key: 'trainTypes', span: 12, control: modulesField('trainTypes') },
        ]}
        onDone={() => onDone(t`训练时长已保存`)}
      />
    </Until>
  )
}
function MappingForm({ of: item, onDone }: DeedProps) {
  const [pid, setPid] = useState<number | null>(item.pid)
  return (
    <Form
      of={training['train.sdxAccount.mapping']}
      fixed={{ sdxUid: item.id, pid }}
      invalidates={stale}
      fields={[
        {
          key: 'pid',
          label: '会员',
          span: 12,
          control: (_, id) => <PatientPicker id={id} chosen={pid ?? undefined} onChange={(to) => setPid(to ?? null)} />,
          hint: t`留空表示解除对应`,
        },
      ]}
      onDone={() => onDone(t`已保存`)}
    />
  )
}
