/** The timeline of visits: a filled point where the treatment changed. Right eye first. */
import { useState } from 'react'
import { show, showAge, showDioptre, showNumber } from '#kernel/contract/index.ts'
import { Empty, Panel, t, today, tr, trSentence } from '#kernel/web/index.ts'
import { type as visitType } from '#modules/reservations/contract/fields.ts'
import type { Visit } from '../contract/shapes.ts'
import { pairOf } from './words.ts'

const FIRST = 6
const mm = (n: number | null) => showNumber(n, 2)
const grade = (n: number) => n.toFixed(1)

export function Visits({ of, birth }: { of: readonly Visit[]; birth: string | null }) {
  const [all, setAll] = useState(false)
  return (
    <Panel
      title={t`就诊`}
      note={of.length > 0 && t`共 ${of.length} 次 · 实心点 = 处方有变`}
      actions={
        of.length > FIRST && (
          <button type="button" className="link" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? t`收起` : t`全部`}
          </button>
        )
      }
    >
      {of.length === 0 ? (
        <Empty text={t`还没有就诊`} />
      ) : (
        <div className="file-scroll">
          <table className="grid num file-visits">
            <Head />
            <tbody>
              {(all ? of : of.slice(0, FIRST)).map((visit) => (
                <Row key={visit.day} of={visit} birth={birth} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  )
}

const Head = () => (
  <thead>
    <tr>
      <th scope="col">{t`日期`}</th>
      <th scope="col">{t`年龄`}</th>
      <th scope="col">{t`事由`}</th>
      <th scope="col">{t`裸眼右 / 左`}</th>
      <th scope="col" className="right od">{t`等效右`}</th>
      <th scope="col" className="right os">{t`等效左`}</th>
      <th scope="col" className="right od">{t`眼轴右`}</th>
      <th scope="col" className="right os">{t`眼轴左`}</th>
      <th scope="col">{t`结论`}</th>
    </tr>
  </thead>
)

const Row = ({ of, birth }: { of: Visit; birth: string | null }) => (
  <tr className={of.changed ? 'changed' : ''}>
    <td className="day">
      {of.changed ? <i role="img" aria-label={t`处方有变`} /> : <i aria-hidden />}
      {of.day === today() ? t`今天 ${of.day.slice(5)}` : of.day}
    </td>
    <td>{birth ? trSentence(showAge(birth, of.day)) : '—'}</td>
    <td>{of.type === null ? '—' : tr(show(visitType, of.type))}</td>
    <td>{of.ucva.od === null && of.ucva.os === null ? '—' : pairOf(of.ucva.od, of.ucva.os, grade)}</td>
    <td className="right">{showDioptre(of.se.od, 3)}</td>
    <td className="right">{showDioptre(of.se.os, 3)}</td>
    <td className="right">{mm(of.al.od)}</td>
    <td className="right">{mm(of.al.os)}</td>
    <td className="wrap">{of.words}</td>
  </tr>
)
