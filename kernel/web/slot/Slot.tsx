/** Shows what other modules put into a slot of this screen. */
import { lazy, Suspense, useState } from 'react'
import type { SlotType } from '#kernel/contract/declare.ts'
import { piecesIn } from '../registry.ts'

export function Slot<P extends object>({ of: slot, told: props }: { of: SlotType<P>; told: P }) {
  const [pieces] = useState(() => piecesIn(slot).map((load) => lazy(load)))
  return pieces.map((Piece, i) => (
    <Suspense key={i} fallback={null}>
      <Piece {...props} />
    </Suspense>
  ))
}
