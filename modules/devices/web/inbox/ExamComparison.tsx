/** An examination of a file as a grid: for each eye the new value, what stands in the record, and the difference. */
import { Checkbox } from 'antd'
import { everyKind } from '#modules/exams/contract/kinds/index.ts'
import { metaOf, show, showNumber } from '#kernel/contract/index.ts'
import { Badge, EyeTag, Panel, t, tr, trSentence } from '#kernel/web/index.ts'
import type { ComparedExam, ComparedValue } from '../../contract/shapes.ts'

interface ComparedProps {
  of: ComparedExam
  chosen: readonly string[]
  /** Absent where nothing is taken any more. */
  onToggle?: (field: string) => void
}
interface Line {
  title: string
  od: ComparedValue | undefined
  os: ComparedValue | undefined
  one: ComparedValue | undefined
}

/** Values by line: the two eyes of a pair together, what is of no eye by itself. */
function linesOf(compared: ComparedExam): Line[] {
  const fields = everyKind.find((k) => k.kind === compared.kind)?.fields ?? {}
  const lines = new Map<string, Line>()
  for (const value of compared.values) {
    const field = fields[value.field]
    const { eye, pair, label, unit } = field ? metaOf(field) : {}
    const unknown = /^(\w+)(Od|Os)$/.exec(value.field)
    const side = eye ?? (!field && unknown ? (unknown[2] === 'Od' ? 'od' : 'os') : undefined)
    const key = side ? (pair ?? unknown?.[1] ?? value.field) : value.field
    const title = `${tr((label ?? key).replace(/^(右眼|左眼)/, ''))}${unit ? ` ${unit}` : ''}`
    const line = lines.get(key) ?? { title, od: undefined, os: undefined, one: undefined }
    lines.set(key, { ...line, [side === 'od' || side === 'os' ? side : 'one']: value })
  }
  return [...lines.values()]
}

export function ExamComparison({ of: compared, chosen, onToggle }: ComparedProps) {
  const cell = { of: compared, chosen, ...(onToggle ? { onToggle } : {}) }
  return (
    <Panel
      title={tr(compared.title)}
      note={compared.oldAt ? t`与 ${compared.oldAt.slice(0, 10)} 比较` : t`以前没有做过这项检查`}
      actions={compared.intoDraft && <Badge tone="info">{t`写入今天的草稿`}</Badge>}
      className="device-compared"
    >
      <div className="device-grid">
        <table className="grid compact num">
          <thead>
            <tr>
              <th scope="col">{t`项目`}</th>
              {(['od', 'os'] as const).map((eye) => [
                <th key={eye} scope="col">
                  <EyeTag eye={eye} /> {t`新`}
                </th>,
                <th key={`${eye} old`} scope="col" className="right">{t`旧`}</th>,
                <th key={`${eye} d`} scope="col" className="right">{t`差值`}</th>,
              ])}
            </tr>
          </thead>
          <tbody>
            {linesOf(compared).map((line) => (
              <tr key={line.title}>
                <th scope="row">{line.title}</th>
                {line.one ? (
                  <Cells {...cell} value={line.one} span={4} />
                ) : (
                  <>
                    <Cells {...cell} value={line.od} />
                    <Cells {...cell} value={line.os} />
                  </>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}

/** New, old and difference of one value. */
function Cells({ of: compared, value, chosen, onToggle, span = 1 }: ComparedProps & { value: ComparedValue | undefined; span?: number }) {
  if (!value) return <td colSpan={3}>—</td>
  const shown = wordsOf(compared.kind, value.field, value.value)
  return (
    <>
      <td className={value.wrong ? 'device-wrong' : ''} title={value.wrong ? trSentence(value.wrong) : undefined}>
        {onToggle && !value.wrong ? (
          <Checkbox checked={chosen.includes(value.field)} onChange={() => onToggle(value.field)}>
            {shown}
          </Checkbox>
        ) : (
          shown
        )}
        {value.wrong && <small>{trSentence(value.wrong)}</small>}
      </td>
      <td className="right">{value.old === null ? '—' : wordsOf(compared.kind, value.field, value.old)}</td>
      <td className="right" colSpan={span}>
        {value.difference === null ? '—' : signed(value.difference)}
      </td>
    </>
  )
}
/** As the examination itself shows it; what no examination knows as it came. */
function wordsOf(kind: string, field: string, value: number | string): string {
  const schema = everyKind.find((k) => k.kind === kind)?.fields[field]
  return schema ? tr(show(schema, value)) : String(value)
}
const signed = (n: number) => (n < 0 ? '−' : n > 0 ? '+' : '') + showNumber(Math.abs(n), decimalsOf(n))
const decimalsOf = (n: number) => Math.min(3, (String(Math.abs(n)).split('.')[1] ?? '').length)
