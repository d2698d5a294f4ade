/** Finds a lens for an order: what fits first, with what it costs this member; what does not fit says why and cannot be taken. */
import { Checkbox, Select } from 'antd'
import { useState } from 'react'
import { metaOf, showMoney } from '#kernel/contract/index.ts'
import { Badge, t, tr, useCall, useSettled } from '#kernel/web/index.ts'
import { products } from '#modules/products/contract/endpoints.ts'
import { productFields } from '#modules/products/contract/fields.ts'
import { frameOrders } from '../../contract/endpoints.ts'
import type { LensFit } from '../../contract/shapes.ts'
import type { GlassesChoice } from './choice.ts'

type LensType = LensFit['lensType']
/** What the lists of both eyes leave out. */
export interface LensFilter {
  /** Null for all. */
  lensType: LensType
  fits: boolean
}
const TYPES = Object.entries(metaOf(productFields.lensType).options ?? {})

export const LensFilters = ({ of: filter, onChange }: { of: LensFilter; onChange: (filter: LensFilter) => void }) => (
  <div className="stage-actions lens-filters">
    <Select
      aria-label={t`镜片类型`}
      allowClear
      placeholder={t`全部类型`}
      style={{ width: 140 }}
      value={filter.lensType}
      options={TYPES.map(([value, label]) => ({ value: productFields.lensType.parse(Number(value)), label: tr(label) }))}
      onChange={(lensType: LensType | undefined) => onChange({ ...filter, lensType: lensType ?? null })}
    />
    <Checkbox checked={filter.fits} onChange={(e) => onChange({ ...filter, fits: e.target.checked })}>{t`只看合适的`}</Checkbox>
  </div>
)

interface LensPickerProps {
  recordFrameId: number
  choice: GlassesChoice
  /** Whose lens it is; `ou` when one lens is for both. */
  eye: 'od' | 'os' | 'ou'
  filter: LensFilter
  id: string
  chosen: number | null
  onChange: (productId: number | null) => void
}
export function LensPicker({ recordFrameId, choice, eye, filter, id, chosen, onChange }: LensPickerProps) {
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const settled = useSettled(typed.trim())
  const { frameProductId, frameA, frameDbl, frameEd, ownFrame } = choice
  const filters = Object.entries({ frameProductId, frameA, frameDbl, frameEd, lensType: filter.lensType, text: settled || undefined })
  const list = useCall(
    frameOrders['frame.lenses'],
    {
      id: recordFrameId,
      eye,
      ownFrame,
      fits: filter.fits,
      per_page: 50,
      ...Object.fromEntries(filters.filter(([, value]) => value !== null && value !== undefined)),
    },
    { enabled: open, keep: true },
  )
  // What is typed replaces the former choice: until its answer is there, there is nothing to take.
  const answered = !typed.trim() || (typed.trim() === settled && !list.isFetching)
  const lenses = answered ? (list.data?.list ?? []) : []
  const name = useName(chosen, lenses)
  const outside = chosen !== null && !typed.trim() && !lenses.some((l) => l.productId === chosen)
  return (
    // Enter before the answer waits for it: there is nothing to take yet.
    <span className="finder" onKeyDownCapture={(e) => e.key === 'Enter' && !answered && e.stopPropagation()}>
      <Select
        id={id}
        style={{ width: '100%' }}
        allowClear
        placeholder={t`名称、型号或拼音首字母；先列合适的`}
        showSearch={{ filterOption: false, onSearch: setTyped, searchValue: typed }}
        loading={list.isFetching}
        notFoundContent={answered && !list.isFetching ? t`没有找到` : t`正在读取…`}
        open={open}
        onOpenChange={setOpen}
        listHeight={360}
        value={chosen}
        options={[
          ...(outside ? [{ value: chosen, label: name, lens: undefined, disabled: false }] : []),
          ...lenses.map((lens) => ({ value: lens.productId, label: lens.name, lens, disabled: lens.level === 'block' })),
        ]}
        optionRender={({ data }) => (data.lens ? <Option of={data.lens} /> : data.label)}
        onChange={(value: number | null | undefined) => {
          setTyped('')
          onChange(value ?? null)
        }}
      />
    </span>
  )
}

/** Name of the lens chosen: of the list, or read by its number. */
function useName(chosen: number | null, lenses: readonly LensFit[]): string {
  const listed = lenses.find((l) => l.productId === chosen)
  const read = useCall(products['product.info'], { id: chosen ?? 0 }, { enabled: chosen !== null && !listed })
  return listed?.name ?? (read.data?.productId === chosen ? read.data.name : '')
}

/** What is said of both eyes alike is said once. */
function sentences(reasons: readonly string[]): string[] {
  const sideOf = (side: string) => reasons.filter((r) => r.startsWith(side)).map((r) => r.slice(side.length))
  const [right, left] = [t`右眼`, t`左眼`]
  const both = sideOf(right).filter((r) => sideOf(left).includes(r))
  return [...both.map((r) => t`双眼` + r), ...reasons.filter((r) => !both.some((b) => r === right + b || r === left + b))]
}

const TONE = { ok: 'ok', warn: 'warn', block: 'bad' } as const
const Option = ({ of: l }: { of: LensFit }) => (
  <span className="lens-option">
    <span>
      {l.name} {l.level !== 'ok' && <Badge tone={TONE[l.level]}>{l.level === 'warn' ? t`要确认` : t`不合适`}</Badge>}{' '}
      {l.stock === null ? (
        <Badge tone="info">{t`订制`}</Badge>
      ) : (
        <Badge tone={l.stock ? 'ok' : 'neutral'}>{l.stock ? t`库存 ${l.stock}` : t`无库存`}</Badge>
      )}
    </span>
    <small className="num">
      {l.edge !== null && <span className="soft">{t`最厚 ${l.edge.toFixed(1)} mm`} </span>}
      {l.due !== l.price && <s className="soft">{showMoney(l.price)}</s>} {showMoney(l.due)}
    </small>
    {l.reasons.length > 0 && <small className={`why ${l.level}`}>{sentences(l.reasons).join('；')}</small>}
  </span>
)
