import { Badge, Dot, tr } from '#kernel/web/index.ts'
import { recall, recallState, recallTitle } from '../contract/states.ts'

type Told = { readonly drill: boolean; readonly status: number }
/** 召回 or 召回演练: a drill has a word and a colour of its own wherever recalls are listed. */
export const RecallKind = ({ of: { drill } }: { of: Pick<Told, 'drill'> }) => (
  <Badge tone={drill ? 'warn' : 'bad'}>{tr(recallTitle(drill))}</Badge>
)
/** The state of a recall; red only while a real one is open. */
export const RecallState = ({ of: recalled }: { of: Told }) => {
  const tone = recalled.status === recall.is.open ? (recalled.drill ? 'warn' : 'bad') : 'neutral'
  return <Dot tone={tone}>{tr(recallState(recalled))}</Dot>
}
