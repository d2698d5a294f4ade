/** The schedule host of this server (SCHEDULE). Where none is connected our own tasks answer. */
import { environment } from '#kernel/server/environment.ts'
import { fromOutside } from '#kernel/server/outside.ts'
import { hostSchedule } from './host.ts'
import type { SchedulePort } from './port.ts'

let port: SchedulePort | undefined
/** The host; undefined where none is connected. Its failure is an outside failure. */
export function schedulePort(): SchedulePort | undefined {
  const { SCHEDULE, SCHEDULE_URL: url = '' } = environment()
  if (SCHEDULE === 'local') return undefined
  if (port) return port
  const host = hostSchedule({ url })
  return (port = {
    label: host.label,
    schedules: () => fromOutside(host.label, () => host.schedules()),
    result: (id) => fromOutside(host.label, () => host.result(id)),
  })
}
