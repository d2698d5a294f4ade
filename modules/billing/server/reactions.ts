import { on } from '#kernel/server/index.ts'
import { comboGiven, comboWanted } from '#modules/loyalty/contract/events.ts'
import { comboSold, openCombo } from './groups.ts'

export default [
  on(comboWanted, async (cx, { hid, fgid }) => void (await comboSold(cx, hid, fgid))),
  on(comboGiven, async (cx, { fgid, ...combo }) => openCombo(cx, fgid, { ...combo, price: 0 })),
]
