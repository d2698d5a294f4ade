/** When this paper was printed and by whom, where the store counts. */
import { History } from 'lucide-react'
import { useState } from 'react'
import { z } from '#kernel/contract/index.ts'
import { useWho } from '../../access.tsx'
import { call } from '../../calls/api.ts'
import { t } from '../../i18n.ts'

/** The institution's call: the printings of a paper, the last first. */
const PRINTS = { method: 'GET', path: '/v1/{product}/papers/prints', kind: 'tx' } as const
const Printings = z.array(z.object({ nth: z.number(), at: z.string(), operatorName: z.string().nullable() }))

export function PrintLog() {
  const { hid } = useWho()
  const [rows, setRows] = useState<z.output<typeof Printings>>()
  // What is refused has been told.
  const read = () =>
    call(PRINTS, { hid, path: location.pathname }).then(
      (answer) => setRows(Printings.parse(answer)),
      () => setRows(undefined),
    )
  return (
    <details className="paper-log" onToggle={({ currentTarget }) => currentTarget.open && void read()}>
      <summary className="btn">
        <History size={15} aria-hidden /> {t`打印记录`}
      </summary>
      {rows && (
        <ol reversed>
          {rows.length === 0 && <li>{t`还没有印过`}</li>}
          {rows.map(({ nth, at: time, operatorName }) => (
            <li key={nth} value={nth}>
              <span className="num">{time.slice(0, 16)}</span> {operatorName}
            </li>
          ))}
        </ol>
      )}
    </details>
  )
}
