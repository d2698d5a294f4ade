/** The final inspection: what the tolerance set asks for is read from the lensmeter, right eye first, and judged before it is kept. */
import { Input } from 'antd'
import { useState } from 'react'
import { clinicNow, eyesOf, type z } from '#kernel/contract/index.ts'
import { Act, Can, Dot, EyeGrid, Panel, t, useSend, type OutOf, type Values } from '#kernel/web/index.ts'
import { frameOrders } from '../../contract/endpoints.ts'
import { designOf } from '../../contract/reading.ts'
import { Measured, type FrameOrderInfo } from '../../contract/shapes.ts'
import { frameOrder } from '../../contract/states.ts'
import { cellsToMeasure, type Column } from '../../contract/tolerance.ts'
import { JudgedTable } from './JudgedTable.tsx'
import { Reject } from './Reject.tsx'

type Readings = z.output<typeof Measured>
type Props = { order: FrameOrderInfo }

/** Cells the judge asks for that nobody touched. The base of no prism is no reading. */
function untouched(cells: ReadonlySet<string>, value: Values): string[] {
  const empty = (name: string) => value[name] === undefined || value[name] === null || value[name] === ''
  return [...cells].filter((name) => empty(name) && !(name.startsWith('base') && value[name.replace('base', 'prism')] === 0))
}
/** What was ordered of the columns, as the grid shows it beside each cell. */
const orderedIn = (order: FrameOrderInfo, columns: readonly Column[]): Values =>
  Object.fromEntries(columns.flatMap((c) => [`${c}Od` as const, `${c}Os` as const].map((name) => [name, order[name]])))

export function Final({ order }: Props) {
  // Nothing measured is ever pre-filled: an untouched cell is not measured, and stops the glasses.
  const [value, setValue] = useState<Values>({})
  const judge = useSend(frameOrders['frame.judge'])
  const { columns, cells } = cellsToMeasure(eyesOf(order), designOf(order.binocleType), clinicNow().slice(0, 10))
  const parsed = Measured.safeParse(value)
  const measured = parsed.success ? parsed.data : undefined
  const left = untouched(cells, value).length
  return (
    <Panel title={t`终检`} note={t`焦度计实测`} className="stage">
      <EyeGrid
        shape={Measured}
        bases={columns}
        value={value}
        onChange={(patch) => {
          setValue({ ...value, ...patch })
          judge.reset()
        }}
        previous={orderedIn(order, columns)}
        previousLabel={t`订单度数`}
      />
      <Can code="frame:inspect">
        <div className="stage-actions">
          <Act
            unless={(left > 0 || !measured) && t`还有 ${left} 格未测量`}
            loading={judge.isPending}
            onClick={() => measured && judge.mutate({ id: order.recordFrameId, measured })}
          >{t`按标准判定`}</Act>
          {left > 0 && <Dot tone="warn">{t`还有 ${left} 格未测量`}</Dot>}
        </div>
      </Can>
      {judge.data && measured && <Verdict order={order} measured={measured} of={judge.data} />}
      <Reject order={order} />
    </Panel>
  )
}

interface VerdictProps extends Props {
  measured: Readings
  of: OutOf<(typeof frameOrders)['frame.judge']>
}
/** The judgement, and where it leads: to pick-up, or past it by a supervisor's concession. */
function Verdict({ order, measured, of: { verdict, setId, items } }: VerdictProps) {
  const [shelf, setShelf] = useState('')
  const [concession, setConcession] = useState('')
  const status = useSend(frameOrders['frame.status'])
  const send = (extra: object) =>
    status.mutate({ id: order.recordFrameId, status: frameOrder.is.ready, measured, shelf: shelf || null, ...extra })
  return (
    <>
      <p>
        <Dot tone={verdict === 'pass' ? 'ok' : 'bad'}>{verdict === 'pass' ? t`合格` : t`不合格`}</Dot> {setId}
      </p>
      <JudgedTable items={items} />
      <Can code="frame:inspect">
        <div className="stage-actions">
          <Input
            aria-label={t`货位`}
            placeholder={t`货位`}
            style={{ width: 110 }}
            value={shelf}
            onChange={(e) => setShelf(e.target.value)}
            onPressEnter={() => verdict === 'pass' && send({})}
          />
          <Act
            type="primary"
            autoFocus={verdict === 'pass'}
            unless={verdict === 'fail' && t`判定不合格，不能放行`}
            loading={status.isPending}
            onClick={() => send({})}
          >{t`终检合格，待取镜`}</Act>
        </div>
      </Can>
      {verdict === 'fail' && (
        <Can code="frame:supervise">
          <div className="stage-actions">
            <Input
              aria-label={t`让步放行理由`}
              placeholder={t`让步放行理由`}
              style={{ width: 320 }}
              value={concession}
              onChange={(e) => setConcession(e.target.value)}
            />
            <Act danger unless={!concession.trim() && t`请填写让步放行理由`} onClick={() => send({ concession })}>{t`让步放行`}</Act>
          </div>
        </Can>
      )}
    </>
  )
}
