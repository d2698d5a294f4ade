/** Who matches, who falls out and why, on one scale, down to the numbers that can be written to. */
import { metaOf } from '#kernel/contract/index.ts'
import { t, tr } from '#kernel/web/index.ts'
import { fallReason } from '../../contract/fields.ts'
import type { Target } from '../../contract/shapes.ts'

/** The act or the day that ends a reason. */
function wayOut(why: string): string {
  const ways: Readonly<Record<string, string>> = {
    noNumber: t`到店时补`,
    stopped: t`回访也停了`,
    unsubscribed: t`不再打扰`,
    noConsent: t`到店时请签`,
    noHealth: t`到店时请签`,
    toldRecently: t`过几天可发`,
    inTest: t`测试完可发`,
    shared: t`一家收一条`,
  }
  return ways[why] ?? ''
}
const wordOf = (why: string): string => tr(metaOf(fallReason).options?.[why] ?? why)
export function Waterfall({ of: { matched, falls, numbers } }: { of: Target }) {
  const width = (people: number) => `${matched ? Math.max(0.5, (100 * people) / matched) : 0}%`
  return (
    <ul className="waterfall num">
      <li className="whole">
        <span>{t`符合条件`}</span>
        <i>
          <b style={{ width: width(matched) }} />
        </i>
        <strong>{matched}</strong>
      </li>
      {falls.map(({ why, people }) => (
        <li key={why}>
          <span>{wordOf(why)}</span>
          <i>
            <b style={{ width: width(people) }} />
          </i>
          <strong>−{people}</strong>
          <small className="soft">{wayOut(why)}</small>
        </li>
      ))}
      <li className="whole open">
        <span>{t`可以发`}</span>
        <i>
          <b style={{ width: width(numbers) }} />
        </i>
        <strong>{numbers}</strong>
      </li>
    </ul>
  )
}
