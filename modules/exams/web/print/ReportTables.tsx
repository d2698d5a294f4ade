/** The examinations of a day as tables on paper and on the result page, right eye first; an eye that was not measured says so. */
import { eyeOf, metaOf, show, showDioptre, showNumber, sphericalEquivalent, type Power } from '#kernel/contract/index.ts'
import { PaperEyes, PaperFacts, t, tr, type Values } from '#kernel/web/index.ts'
import { writtenBy, type Written } from '../../contract/aids/template.ts'
import { SIDES, wordOfEye } from '../../contract/eyes.ts'
import { refractionFields, refractionKinds, visualFields } from '../../contract/fields.ts'
import { everyKind, type AnyExam, type ExamKind } from '../../contract/kinds/index.ts'
import type { Computed, Printed } from '../../contract/kinds/kind.ts'
import type { ExamRefraction, Report } from '../../contract/shapes.ts'

const grade = (n: number | null) => (n === null ? '' : n.toFixed(1))
const mm = (n: number | null, decimals = 2) => (n === null ? '' : showNumber(n, decimals))
const se = (power: Power | null) => (power ? showDioptre(sphericalEquivalent(power), 3) : '')

/** Everything examined on a day, or one kind alone. */
export const ReportTables = ({ of, only }: { of: Report; only?: ExamKind }) => (
  <>
    {of.visual && (only ?? 'visual') === 'visual' && <Visual of={of.visual} />}
    {(only ?? 'refraction') === 'refraction' && of.refractions.map((r) => <Refraction key={r.id} of={r} />)}
    {everyKind.map((kind) => {
      if (kind.kind === 'visual' || kind.kind === 'refraction' || (only ?? kind.kind) !== kind.kind) return null
      const row = of[kind.kind]
      return row && <KindTable key={kind.kind} of={kind} row={{ ...row }} />
    })}
  </>
)

/** The tables a kind declares, of one row; what is empty in both eyes takes no column. */
export function KindTable({ of, row }: { of: AnyExam; row: Values }) {
  const written = writtenBy(row)
  return (
    <>
      <h3>
        {tr(of.title)} <small>{[row.device, String(row.examTime).slice(11, 16)].filter(Boolean).join(' · ')}</small>
      </h3>
      {of.print.map((table, i) =>
        i > 0 && isBare(of, table, row) && (i < of.print.length - 1 || !isComputed(of, row)) ? null : (
          <Table key={i} of={of} table={table} row={row} last={i === of.print.length - 1} />
        ),
      )}
      {written.length > 0 && <PaperFacts items={written.map((one) => [withUnit(one), sidesOf(one)] as const)} />}
    </>
  )
}
/** Nothing of a table was measured. The first one says of an eye why it was not, the last one has what is computed. */
const isBare = ({ fields }: AnyExam, { eyes = [], items = [] }: Printed, row: Values): boolean =>
  [...items, ...eyes.flatMap((base) => SIDES.map(([side]) => base + side))].every(
    (name) => !fields[name] || row[name] === null || row[name] === undefined,
  )
const isComputed = ({ computed = [] }: AnyExam, row: Values): boolean =>
  computed.some((one) => SIDES.some(([side]) => one.of(row, side) !== null))
/** A value of a template's item: of each eye, right first, or of none. */
const sidesOf = ({ od, os, ou }: Written): string => ou ?? [od !== null && `R ${od}`, os !== null && `L ${os}`].filter(Boolean).join(' / ')
/** A label and its unit, each in the language of the page: no dictionary has them together. */
const withUnit = ({ label, unit }: { label: string; unit?: string | null | undefined }): string =>
  [tr(label), unit && tr(unit)].filter(Boolean).join(' ')
const titleOf = ({ label = '', unit }: { label?: string; unit?: string }): string =>
  withUnit({ label: label.replace(/^(右眼|左眼)/, ''), unit })
const followed = (one: Computed, row: Values, eye: 'Od' | 'Os'): string => {
  const value = one.of(row, eye)
  return value === null ? '' : showNumber(value, one.decimals)
}
interface TableProps {
  of: AnyExam
  table: Printed
  row: Values
  last: boolean
}
/** One table under its title, where that is not the examination's own. */
const Table = (props: TableProps) => (
  <>
    {props.table.title && props.table.title !== props.of.title && <h4>{tr(props.table.title)}</h4>}
    <Cells {...props} />
  </>
)
function Cells({ of, table, row, last }: TableProps) {
  const computed = last ? (of.computed ?? []) : []
  const shownAs = (name: string): string => {
    const field = of.fields[name]
    return field && row[name] !== null && row[name] !== undefined ? tr(show(field, row[name])) : ''
  }
  if (table.items)
    return (
      <PaperFacts
        items={[
          ...table.items.flatMap((name) => {
            const field = of.fields[name]
            return field ? [[titleOf(metaOf(field)), shownAs(name)] as const] : []
          }),
          ...computed.filter((one) => !one.eye).map((one) => [one.label, followed(one, row, 'Od')] as const),
        ]}
      />
    )
  const eyes = (table.eyes ?? []).filter((base) => SIDES.some(([side]) => shownAs(base + side) !== ''))
  const ofEyes = computed.filter((one) => one.eye)
  const rowOf = (side: 'Od' | 'Os') => {
    const cells = [...eyes.map((base) => [base, shownAs(base + side)]), ...ofEyes.map((one) => [one.name, followed(one, row, side)])]
    return withWord(Object.fromEntries(cells), eyes[0] ?? 'said', row, side)
  }
  return (
    <PaperEyes
      columns={[
        ...(eyes.length === 0 ? [['said', '检查情况'] as const] : []),
        ...eyes.flatMap((base) => {
          const field = of.fields[`${base}Od`]
          return field ? [[base, titleOf(metaOf(field))] as const] : []
        }),
        ...ofEyes.map((one) => [one.name, withUnit(one)] as const),
      ]}
      od={rowOf('Od')}
      os={rowOf('Os')}
    />
  )
}
/** The cells of an eye that was not measured: its first one says so, and why. */
function withWord(
  cells: Readonly<Record<string, string>>,
  first: string,
  row: Values,
  side: 'Od' | 'Os',
): Readonly<Record<string, string>> {
  const word = wordOfEye(row, side)
  return word === undefined ? cells : { ...cells, [first]: `${tr(word)} ${String(row[`eyeReason${side}`] ?? '')}`.trim() }
}

type VisualRow = NonNullable<Report['visual']>
const Visual = ({ of }: { of: VisualRow }) => {
  const row: Values = { ...of }
  const code = (eye: 'Od' | 'Os') => (of[`ucvaCode${eye}`] ? tr(show(visualFields[`ucvaCode${eye}`], of[`ucvaCode${eye}`])) : '')
  return (
    <>
      <h3>{t`视力（五分记录）`}</h3>
      <PaperEyes
        columns={[
          ['ucva', '裸眼'],
          ['cva', '戴镜'],
          ['bcva', '矫正'],
          ['near', '近视力'],
        ]}
        od={withWord(
          { ucva: grade(of.ucvaOd) || code('Od'), cva: grade(of.cvaOd), bcva: grade(of.bcvaOd), near: grade(of.nearOd) },
          'ucva',
          row,
          'Od',
        )}
        os={withWord(
          { ucva: grade(of.ucvaOs) || code('Os'), cva: grade(of.cvaOs), bcva: grade(of.bcvaOs), near: grade(of.nearOs) },
          'ucva',
          row,
          'Os',
        )}
        {...((of.ucvaOu ?? of.cvaOu ?? of.bcvaOu) ? { ou: { ucva: grade(of.ucvaOu), cva: grade(of.cvaOu), bcva: grade(of.bcvaOu) } } : {})}
      />
    </>
  )
}
const Refraction = ({ of }: { of: ExamRefraction }) => (
  <>
    <h3>
      {tr(refractionKinds[of.kind])}{' '}
      <small>
        {[of.device, of.cycloplegia === null ? '' : tr(show(refractionFields.cycloplegia, of.cycloplegia)), of.examTime.slice(11, 16)]
          .filter(Boolean)
          .join(' · ')}
      </small>
    </h3>
    <PaperEyes
      columns={[
        ['ds', '球镜 S'],
        ['dc', '柱镜 C'],
        ['ax', '轴位 A'],
        ['se', '等效球镜'],
        ['add', '下加 ADD'],
        ['va', '视力'],
        ['pd', '瞳距 mm'],
      ]}
      od={powersOf(of, 'Od')}
      os={powersOf(of, 'Os')}
    />
    {of.cycloplegiaWhy && <PaperFacts items={[['没有散瞳记录的原因', of.cycloplegiaWhy]]} />}
  </>
)
const powersOf = (of: ExamRefraction, side: 'Od' | 'Os') => {
  const dioptres = (n: number | null) => (n === null ? '' : showDioptre(n))
  const cells = {
    ds: dioptres(of[`ds${side}`]),
    dc: dioptres(of[`dc${side}`]),
    ax: String(of[`ax${side}`] ?? ''),
    se: se(eyeOf(of, side)),
    add: dioptres(of[`add${side}`]),
    va: grade(of[`va${side}`]),
    pd: mm(of[`pd${side}`], 1),
  }
  return withWord(cells, 'ds', { ...of }, side)
}
