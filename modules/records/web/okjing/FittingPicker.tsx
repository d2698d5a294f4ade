/** Chooses one of a member's fittings that a second person has checked: lenses are ordered after no other. */
import { Select } from 'antd'
import { showDioptre, showNumber } from '#kernel/contract/index.ts'
import { t, useCall, type OutOf } from '#kernel/web/index.ts'
import { records } from '../../contract/endpoints.ts'
import { recordMachine } from '../../contract/okjing/states.ts'

type Fitting = OutOf<(typeof records)['fitting.list']>['list'][number]
const side = (name: string, bc: number | null, target: number | null): string => `${name} ${showNumber(bc, 2)} · ${showDioptre(target)}`
const shown = ({ recordAt, product, bcOd, targetOd, bcOs, targetOs, fittedOd, fittedOs }: Fitting): string =>
  [recordAt.slice(0, 10), product, fittedOd ? side('R', bcOd, targetOd) : '', fittedOs ? side('L', bcOs, targetOs) : '']
    .filter(Boolean)
    .join('  ')

export function FittingPicker({
  pid,
  chosen,
  onChange,
  id,
  autoFocus,
}: {
  pid: number | undefined
  chosen: number | undefined
  onChange: (fittingId: number | undefined) => void
  id?: string
  autoFocus?: boolean
}) {
  const checked = { pid: pid ?? 0, status: recordMachine.is.signed, page_num: 1, page_size: 20 }
  const list = useCall(records['fitting.list'], checked, { enabled: pid !== undefined })
  const rows = list.data?.list ?? []
  return (
    <Select
      allowClear
      {...(id ? { id } : {})}
      autoFocus={autoFocus ?? false}
      style={{ width: '100%' }}
      disabled={pid === undefined}
      placeholder={placeholder(pid, list.data && rows.length)}
      loading={list.isLoading}
      value={chosen ?? undefined}
      onChange={(value: number | undefined) => onChange(value)}
      options={rows.map((fitting) => ({ value: fitting.id, label: shown(fitting) }))}
    />
  )
}
function placeholder(pid: number | undefined, many: number | undefined): string {
  if (pid === undefined) return t`先选择会员`
  if (many === undefined) return t`正在读取…`
  return many ? t`选择已核对的配适` : t`没有已核对的配适，可直接录入参数`
}
