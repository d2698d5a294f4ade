/** Beside the drops: when the eyes are ready, and how long that is still. */
import { useEffect, useState } from 'react'
import { clinicNow } from '#kernel/contract/index.ts'
import { Panel, t } from '#kernel/web/index.ts'
import { ATROPINE_DAYS, dropsOf, minutesLeft, readyAt, readyDay } from '../../contract/aids/cycloplegia.ts'
import type { BesideProps } from '../extras.ts'

export default function Drops({ values, exam }: BesideProps) {
  const [now, setNow] = useState(clinicNow)
  useEffect(() => {
    const clock = setInterval(() => setNow(clinicNow()), 20_000)
    return () => clearInterval(clock)
  }, [])
  const day = readyDay(values, exam?.examTime ?? now)
  if (day !== null)
    return (
      <Panel title={t`散瞳验光时间`} note={t`阿托品须连续用药 ${ATROPINE_DAYS} 天`}>
        <div className="growth-words">
          <p>
            <strong className="num">{day}</strong> {now.slice(0, 10) < day ? t`起才可验光` : t`可以验光`}
          </p>
        </div>
      </Panel>
    )
  const drops = dropsOf(values, exam?.examTime ?? now)
  const [ready, left] = [readyAt(drops), minutesLeft(drops, now)]
  if (ready === null || left === null) return null
  return (
    <Panel title={t`散瞳验光时间`} note={t`末次点药后 30 分钟`}>
      <div className="growth-words">
        <p>
          <strong className="num">{ready.slice(11)}</strong> {left > 0 ? t`还要等 ${left} 分钟` : t`可以验光`}
        </p>
      </div>
    </Panel>
  )
}
