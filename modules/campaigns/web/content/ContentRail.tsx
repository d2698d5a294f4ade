/** Articles in the order readers see them: dragged, or moved with Alt and an arrow. */
import { DndContext, PointerSensor, closestCenter, useSensor, useSensors, type DragEndEvent } from '@dnd-kit/core'
import { SortableContext, arrayMove, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { GripVertical } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { t, tr, useHolds, useSend, useWho } from '#kernel/web/index.ts'
import { campaigns } from '../../contract/endpoints.ts'
import { contentCategories } from '../../contract/fields.ts'
import type { ContentRow } from '../../contract/shapes.content.ts'
import { staleContent } from '../stale.ts'

interface RailProps {
  up: readonly ContentRow[]
  down: readonly ContentRow[]
  text: string
  chosen: number
  onOpen: (contentId: number) => void
}
export function ContentRail({ up, down, text, chosen, onOpen }: RailProps) {
  const who = useWho()
  const mayEdit = useHolds()('content:edit') && text === ''
  const reorder = useSend(campaigns['content-manage.reorder'], { invalidates: staleContent })
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }))
  const own = up.filter((row) => row.hid === who.hid)
  const place = (from: number, to: number) => {
    if (to < 0 || to >= own.length || from === to) return
    reorder.mutate({ hid: who.hid, ids: arrayMove([...own], from, to).map((row) => row.contentId) })
  }
  const ended = ({ active, over }: DragEndEvent) => {
    const index = (id: unknown) => own.findIndex((row) => row.contentId === id)
    if (over) place(index(active.id), index(over.id))
  }
  const fits = (row: ContentRow) => row.title.includes(text)
  const onKey = (e: KeyboardEvent, index: number) => {
    if (!e.altKey || !mayEdit || (e.key !== 'ArrowUp' && e.key !== 'ArrowDown')) return
    e.preventDefault()
    place(index, index + (e.key === 'ArrowUp' ? -1 : 1))
  }
  return (
    <nav className="content-rail" aria-label={t`内容`}>
      <h2>{t`在架，按先后`}</h2>
      <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={ended}>
        <SortableContext items={own.map((row) => row.contentId)} strategy={verticalListSortingStrategy}>
          {up.filter(fits).map((row) => (
            <Item
              key={row.contentId}
              row={row}
              nth={up.indexOf(row) + 1}
              chosen={row.contentId === chosen}
              moves={mayEdit && row.hid === who.hid}
              onOpen={() => onOpen(row.contentId)}
              onKey={(e) => onKey(e, own.indexOf(row))}
            />
          ))}
        </SortableContext>
      </DndContext>
      <h2>
        {t`没上架`} <small>{down.length}</small>
      </h2>
      {down.filter(fits).map((row) => (
        <button
          key={row.contentId}
          type="button"
          className={row.contentId === chosen ? 'content-row down current' : 'content-row down'}
          aria-current={row.contentId === chosen}
          onClick={() => onOpen(row.contentId)}
        >
          <b>—</b>
          <strong>{row.title}</strong>
          <small className={row.downReason?.includes('到期') ? 'bad' : ''}>{whyDown(row)}</small>
        </button>
      ))}
    </nav>
  )
}
const whyDown = (row: ContentRow): string => {
  if (row.submittedAt) return t`已送审，等另一人审核`
  return row.downReason ? tr(row.downReason) : tr(contentCategories[row.category])
}

interface ItemProps {
  row: ContentRow
  nth: number
  chosen: boolean
  moves: boolean
  onOpen: () => void
  onKey: (e: KeyboardEvent) => void
}
function Item({ row, nth, chosen, moves, onOpen, onKey }: ItemProps) {
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({ id: row.contentId, disabled: !moves })
  const style = transform ? { transform: `translate3d(0, ${Math.round(transform.y)}px, 0)`, transition } : { transition }
  return (
    <div ref={setNodeRef} style={style} className={`content-row${chosen ? ' current' : ''}${isDragging ? ' lifted' : ''}`}>
      <span className="content-grip" {...attributes} {...listeners} tabIndex={-1} aria-label={t`拖动“${row.title}”`}>
        <GripVertical size={14} />
      </span>
      <button type="button" aria-current={chosen} onClick={onOpen} onKeyDown={onKey}>
        <b className="num">{nth}</b>
        <strong>{row.title}</strong>
        <small>
          {tr(contentCategories[row.category])} <span className="num">{t`看 ${row.views}`}</span>{' '}
          <span className="num">{t`报名 ${row.signUps}`}</span>
        </small>
      </button>
    </div>
  )
}
