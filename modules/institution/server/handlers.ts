import { implement, update } from '#kernel/server/index.ts'
import { institution } from '../contract/endpoints.ts'
import type { Store } from '../contract/shapes.ts'
import { ownStore, storeOf } from './door.ts'
import { papersOf, savePaper } from './papers.ts'
import { pdfOfPaper } from './pdf.ts'
import { notePrinting, printingsOf } from './prints.ts'

export default implement(institution, {
  // Constraints keep the columns within the choices of the shape, which the compiler cannot see.
  'saler.index': async (cx, { hid }) => (await storeOf(cx, ownStore(cx, hid))) as unknown as Store,
  // As above.
  'saler.save': async (cx, { hid, ...set }) => (await update(cx, 'store', { hid: ownStore(cx, hid) }, set)) as unknown as Store,
  'saler.hours': async (cx, { hid = cx.who.hid, ...hours }) => {
    const slots = [
      [hours.timeOpen, hours.timeClose],
      [hours.timeOpen2, hours.timeClose2],
      [hours.timeOpen3, hours.timeClose3],
    ] as const
    slots.forEach(
      ([open, close], i) =>
        open && close && open >= close && cx.refuse('hours_order', { slot: i + 1, field: i ? `timeClose${i + 1}` : 'timeClose' }),
    )
    ownStore(cx, hid)
    // As above.
    return (await update(cx, 'store', { hid }, hours)) as unknown as Store
  },
  'papers.list': (cx, { hid }) => papersOf(cx, hid),
  'papers.save': savePaper,
  'papers.printed': notePrinting,
  'papers.prints': printingsOf,
  'papers.pdf': pdfOfPaper,
})
