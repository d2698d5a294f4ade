/** The final inspection: what the tolerance set asks for is read from the lensmeter, right eye first, and judged before it is kept. */
import { Input } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { clinicNow, eyesOf, isReason, type z } from '#kernel/contract/index.ts'
import { Act, Can, Dot, EyeGrid, Panel, Reason, t, trSentence, useCan, useSend, type FormValues } from '#kernel/web/index.ts'
import { concessionReasons, SUPERVISOR, whyNoConcession } from '../../../contract/check/concession.ts'
import { frameOrders } from '../../../contract/endpoints.ts'
import { designOf, readingsIn } from '../../../contract/reading.ts'
import { Measured, type FrameOrderInfo } from '../../../contract/shapes.ts'
import { frameOrder } from '../../../contract/states.ts'
import { cellsToMeasure, judge, type ToleranceColumn, type Judgement } from '../../../contract/check/tolerance.ts'
import { JudgedTable } from './JudgedTable.tsx'
import { Lensmeter, type LensmeterReadings } from './Lensmeter.tsx'
import { Reject } from './Reject.tsx'

type Readings = z.output<typeof Measured>
type Props = { order: FrameOrderInfo }

/** Cells the judge asks for that nobody touched. The base of no prism is no reading. */
function untouched(cells: ReadonlySet<string>, value: FormValues): string[] {
  const empty = (name: string) => value[name] === undefined || value[name] === null || value[name] === ''
  return [...cells].filter((name) => empty(name) && !(name.startsWith('base') && value[name.replace('base', 'prism')] === 0))
}
/** What was ordered of the columns, as the grid shows it beside each cell. */
const orderedIn = (order: FrameOrderInfo, columns: readonly ToleranceColumn[]): FormValues =>
  Object.fromEntries(columns.flatMap((c) => [`${c}Od` as const, `${c}Os` as const].map((name) => [name, order[name]])))

export function Final({ order }: Props) {
  // Nothing measured is ever pre-filled: an untouched cell is not measured, and stops the glasses.
  const [value, setValue] = useState<FormValues>({})
  const [read, setRead] = useState<LensmeterReadings>()
  const grid = useRef<HTMLDivElement>(null)
  const may = useCan()('frame:inspect')
  // A scanned ticket opens the order: the caret waits in the first cell.
  useEffect(() => {
    if (may) grid.current?.querySelector<HTMLElement>('[data-field]')?.focus()
  }, [may])
  const [today, design] = [clinicNow().slice(0, 10), designOf(order.binocleType)]
  const { columns, cells } = cellsToMeasure(eyesOf(order), design, today)
  const parsed = Measured.safeParse(value)
  const left = untouched(cells, value).length
  const measured = parsed.success && left === 0 ? parsed.data : undefined
  // What is typed over a reading is typed: the file no longer stands behind the pair.
  const type = (patch: FormValues) => {
    setValue({ ...value, ...patch })
    if (
      read &&
      Object.entries(patch).some(([name, n]) => name in read.values && n !== Object.entries(read.values).find(([is]) => is === name)?.[1])
    )
      setRead(undefined)
  }
  const fill = (from: LensmeterReadings) => {
    const readings = Object.fromEntries(Object.entries(from.values).filter(([name, n]) => n !== null && cells.has(name)))
    setRead({ ...from, values: readings })
    setValue({ ...value, ...readings })
    const [next] = untouched(cells, { ...value, ...readings })
    grid.current?.querySelector<HTMLElement>(`[data-field="${next ?? ''}"]`)?.focus()
  }
  return (
    <Panel title={t`终检`} note={t`焦度计实测`} className="stage">
      <Lensmeter id={order.recordFrameId} read={read} onRead={fill} />
      <div ref={grid}>
        <EyeGrid
          shape={Measured}
          bases={columns}
          value={value}
          onChange={type}
          previous={orderedIn(order, columns)}
          previousLabel={t`订单度数`}
          onTake={null}
        />
      </div>
      <Verdict
        order={order}
        measured={measured}
        left={left}
        lensmeterId={read?.fileId}
        of={measured && judge({ rx: eyesOf(order), measured: readingsIn(measured), design, date: today })}
      />
      <Reject order={order} />
    </Panel>
  )
}

interface VerdictProps extends Props {
  measured: Readings | undefined
  /** Cells nobody touched. */
  left: number
  /** File of the readings, where nothing was typed over. */
  lensmeterId: number | undefined
  of: Judgement | undefined
}
/**
 * The judgement by the server's own function as soon as all is measured, and where it leads: to pick-up, or past it by a supervisor's
 * concession.
 */
function Verdict({ order, measured, left, lensmeterId, of: judgement }: VerdictProps) {
  const [shelf, setShelf] = useState('')
  const status = useSend(frameOrders['frame.status'])
  const failed = judgement?.verdict === 'fail'
  const wrong = judgement && measured && whyNoConcession(judgement, eyesOf(order), readingsIn(measured))
  const never = wrong === undefined ? undefined : t`不能让步放行，请返工或重做：${trSentence(wrong)}`
  const why = (!measured && t`还有 ${left} 格未测量`) || (failed && t`判定不合格，不能放行`)
  const send = (extra: object) =>
    measured &&
    status.mutate({
      id: order.recordFrameId,
      status: frameOrder.is.ready,
      measured,
      lensmeterId: lensmeterId ?? null,
      shelf: shelf || null,
      ...extra,
    })
  return (
    <>
      {judgement && (
        <>
          <p role="status">
            <Dot tone={failed ? 'bad' : 'ok'}>{failed ? t`不合格` : t`合格`}</Dot> {judgement.setId}
          </p>
          <JudgedTable items={judgement.items} />
        </>
      )}
      <Can code="frame:inspect">
        <div className="stage-actions">
          <Act type="primary" unless={why} loading={status.isPending} onClick={() => send({})}>{t`终检合格，待取镜`}</Act>
          <Input
            aria-label={t`货位`}
            placeholder={t`货位`}
            style={{ width: 110 }}
            value={shelf}
            onChange={(e) => setShelf(e.target.value)}
            onPressEnter={() => !why && send({})}
          />
          {!measured && <Dot tone="warn">{t`还有 ${left} 格未测量`}</Dot>}
        </div>
      </Can>
      {failed && <Concession never={never} onGive={(concession) => send({ concession })} />}
    </>
  )
}

interface ConcessionProps {
  /** Why nobody may let the pair pass. */
  never: string | undefined
  onGive: (reason: string) => void
}
/** A supervisor lets a pair pass that is a little beyond its tolerance, for a reason. */
function Concession({ never, onGive }: ConcessionProps) {
  const [reason, setReason] = useState('')
  return (
    <Can code={SUPERVISOR.can}>
      <div className="stage-actions">
        <Reason
          finding={{ sentence: t`让步放行`, unless: null, who: SUPERVISOR.who }}
          reasons={concessionReasons}
          value={reason}
          onChange={setReason}
        />
        <Act
          danger
          unless={never ?? (!isReason(concessionReasons, reason.trim()) && t`请选择让步放行理由`)}
          onClick={() => onGive(reason)}
        >{t`让步放行`}</Act>
      </div>
    </Can>
  )
}
