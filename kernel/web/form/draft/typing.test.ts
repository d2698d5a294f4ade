/** Two tabs, two accounts, one record: nothing typed is lost, nothing newer is overwritten without somebody having chosen it. */
import { describe, expect, it } from 'vitest'
import { rounds } from '../../../../tests/depth.ts'
import { dropDraft, keepDraft, readDrafts, type DraftOwner } from './draft.ts'
import { chosen, entriesOf, rebased, restoredOver, sameValue, type Typing } from './typing.ts'
import type { FormValues } from '../check.ts'

const FIELDS = ['name', 'note', 'sphere'] as const
const NAME = 'rx.1.7'
/** A small generator with a seed, so that a failure comes back. */
function random(seed: number): (n: number) => number {
  let state = seed
  return (n) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * n)
  }
}
interface Tab {
  readonly name: string
  readonly owner: DraftOwner
  typing: Typing | undefined
  version: number
}
const ownerOf = (uid: number): DraftOwner => ({ uid, key: new Uint8Array(32).fill(uid) })

function world(seed: number) {
  const next = random(seed)
  let record: FormValues = { name: 'a', note: 'b', sphere: 'c' }
  let version = 0
  let typedCount = 0
  const heard: string[] = []
  /** Everything typed that no person has given up: by value, which is typed once. */
  const alive = new Map<string, { uid: number; field: string }>()
  const tabs: Tab[] = [1, 1, 2, 2].map((uid, i) => ({ name: `tab${i}`, owner: ownerOf(uid), typing: undefined, version: 0 }))
  const alike = (tab: Tab) => (t: Tab) => t.name !== tab.name && t.typing !== undefined && t.owner.uid === tab.owner.uid
  const keep = (tab: Tab) => tab.typing && keepDraft(tab.owner, NAME, entriesOf(tab.typing), tab.name)
  const open = (tab: Tab) => {
    for (const t of tabs) localStorage.setItem(`mingmou.tab.${t.name}`, String(alike(tab)(t) ? Date.now() : 0))
    const drafts = readDrafts(tab.owner, NAME, tab.name)
    tab.typing = restoredOver(
      record,
      drafts.map((draft) => draft.entries),
    )
    tab.version = version
    keep(tab)
    for (const { key } of drafts) if (!key.endsWith(`@${tab.name}`)) localStorage.removeItem(key)
  }
  const type = (tab: Tab) => {
    if (!tab.typing) return open(tab)
    const field = FIELDS[next(FIELDS.length)]!
    const value = `${tab.owner.uid}-${++typedCount}`
    // Who types over what they typed has given the former up.
    const former = tab.typing.values[field]
    if (!sameValue(former, record[field])) alive.delete(String(former))
    alive.set(value, { uid: tab.owner.uid, field })
    tab.typing = { ...tab.typing, values: { ...tab.typing.values, [field]: value } }
    keep(tab)
  }
  const leave = (tab: Tab) => (keep(tab), (tab.typing = undefined))
  const choose = (tab: Tab) => {
    const clash = tab.typing?.clashes[0]
    if (!tab.typing || !clash) return
    const mine = next(2) === 0
    const loses = mine ? tab.typing.values[clash.field] : clash.typed
    if (!sameValue(loses, record[clash.field])) alive.delete(String(loses))
    tab.typing = chosen(tab.typing, clash, mine)
    keep(tab)
  }
  /** The record is read anew, as the live channel has it. */
  const hear = (tab: Tab) => {
    if (!tab.typing || tab.version === version) return
    tab.typing = rebased(tab.typing, record)
    tab.version = version
    keep(tab)
  }
  const save = (tab: Tab) => {
    const { typing } = tab
    if (!typing || typing.clashes.length) return
    // The server refuses a writer who saw an older one; what they typed goes over the newer one.
    if (tab.version !== version) return hear(tab)
    for (const field of FIELDS) {
      if (sameValue(typing.values[field], record[field])) continue
      if (!sameValue(typing.start[field], record[field])) heard.push(`${tab.name} overwrote ${field} unseen`)
      alive.delete(String(record[field]))
    }
    record = { ...typing.values }
    version++
    for (const value of Object.values(record)) alive.delete(String(value))
    tab.typing = restoredOver(record, [])
    tab.version = version
    dropDraft(tab.owner, NAME, tab.name)
  }
  const steps = [open, type, type, type, leave, choose, hear, save]
  const step = () => steps[next(steps.length)]!(tabs[next(tabs.length)]!)
  /** Whatever somebody typed stands in a form, waits for a choice there, or lies in a draft of theirs. */
  const lost = (): string[] => {
    const held = (uid: number): unknown[] =>
      tabs
        .filter((tab) => tab.owner.uid === uid)
        .flatMap((tab) => (tab.typing ? entriesOf(tab.typing) : readDrafts(tab.owner, NAME, tab.name).flatMap((draft) => draft.entries)))
        .map((entry) => entry.typed)
    return [...alive].flatMap(([value, { uid }]) => (held(uid).includes(value) ? [] : [value]))
  }
  return { step, lost, heard }
}

describe('drafts of two tabs and two accounts', () => {
  it('lose nothing that was typed, and overwrite nothing newer unseen', () => {
    for (let seed = 1; seed <= rounds(400); seed++) {
      localStorage.clear()
      const { step, lost, heard } = world(seed)
      for (let i = 0; i < 60; i++) {
        step()
        expect([seed, i, lost(), heard]).toEqual([seed, i, [], []])
      }
    }
  })
})
