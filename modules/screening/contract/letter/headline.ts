/** What stands first on a parents' letter: what it is and by when. It loads nothing, because the parents' page reads it too. */
import { screeningResult } from '../states.results.ts'

interface Words {
  readonly t: (parts: TemplateStringsArray, ...values: ReadonlyArray<string | number>) => string
}
interface Headed {
  readonly status: number
  readonly forVisit: boolean
  readonly visitBy: string | null
  readonly od: { readonly now: string | null; readonly former: string | null }
  readonly os: { readonly now: string | null; readonly former: string | null }
}
const isWorse = ({ od, os }: Headed): boolean => [od, os].some((eye) => Number(eye.now) < Number(eye.former))
export function headlineOf(letter: Headed, { t }: Words): readonly [string, string] {
  if (letter.status === screeningResult.is.open) return [t`这次还没有测完，`, t`学校会另外安排补测`]
  if (letter.status === screeningResult.is.unable) return [t`这次没有测成，`, t`可以到医院单独检查一次`]
  if (!letter.forVisit) return [t`这次没有发现问题，`, t`半年后学校会再查一次`]
  const [, month = 0, day = 0] = (letter.visitBy ?? '').split('-').map(Number)
  return [isWorse(letter) ? t`看远没有以前清楚，` : t`眼睛需要进一步检查，`, t`请在 ${month} 月 ${day} 日前到医院查`]
}
