import type { Cx } from '#kernel/server/index.ts'
import { devicesAsked } from '../../contract/events.ts'

/** Serial numbers among those of some entries whose verification is past its date. */
export async function devicesStopped(
  cx: Cx,
  hid: number,
  ops: ReadonlyArray<{ readonly device?: string | null | undefined }>,
): Promise<ReadonlySet<string>> {
  const serials = [...new Set(ops.flatMap(({ device }) => device ?? []))]
  const stopped = new Set<string>()
  if (serials.length) await cx.announce(devicesAsked, { hid, serials, stop: (found) => found.forEach((serial) => stopped.add(serial)) })
  return stopped
}
