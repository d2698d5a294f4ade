/** Timeline of visits: a filled point marks a change of treatment. Right eye first. */
import { useState } from 'react'
import { show, showAge, showDioptre, showNumber } from '#kernel/contract/index.ts'
import { Empty, Panel, Scrolls, t, today, tr, trSentence } from '#kernel/web/index.ts'
import { type as visitType } from '#modules/reservations/contract/fields.ts'
import type { MemberVisit } from '../contract/shapes.ts'
import { pairOf } from './words.ts'

const FIRST = 6
const mm = (n: number | null) => showNumber(n, 2)
const grade = (n: number) => n.toFixed(1)

export function Visits({ visits, birth }: { visits: readonly MemberVisit[]; birth: string | null }) {
  const [all, setAll] = useState(false)
  return (
    <Panel
      title={t`就诊`}
      note={visits.length > 0 && t`共 ${visits.length} 次 · 实心点 = 处方有变`}
      actions={
        visits.length > FIRST && (
          <button type="button" className="link" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? t`收起` : t`全部`}
          </button>
        )
      }
    >
      {visits.length === 0 ? (
        <Empty text={t`还没有就诊`} />
      ) : (
        <Scrolls label={t`就诊`}>
          <table className="grid num file-visits">
            <Head />
            <tbody>
              {(all ? visits : visits.slice(0, FIRST)).map((visit) => (
                <Row key={visit.day} visit={visit} birth={birth} />
              ))}
            </tbody>
          </table>
        </Scrolls>
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

const Row = ({ visit, birth }: { visit: MemberVisit; birth: string | null }) => (
  <tr className={visit.changed ? 'changed' : ''}>
    <td className="day">
      {visit.changed ? <i role="img" aria-label={t`处方有变`} /> : <i aria-hidden />}
      {visit.day === today() ? t`今天 ${visit.day.slice(5)}` : visit.day}
    </td>
    <td>{birth ? trSentence(showAge(birth, visit.day)) : '—'}</td>
    <td>{visit.type === null ? '—' : tr(show(visitType, visit.type))}</td>
    <td>{visit.ucva.od === null && visit.ucva.os === null ? '—' : pairOf(visit.ucva.od, visit.ucva.os, grade)}</td>
    <td className="right">{showDioptre(visit.se.od, 3)}</td>
    <td className="right">{showDioptre(visit.se.os, 3)}</td>
    <td className="right">{mm(visit.al.od)}</td>
    <td className="right">{mm(visit.al.os)}</td>
    <td className="wrap">{visit.words}</td>
  </tr>
)
