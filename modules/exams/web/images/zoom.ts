/** How large and from where a picture is seen: the same for the eyes beside each other. */
import { useState, type KeyboardEvent, type PointerEvent, type WheelEvent } from 'react'

export interface Look {
  /** 1 shows the whole picture, 8 an eighth of its width. */
  readonly scale: number
  /** How far it is moved, as a share of the pane. */
  readonly x: number
  readonly y: number
}
const WHOLE: Look = { scale: 1, x: 0, y: 0 }
const MOST = 8
const STEP = 1.25
const MOVE = 0.08

const within = (n: number, most: number) => Math.max(-most, Math.min(most, n))
/** The picture never leaves the pane. */
const held = ({ scale, x, y }: Look): Look => {
  const s = Math.max(1, Math.min(MOST, scale))
  const most = (s - 1) / 2
  return { scale: s, x: within(x, most), y: within(y, most) }
}
export const larger = (look: Look, by = STEP): Look => held({ scale: look.scale * by, x: look.x * by, y: look.y * by })
export const moved = (look: Look, x: number, y: number): Look => held({ ...look, x: look.x + x, y: look.y + y })

const keys: Readonly<Record<string, (look: Look) => Look>> = {
  '+': (look) => larger(look),
  '=': (look) => larger(look),
  '-': (look) => larger(look, 1 / STEP),
  '0': () => WHOLE,
  ArrowLeft: (look) => moved(look, MOVE, 0),
  ArrowRight: (look) => moved(look, -MOVE, 0),
  ArrowUp: (look) => moved(look, 0, MOVE),
  ArrowDown: (look) => moved(look, 0, -MOVE),
}

/** What looks at a picture, with the handlers that change it; `still` while something is drawn. */
export function useZoom(still: boolean) {
  const [look, setLook] = useState(WHOLE)
  return {
    look,
    larger: () => setLook((now) => larger(now)),
    smaller: () => setLook((now) => larger(now, 1 / STEP)),
    whole: () => setLook(WHOLE),
    on: {
      onKeyDown: (event: KeyboardEvent) => {
        const change = still ? undefined : keys[event.key]
        if (!change) return
        event.preventDefault()
        setLook(change)
      },
      onWheel: (event: WheelEvent) => setLook((now) => larger(now, event.deltaY < 0 ? STEP : 1 / STEP)),
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (still || event.buttons !== 1) return
        const { width, height } = event.currentTarget.getBoundingClientRect()
        setLook((now) => moved(now, event.movementX / width, event.movementY / height))
      },
    },
  }
}
export type Zoom = ReturnType<typeof useZoom>
