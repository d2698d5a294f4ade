/** A heavy piece in a chunk of its own, with what stands in its place until that is here. */
import { useEffect, useRef, useState, type ComponentType, type FunctionComponent } from 'react'

interface Held {
  /** The place was in use when the piece came: it takes the focus over. */
  autoFocus?: boolean
}
type Load<P> = () => Promise<ComponentType<P & Held>>

const loads: Array<() => Promise<unknown>> = []
/** Fetches every such piece, for the time when nobody waits for one. */
export const fetchLate = (): Promise<unknown> => Promise.all(loads.map((load) => load()))

/**
 * The piece once it is here, from its first drawing when it was fetched before; until then `Place`, which is as large and carries the same
 * names. Not `lazy` in `Suspense`: React keeps a fallback up to 300 ms for its own calm, and loses the focus.
 */
export function late<P extends object>(load: Load<P>, Place: FunctionComponent<P>): FunctionComponent<P> {
  let here: ComponentType<P & Held> | undefined
  const fetched = async () => (here ??= await load())
  loads.push(fetched)
  return function Late(props: P) {
    const [, redraw] = useState(false)
    const place = useRef<HTMLSpanElement>(null)
    const held = useRef(false)
    useEffect(() => {
      if (!here)
        void fetched().then(() => {
          held.current = place.current?.contains(document.activeElement) ?? false
          redraw(true)
        })
    }, [])
    const Piece = here
    if (Piece) return <Piece {...props} {...(held.current ? { autoFocus: true } : {})} />
    return (
      <span ref={place} style={{ display: 'contents' }}>
        <Place {...props} />
      </span>
    )
  }
}
