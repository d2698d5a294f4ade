/** Commission rules of a store: share by role and scope, from a day on. A rule in force is never changed, only succeeded. */
import { Button, Drawer } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { showMoney } from '#kernel/contract/index.ts'
import {
  Act,
  Choose,
  DataTable,
  Form,
  Link,
  Screen,
  confirm,
  t,
  toast,
  today,
  tr,
  useSend,
  useWho,
  type FormItem,
  type FormState,
} from '#kernel/web/index.ts'
import { products } from '#modules/products/contract/endpoints.ts'
import { ProductPicker } from '#modules/products/web/door.tsx'
import { kinds } from '#modules/billing/contract/fields.ts'
import { commission, type CommissionRule } from '../../contract/commission.ts'

const stale = [commission['statistics.commission-rules']]
const CONSULTANT = 5
const rateOf = ({ percent, piece }: CommissionRule): string => {
  if (percent !== null) return `${percent}%`
  return piece === null ? t`停用` : t`每件 ${showMoney(piece)}`
}
const scopeOf = ({ role, kind, brandName, productName }: CommissionRule): string => {
  if (productName) return productName
  if (brandName) return t`品牌 ${brandName}`
  if (kind !== null) return tr(kinds[kind] ?? '')
  return role === CONSULTANT ? t`会员充值` : t`全部`
}

export default function Commission() {
  const { hid } = useWho()
  const [adding, setAdding] = useState(false)
  return (
    <Screen fill note={t`明细按成交那天的规则计提，退款在退的那天按原来的规则扣回。规则从本月起生效，过去的月份不再改变`}>
      <DataTable
        of={commission['statistics.commission-rules']}
        input={{ hid }}
        rowKey="ruleId"
        onNew={() => setAdding(true)}
        columns={[
          { key: 'role', sort: false },
          { key: 'kind', title: t`范围`, sort: false, render: scopeOf },
          { key: 'percent', title: t`提成`, sort: false, render: (r) => <b className="num">{rateOf(r)}</b> },
          { key: 'fromDay', sort: false },
          { key: 'untilDay', title: t`直到`, sort: false, render: (r) => (r.untilDay ? t`${r.untilDay} 被替换` : '') },
          { key: 'byName', sort: false },
        ]}
        tools={
          <>
            <Link to="/statistics/performance">{t`绩效统计`}</Link>
            <Button type="primary" icon={<Plus size={14} />} onClick={() => setAdding(true)}>{t`新建规则`}</Button>
          </>
        }
        actions={(rule) => <Remove rule={rule} />}
        empty={{ text: t`还没有提成规则。例如：销售，镜架，3%` }}
      />
      <Drawer title={t`新建规则`} open={adding} onClose={() => setAdding(false)} size={560} destroyOnHidden>
        <Rule hid={hid} close={() => setAdding(false)} />
      </Drawer>
    </Screen>
  )
}

const chosen = (form: FormState, key: string): number | undefined => {
  const value = form.values[key]
  return typeof value === 'number' ? value : undefined
}
/** A rule covers one kind, brand or product: selecting one clears the others. */
const scope: ReadonlyArray<FormItem<'kind' | 'brandId' | 'productId'>> = [
  {
    key: 'kind',
    span: 4,
    when: (v) => v.role !== CONSULTANT,
    options: Object.entries(kinds).map(([value, label]) => ({ value: Number(value), label: tr(label) })),
  },
  {
    key: 'brandId',
    span: 4,
    when: (v) => v.role !== CONSULTANT,
    control: (form, id) => (
      <Choose
        id={id}
        of={products['brand.list']}
        input={{ per_page: 500 }}
        value="brandId"
        label={(b) => b.name}
        chosen={chosen(form, 'brandId')}
        onChange={(brandId) => form.set('brandId', brandId ?? null)}
      />
    ),
  },
  {
    key: 'productId',
    span: 4,
    when: (v) => v.role !== CONSULTANT,
    control: (form, id) => (
      <ProductPicker id={id} chosen={chosen(form, 'productId')} onChange={(p) => form.set('productId', p?.productId ?? null)} />
    ),
  },
]
function Rule({ hid, close }: { hid: number; close: () => void }) {
  return (
    <Form
      of={commission['statistics.commission-add']}
      fixed={{ hid }}
      initial={{ role: 1, fromDay: `${today().slice(0, 7)}-01` }}
      invalidates={stale}
      before={(v) => (v.role === CONSULTANT ? { ...v, kind: null, brandId: null, productId: null } : v)}
      fields={[
        { key: 'role', span: 6 },
        { key: 'fromDay', span: 6, hint: t`本月一日或以后` },
        { group: '范围', note: t`类别、品牌、商品选一个；都不选是全部。范围小的规则优先`, items: scope },
        {
          group: '提成',
          note: t`填一个；都不填表示从这一天起停用这个范围的规则`,
          items: [
            { key: 'percent', span: 6 },
            { key: 'piece', span: 6 },
          ],
        },
      ]}
      onDone={() => (toast(t`规则已生效，当月的提成已重算`, 'ok'), close())}
      onLeave={close}
    />
  )
}

function Remove({ rule }: { rule: CommissionRule }) {
  const remove = useSend(commission['statistics.commission-remove'], { invalidates: stale, onSuccess: () => toast(t`已删除`, 'ok') })
  const confirmDelete = async () => {
    if (await confirm({ message: t`删除这条还没有生效的规则？`, danger: true })) remove.mutate({ ruleId: rule.ruleId })
  }
  return (
    <Act
      size="small"
      type="text"
      unless={rule.fromDay <= today() && t`已经生效的规则不能删除，可以新建一条停用它`}
      onClick={() => void confirmDelete()}
    >
      {t`删除`}
    </Act>
  )
}
