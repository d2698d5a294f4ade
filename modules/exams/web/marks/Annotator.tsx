/**
 * Drawing on a picture with the pointer or with the keys: arrows move the cross, Enter sets. Each shape has a line in words; what they
 * suggest is copied by whoever wants it.
 */
import { Button } from 'antd'
import { useState, type KeyboardEvent, type PointerEvent } from 'react'
import { circlePath } from '#kernel/contract/drawing.ts'
import { spokenWords } from '#kernel/web/i18n.ts'
import { Strokes, t, toast, tr, unless } from '#kernel/web/index.ts'
import { frameOf, isGraded, merged, stamps, templates, type Frame, type ImagePoint, type MarkShape } from '../../contract/images/marks.ts'
import type { ExamImage } from '../../contract/images/shapes.ts'
import { spoken, suggested } from '../../contract/images/spoken.ts'
import { strokesOf } from '../../contract/images/strokes.ts'

/** Width of a grown cornea, mm: what the template is laid on with. */
const WHITE_TO_WHITE = 11.8
type Stamp = keyof typeof stamps
type Tool = (typeof TOOLS)[number]
const tools: Readonly<Record<Tool, () => string>> = {
  frame: () => t`模板`,
  stamp: () => t`标记`,
  pen: () => t`画笔`,
  text: () => t`文字`,
  measure: () => t`测量`,
}
const TOOLS = ['frame', 'stamp', 'pen', 'text', 'measure'] as const
const GRADES = [0, 1, 2, 3, 4] as const
const isStamp = (name: string): name is Stamp => name in stamps
const isTemplate = (name: string): name is Frame['template'] => name in templates
/** Thousandths of the width the cross moves by; five times as many with Shift. */
const STEP = 10
const ARROWS: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** What is being drawn: the shapes, the tool in the hand, and where the cross stands. */
export function useDrawing(image: ExamImage | undefined) {
  const [shapes, setShapes] = useState<readonly MarkShape[]>(image?.shapes ?? [])
  const [former, setFormer] = useState<ReadonlyArray<readonly MarkShape[]>>([])
  const [tool, setTool] = useState<Tool>('stamp')
  const [stamp, setStamp] = useState<Stamp>('stain')
  const [grade, setGrade] = useState<(typeof GRADES)[number]>(1)
  const [template, setTemplate] = useState<Frame['template']>('cornea')
  const [words, setWords] = useState('')
  const [from, setFrom] = useState<ImagePoint>()
  const put = (next: readonly MarkShape[]) => {
    setFormer([...former, shapes])
    setShapes(next)
  }
  /** Sets what the tool in the hand makes of a place. */
  const set = (point: ImagePoint) => {
    if (tool === 'frame')
      put([
        { tool, template, at: point, r: frameOf(shapes)?.r ?? 240, mm: frameOf(shapes)?.mm ?? WHITE_TO_WHITE },
        ...shapes.filter((s) => s.tool !== 'frame'),
      ])
    if (tool === 'stamp') put([...shapes, { tool, stamp, at: point, ...(isGraded(stamp) ? { grade } : {}) }])
    if (tool === 'text') {
      if (words.trim()) put([...shapes, { tool, at: point, text: words.trim() }])
      else toast(t`请先填写文字`, 'warn')
    }
    if (tool === 'measure' || tool === 'pen') {
      if (from && tool === 'measure') put([...shapes, { tool, from, to: point }])
      setFrom(from && tool === 'measure' ? undefined : point)
    }
  }
  return {
    shapes,
    changed: former.length > 0,
    tool,
    from,
    set,
    draw: (points: ImagePoint[]) => put([...shapes, { tool: 'pen', points }]),
    sized: (by: number) => put(shapes.map((s) => (s.tool === 'frame' ? { ...s, r: Math.max(20, Math.min(600, s.r + by)) } : s))),
    drop: (index: number) => put(shapes.filter((_, i) => i !== index)),
    /** Takes up what somebody else drew since `base`, and leaves it to them when one's own is taken back. */
    adopt: (base: readonly MarkShape[], theirs: readonly MarkShape[]) => {
      const both = merged(base, shapes, theirs)
      setShapes(both)
      setFormer(former.map((each) => merged(base, each, theirs)))
      return both
    },
    undo: () => {
      setShapes(former.at(-1) ?? shapes)
      setFormer(former.slice(0, -1))
    },
    hand: { tool, setTool, stamp, setStamp, grade, setGrade, template, setTemplate, words, setWords },
  }
}
export type Drawing = ReturnType<typeof useDrawing>

/** The layer that takes the pointer and the keys. */
export function DrawingLayer({ of: drawing, ratio }: { of: Drawing; ratio: number }) {
  const [cross, setCross] = useState<ImagePoint>({ x: 500, y: 500 * ratio })
  const [line, setLine] = useState<ImagePoint[]>([])
  const high = 1000 * ratio
  const inside = ({ x, y }: ImagePoint): ImagePoint => ({
    x: Math.round(Math.max(0, Math.min(1000, x))),
    y: Math.round(Math.max(0, Math.min(high, y))),
  })
  const placeOf = (event: PointerEvent<SVGSVGElement>): ImagePoint => {
    const box = event.currentTarget.getBoundingClientRect()
    return inside({ x: ((event.clientX - box.left) / box.width) * 1000, y: ((event.clientY - box.top) / box.height) * high })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.shiftKey ? STEP * 5 : STEP
    const [right, down] = ARROWS[event.key] ?? [0, 0]
    if (event.key === 'Enter') drawing.set(cross)
    else if (event.key === 'z' && (event.ctrlKey || event.metaKey)) drawing.undo()
    else if (right || down) setCross(inside({ x: cross.x + right * step, y: cross.y + down * step }))
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const drawn = drawing.tool === 'pen'
  return (
    <svg
      className="drawing active"
      viewBox={`0 0 1000 ${high}`}
      tabIndex={0}
      role="group"
      aria-label={t`标注层：方向键移动十字，回车放置，Ctrl+Z 撤销`}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        const point = placeOf(event)
        setCross(point)
        if (drawn) setLine([point])
        else drawing.set(point)
      }}
      onPointerMove={(event) => line.length > 0 && line.length < 400 && setLine([...line, placeOf(event)])}
      onPointerUp={() => {
        if (line.length > 1) drawing.draw(line)
        setLine([])
      }}
    >
      <Strokes of={drawing.shapes.flatMap(strokesOf)} />
      {line.length > 1 && <Strokes of={strokesOf({ tool: 'pen', points: line })} />}
      {drawing.from && <Strokes of={[{ ink: 'dot', path: circlePath(drawing.from.x, drawing.from.y, 6) }]} />}
      <path className="cross" d={`M${cross.x - 16} ${cross.y} h32 M${cross.x} ${cross.y - 16} v32`} />
    </svg>
  )
}

const Options = ({ of: options }: { of: Readonly<Record<string, string>> }) =>
  Object.entries(options).map(([value, label]) => (
    <option key={value} value={value}>
      {tr(label)}
    </option>
  ))

/** What the tool in the hand can be set to. */
function Choices({ of: drawing }: { of: Drawing }) {
  const { hand, shapes } = drawing
  const none = !frameOf(shapes) && t`请先放上模板`
  return (
    <>
      {hand.tool === 'stamp' && (
        <select aria-label={t`标记`} value={hand.stamp} onChange={({ target: { value } }) => isStamp(value) && hand.setStamp(value)}>
          <Options of={stamps} />
        </select>
      )}
      {hand.tool === 'stamp' && isGraded(hand.stamp) && (
        <select aria-label={t`分级`} value={hand.grade} onChange={(e) => hand.setGrade(GRADES[Number(e.target.value)] ?? 0)}>
          {GRADES.map((n) => (
            <option key={n} value={n}>{t`${n} 级`}</option>
          ))}
        </select>
      )}
      {hand.tool === 'frame' && (
        <>
          <select
            aria-label={t`模板`}
            value={hand.template}
            onChange={({ target: { value } }) => isTemplate(value) && hand.setTemplate(value)}
          >
            <Options of={templates} />
          </select>
          <button type="button" className="btn" {...unless(none, () => drawing.sized(10))}>{t`大`}</button>
          <button type="button" className="btn" {...unless(none, () => drawing.sized(-10))}>{t`小`}</button>
        </>
      )}
      {hand.tool === 'text' && (
        <input aria-label={t`文字`} maxLength={60} value={hand.words} onChange={(e) => hand.setWords(e.target.value)} />
      )}
    </>
  )
}

/** The tools, the lines in words, and what they suggest. */
export function DrawingTools({
  of: drawing,
  eye,
  onSave,
  onLeave,
  busy,
}: {
  of: Drawing
  eye: ExamImage['eye']
  onSave: () => void
  onLeave: () => void
  busy: boolean
}) {
  const { hand, shapes } = drawing
  const ideas = suggested(shapes, eye, spokenWords())
  return (
    <div className="drawing-tools">
      <div className="row" role="toolbar" aria-label={t`标注工具`}>
        {TOOLS.map((tool) => (
          <button key={tool} type="button" className="btn" aria-pressed={hand.tool === tool} onClick={() => hand.setTool(tool)}>
            {tools[tool]()}
          </button>
        ))}
        <Choices of={drawing} />
        <button type="button" className="btn" {...unless(!drawing.changed && t`没有可撤销的`, drawing.undo)}>{t`撤销`}</button>
      </div>
      <ol className="drawing-lines" aria-label={t`标注内容`}>
        {shapes.map((shape, i) => (
          <li key={i}>
            {spoken(shape, shapes, eye, spokenWords())}{' '}
            <button type="button" className="link" onClick={() => drawing.drop(i)}>{t`删除`}</button>
          </li>
        ))}
      </ol>
      {ideas.length > 0 && (
        <p className="drawing-ideas">
          {t`可写入检查所见（由检查者判断，不会自动填写）：`}
          {ideas.map((idea) => (
            <button
              key={idea}
              type="button"
              className="btn"
              title={t`复制`}
              onClick={() => void navigator.clipboard?.writeText(idea).then(() => toast(t`已复制`, 'ok'))}
            >
              {idea}
            </button>
          ))}
        </p>
      )}
      <div className="row">
        <Button type="primary" loading={busy} onClick={onSave}>{t`保存标注`}</Button>
        <Button onClick={onLeave}>{t`放弃`}</Button>
      </div>
    </div>
  )
}
