import type { z } from '#kernel/contract/index.ts'

import { addDays } from '#kernel/contract/days.ts'
import { masterOf } from '#modules/settings/server/door.ts'
import type { BookTemplate, Reservation } from '../contract/shapes.ts'
import { saveReservation } from './book.ts'

const withMinutes = (clock: string, minutes: number): string =>
  new Date(Date.parse(`2000-01-01T${clock}:00Z`) + minutes * 60_000).toISOString().slice(11, 16)

/** Books the visits of a template, each a number of days after the first day, at one time. All or none. */
export async function bookSeries(
  cx: Parameters<typeof saveReservation>[0],
  { templateId, startDate, time, ...booking }: z.output<typeof BookTemplate>,
): Promise<Reservation[]> {
  const template = await masterOf(cx, 'reservation-template', templateId)
  const created: Reservation[] = []
  for (const step of template.steps) {
    const day = addDays(startDate, step.days)
    const visitEnd = template.minutes === null ? {} : { visitEnd: `${day} ${withMinutes(time, template.minutes)}` }
    created.push(
      await saveReservation(cx, {
        ...booking,
        requestFrom: 1,
        walkIn: false,
        visitAt: `${day} ${time}`,
        ...visitEnd,
        note: [template.name, step.note].filter(Boolean).join(' · '),
      }),
    )
  }
  return created
}
