/** A record of a sister store: read here, changed by the store that made it, or with the permission for it and a reason (decision 0099). */
import { confirm, t, useHolds, useWho } from '#kernel/web/index.ts'

export interface Sister {
  /** Another store made it, and this account may not change what others recorded: said beside the record. */
  readonly closed: string | undefined
  /** Another store made it. */
  readonly foreign: boolean
  /** Asks for the reason where another store made the record; false when the user went back. */
  reason(): Promise<string | undefined | false>
}
export function useSister(row: { readonly hid: number; readonly hospitalName: string | null } | undefined): Sister {
  const { stores } = useWho()
  const holds = useHolds()
  const foreign = row !== undefined && !stores.some((s) => s.hid === row.hid)
  return {
    foreign,
    closed: foreign && !holds('record:chain') ? t`由${row.hospitalName ?? ''}记录，只有该门店可以修改` : undefined,
    reason: async () => {
      if (!foreign) return undefined
      const message = t`这是${row.hospitalName ?? ''}的记录，修改前的内容和原因会保留。`
      const answer = await confirm({ message, reason: { label: t`跨店修改的原因`, required: true } })
      return typeof answer === 'string' && answer
    },
  }
}
