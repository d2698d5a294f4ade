/** A traced frame: both rims drawn in mm with their box, its figures, and the smallest blank a lens can be cut from. */
import { useState } from 'react'
import { minimumBlank } from '#modules/exams/contract/formulas/formulas.ts'
import { InputNumber } from 'antd'
import { Figures, Panel, t } from '#kernel/web/index.ts'
import type { DeviceFile } from '../../contract/shapes.ts'
import '../devices.css'

type Frame = NonNullable<DeviceFile['reading']['frame']>
type Trace = NonNullable<Frame['od']>

const mm = (n: number | null) => (n === null ? '—' : `${n.toFixed(2)} mm`)
/** A rim as a path; the page's y runs downwards. */
const pathOf = ({ points }: Trace, x: number): string =>
  `M${points.map(([px, py]) => `${(px + x).toFixed(2)},${(-py).toFixed(2)}`).join('L')}Z`
/** Of one eye by its own distance of the pupil: ED + 2·|(A + DBL − 2·PD) / 2| + 2 mm. */
const blankOf = ({ a, dbl, ed }: Pick<Frame, 'a' | 'dbl' | 'ed'>, pd: number | null): number | undefined =>
  a && dbl && ed && pd ? minimumBlank(ed, a, dbl, pd * 2) : undefined

export function FrameShape({ of: frame }: { of: Frame }) {
  const [pd, setPd] = useState<number | null>(frame.ipdOd ?? frame.ipdOs)
  const [right, left] = [blankOf(frame, frame.ipdOd ?? pd), blankOf(frame, frame.ipdOs ?? pd)]
  return (
    <Panel title={frame.name ?? t`镜架`} note={t`自镜框描迹`}>
      {frame.od || frame.os ? <Drawing of={frame} /> : <p>{t`没有可画的描迹`}</p>}
      <Figures
        items={[
          { label: t`镜圈宽 A`, value: mm(frame.a) },
          { label: t`镜圈高 B`, value: mm(frame.b) },
          { label: t`鼻梁 DBL`, value: mm(frame.dbl) },
          { label: t`有效直径 ED`, value: mm(frame.ed) },
          { label: t`最小毛坯 OD`, value: right === undefined ? '—' : mm(right) },
          { label: t`最小毛坯 OS`, value: left === undefined ? '—' : mm(left) },
        ]}
      />
      {frame.ipdOd === null && (
        <label className="device-pd">
          {t`单眼瞳距`} <InputNumber min={17} max={45} step={0.5} value={pd} onChange={setPd} /> mm
        </label>
      )}
    </Panel>
  )
}

/** As somebody looks at the wearer: the right eye on the left. */
function Drawing({ of: frame }: { of: Frame }) {
  const [a, b, dbl] = [frame.a ?? 50, frame.b ?? 40, frame.dbl ?? 18]
  const centre = (a + dbl) / 2
  const [width, height] = [2 * a + dbl + 8, b + 8]
  const eyes = [
    ['od', frame.od, -centre],
    ['os', frame.os, centre],
  ] as const
  return (
    <svg
      className="device-frame"
      viewBox={`${-width / 2} ${-height / 2} ${width} ${height}`}
      role="img"
      aria-label={t`镜框形状 ${mm(frame.a)} × ${mm(frame.b)}`}
    >
      {eyes.map(([eye, trace, x]) => (
        <g key={eye} className={eye}>
          {trace && <path d={pathOf(trace, x)} />}
          {trace && <rect x={x - trace.a / 2} y={-trace.b / 2} width={trace.a} height={trace.b} />}
          <text x={x} y={0}>
            {eye.toUpperCase()}
          </text>
        </g>
      ))}
    </svg>
  )
}
