/** A promotion being written: the price that may be crossed out stands beside the one typed. */
import { Button, Select } from 'antd'
import { Choose, Form, Money, t, tr, useCall, useWho, type FormItem, type FormState, type SentOf } from '#kernel/web/index.ts'
import { inUse } from '#kernel/contract/index.ts'
import { billing } from '#modules/billing/contract/endpoints.ts'
import { ProductPicker } from '#modules/products/web/door.tsx'
import { settings } from '#modules/settings/contract/endpoints.ts'
import { campaigns } from '../../contract/endpoints.ts'
import { baseSources, type Promotion } from '../../contract/shapes.promotions.ts'
import { Findings } from '../Findings.tsx'
import { OnePicture, Pictures } from '../PictureField.tsx'
import { stalePromotions } from '../stale.ts'

type Field = keyof SentOf<(typeof campaigns)['promotions.create']> & string

export function PromotionForm({ promotion, close }: { promotion: Partial<Promotion>; close: () => void }) {
  const common = { initial: promotion, fields: fieldsFor(promotion), invalidates: stalePromotions, onDone: close, onLeave: close }
  return promotion.promotionId ? (
    <Form
      of={campaigns['promotions.update']}
      fixed={{ promotionId: promotion.promotionId, ...(promotion.version === undefined ? {} : { version: promotion.version }) }}
      {...common}
    />
  ) : (
    <Form of={campaigns['promotions.create']} {...common} />
  )
}

const fieldsFor = (promotion: Partial<Promotion>): ReadonlyArray<FormItem<Field>> => [
  { key: 'name', span: 12 },
  'category',
  {
    key: 'productId',
    when: (v) => v.category === 1,
    control: (form, id) => (
      <ProductPicker
        id={id}
        chosen={form.values.productId as number | undefined}
        onChange={(product) => form.setAll({ productId: product?.productId ?? null, fiid: null })}
      />
    ),
  },
  { key: 'fiid', when: (v) => v.category !== 1, control: (form, id) => <FeeItemField form={form} id={id} label={promotion.itemName} /> },
  'promotionPrice',
  { key: 'price', hint: t`不填时按规定自动计算` },
  { render: (form) => <BaseHint form={form} /> },
  'fromDate',
  'toDate',
  'limitTotal',
  'limitMember',
  { key: 'levels', span: 12, control: (form, id) => <Levels form={form} id={id} /> },
  { key: 'description', span: 12 },
  { render: (form) => <FormFindings form={form} /> },
  { key: 'wordingReason', span: 12, hint: t`用到要说明的词时填写` },
  {
    group: '医疗广告审查证明',
    when: (v) => v.category === 3,
    items: ['adNo', 'adUntil'],
  },
  {
    key: 'logo',
    span: 12,
    control: (form, id) => <OnePicture id={id} url={form.values.logo as string | null} onChange={(url) => form.set('logo', url)} />,
  },
  {
    key: 'imageUrls',
    span: 12,
    control: (form, id) => (
      <Pictures
        id={id}
        most={20}
        urls={(form.values.imageUrls as string[] | undefined) ?? []}
        onChange={(urls) => form.set('imageUrls', urls)}
      />
    ),
  },
]
function FeeItemField({ form, id, label }: { form: FormState; id: string; label: string | undefined }) {
  const who = useWho()
  return (
    <Choose
      id={id}
      of={billing['feeitem.items']}
      input={{ hid: who.hid, status: inUse.is.on, page_size: 200 }}
      search="search"
      value="fiid"
      label={(item) => item.name}
      chosen={form.values.fiid as number | null | undefined}
      chosenLabel={label}
      onChange={(fiid) => form.setAll({ fiid: fiid ?? null, productId: null })}
    />
  )
}
function Levels({ form, id }: { form: FormState; id: string }) {
  const who = useWho()
  const levels = useCall(settings['settings.level.list'], { hid: who.hid })
  return (
    <Select
      id={id}
      mode="multiple"
      style={{ width: '100%' }}
      placeholder={t`不限`}
      value={(form.values.levels as number[] | null | undefined) ?? []}
      options={(levels.data?.list ?? []).map((l) => ({ value: l.id, label: l.name }))}
      onChange={(ids: number[]) => form.set('levels', ids.length ? ids : null)}
    />
  )
}
/** The highest price that may be crossed out, and the deal it comes from. */
function BaseHint({ form }: { form: FormState }) {
  const who = useWho()
  const { productId, fiid, fromDate } = form.values as { productId?: number | null; fiid?: number | null; fromDate?: string }
  const base = useCall(
    campaigns['promotions.base'],
    { hid: who.hid, ...(productId ? { productId } : {}), ...(fiid ? { fiid } : {}), ...(fromDate ? { fromDate } : {}) },
    { enabled: Boolean(productId) !== Boolean(fiid) },
  )
  const found = base.data
  if (!found) return null
  return (
    <p className="base-hint">
      {t`现价`} <Money of={found.list} /> · {found.base === null ? tr(baseSources[found.source]) : t`可划线的最高价`}{' '}
      {found.base !== null && (
        <>
          <Money of={found.base} />{' '}
          <small>
            {tr(baseSources[found.source])}
            {found.day ? ` ${found.day}` : ''}
          </small>{' '}
          <Button size="small" onClick={() => form.set('price', found.base)}>{t`填入`}</Button>
        </>
      )}
    </p>
  )
}
const FormFindings = ({ form }: { form: FormState }) => (
  <Findings
    texts={[
      ['促销名称', String(form.values.name ?? '')],
      ['促销说明', String(form.values.description ?? '')],
    ]}
  />
)
