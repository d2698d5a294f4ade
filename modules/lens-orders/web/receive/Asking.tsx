/** What is asked of a piece that cannot be compared yet: which of several lines it is, or what its label says. */
import { Button } from 'antd'
import { EyeTag, t } from '#kernel/web/index.ts'
import { labelOf, unitOf } from '../words.tsx'
import { dueOf, shownChoice, type BoxQuestion } from './box.ts'
import type { BoxState } from './useBox.ts'

export function Asking({ of: box, question: { choices, missing } }: { of: BoxState; question: BoxQuestion }) {
  return (
    <div className="receive-question" role="group" aria-label={t`未核对`}>
      {choices.length > 0 && (
        <>
          <strong>{t`看标签，选择是哪一个`}</strong>
          <div className="receive-choices">
            {choices.map((place) => (
              <Button key={place.line.lineId} onClick={() => box.chooseLine(place.line.lineId)}>
                {place.line.eye && <EyeTag eye={place.line.eye} />} <span className="num">{shownChoice(place)}</span>{' '}
                <span className="soft">{place.order.patientName ?? t`待扫 ${dueOf(box.box, place.line)}`}</span>
              </Button>
            ))}
          </div>
        </>
      )}
      {missing.length > 0 && (
        <p>
          {t`标签上还没有读到：${missing.map((name) => [labelOf(name), unitOf(name)].filter(Boolean).join(' ')).join('、')}。扫描参数码，或在上方输入后回车。`}
        </p>
      )}
    </div>
  )
}
