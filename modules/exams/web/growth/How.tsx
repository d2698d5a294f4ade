/** `?` beside a computed value: what it is computed by, and where that comes from. */
import { Popover } from 'antd'
import { t } from '#kernel/web/index.ts'

export interface Origin {
  /** What is computed, as the screen calls it. */
  readonly of: string
  readonly formula: string
  readonly source: string
  readonly note?: string | undefined
}
/** Texts come translated. */
export const How = ({ of: value, formula, source, note }: Origin) => (
  <Popover
    trigger="click"
    content={
      <dl className="how-text">
        <dt>{t`算法`}</dt>
        <dd>{formula}</dd>
        <dt>{t`出处`}</dt>
        <dd>{source}</dd>
        {note && (
          <>
            <dt>{t`说明`}</dt>
            <dd>{note}</dd>
          </>
        )}
      </dl>
    }
  >
    <button type="button" className="how" aria-label={t`${value}是怎么算的`}>
      ?
    </button>
  </Popover>
)
