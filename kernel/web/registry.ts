/** What the application knows of a module: the screens it declares and the components that show them. */
import type { SignedIn } from './access.tsx'
import type { FunctionComponent } from 'react'
import type { Screens, SlotType } from '#kernel/contract/declare.ts'
import type { LoadScreen } from './components.ts'

export interface WebModule {
  readonly name: string
  readonly entries: Screens
  readonly components: Readonly<Record<string, LoadScreen>>
}

/** An answer of the command palette. */
export interface SearchHit {
  readonly group: string
  readonly title: string
  readonly note?: string
  readonly path: string
}
/** Finds things by typed text: members, order numbers. Modules give theirs with `provideSearch`. */
export type SearchProvider = (text: string, signal: AbortSignal) => Promise<readonly SearchHit[]>

const providers: SearchProvider[] = []
/** Adds a provider to the command palette; called in a module's `web/shell.ts`, which the shell loads with itself. */
export const provideSearch = (provider: SearchProvider): void => void providers.push(provider)
/** Asks every provider; one that fails finds nothing. Where two lead to one place, the first says it. */
export const searchAll = async (text: string, signal: AbortSignal): Promise<readonly SearchHit[]> => {
  const found = (await Promise.all(providers.map((p) => p(text, signal).catch(() => [])))).flat()
  return [...new Map(found.toReversed().map((f) => [f.path, f])).values()].toReversed()
}

/** Something one may begin from anywhere, listed by the command palette. `?new=1` has a list open its form for a new entry. */
export interface Action {
  readonly title: string
  /** Permission it needs. */
  readonly can: string
  readonly path: string
}
const actions: Action[] = []
/** Adds an action to the command palette; called in a module's `web/shell.ts`. */
export const provideAction = (action: Action): void => void actions.push(action)
/** The actions of an account. */
export const actionsOf = (permissions: readonly string[]): readonly Action[] => actions.filter((a) => permissions.includes(a.can))

/** A count beside a menu entry: how many wait there. Asked when the menu shows the entry, again after events of its topics. */
export interface Badge {
  /** Path of the menu entry. */
  readonly path: string
  readonly topics: readonly string[]
  /** `who` asks: what the account may not see is not asked for. */
  readonly count: (signal: AbortSignal, who: SignedIn) => Promise<number>
}
const badges: Badge[] = []
/** Gives a menu entry its count; called in a module's `web/shell.ts`. */
export const provideBadge = (badge: Badge): void => void badges.push(badge)
export const badgeOf = (path: string): Badge | undefined => badges.find((b) => b.path === path)
/** Topics that any badge waits for. */
export const badgeTopics = (): readonly string[] => [...new Set(badges.flatMap((b) => b.topics))]

/** A piece for a slot of another module's screen, loaded when that is shown. */
type LoadPiece<P> = () => Promise<{ default: FunctionComponent<P> }>
const pieces = new Map<string, Array<LoadPiece<never>>>()
/** Fills a slot; called in a module's `web/shell.ts`. */
export const provideIn = <P extends object>({ name }: SlotType<P>, load: LoadPiece<P>): void =>
  void pieces.set(name, [...(pieces.get(name) ?? []), load])
export function piecesIn<P extends object>(of: SlotType<P>): ReadonlyArray<LoadPiece<P>>
export function piecesIn({ name }: { name: string }): ReadonlyArray<LoadPiece<never>> {
  return pieces.get(name) ?? []
}
