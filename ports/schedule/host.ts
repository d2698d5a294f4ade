/**
 * The schedule host over HTTP: `GET /getSchedule` and `GET /getResultByScheduleId?scheduleId=` (seed 2, line 186). It is a third party: no
 * token of ours and no cookie goes there. Its fields are not documented; the usual spellings are read, and what is missing is empty.
 */
import { z } from 'zod'
import type { ExternalSchedule, ExternalScheduleResult, SchedulePort } from './port.ts'

export interface HostOptions {
  readonly url: string
  readonly fetch?: typeof fetch
}
const words = z.union([z.string(), z.number()]).transform(String)
const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}/)
  .transform((text) => text.slice(0, 10))
const Row = z.object({
  scheduleId: words.optional(),
  id: words.optional(),
  name: z.string().optional(),
  scheduleName: z.string().optional(),
  schoolName: z.string().optional(),
  dateFrom: day.optional().catch(undefined),
  startDate: day.optional().catch(undefined),
  dateTo: day.optional().catch(undefined),
  endDate: day.optional().catch(undefined),
  status: z.literal([0, 1, 2, 3, 4]).optional().catch(undefined),
  total: z.int().min(0).catch(0),
  done: z.int().min(0).catch(0),
})
const Line = z.object({
  className: z.string().optional(),
  total: z.int().min(0).catch(0),
  done: z.int().min(0).catch(0),
  poorSight: z.int().optional().catch(undefined),
  myopia: z.int().optional().catch(undefined),
})
const Envelope = z.object({ data: z.unknown() })
/** The list of an answer, with or without an envelope around it. */
const listOf = (answer: unknown): unknown => Envelope.safeParse(answer).data?.data ?? answer

export function hostSchedule({ url, fetch: send = fetch }: HostOptions): SchedulePort {
  const ask = async (path: string): Promise<unknown> => {
    const response = await send(`${url}${path}`, {
      headers: { accept: 'application/json' },
      credentials: 'omit',
      signal: AbortSignal.timeout(8000),
    })
    if (!response.ok) throw new Error(`the schedule host answered ${response.status}`)
    return response.json()
  }
  return {
    label: '筛查计划服务',
    async schedules(): Promise<ExternalSchedule[]> {
      const rows = z.array(Row).parse(listOf(await ask('/getSchedule')))
      return rows.map((row) => ({
        scheduleId: row.scheduleId ?? row.id ?? '',
        name: row.name ?? row.scheduleName ?? '',
        schoolName: row.schoolName ?? null,
        dateFrom: row.dateFrom ?? row.startDate ?? null,
        dateTo: row.dateTo ?? row.endDate ?? null,
        status: row.status ?? null,
        total: row.total,
        done: row.done,
      }))
    },
    async result(scheduleId: string): Promise<ExternalScheduleResult> {
      const read = await ask(`/getResultByScheduleId?${new URLSearchParams({ scheduleId })}`)
      const rows = z.array(Line).parse(listOf(read))
      const lines = rows.map((row) => ({
        ...row,
        className: row.className ?? null,
        poorSight: row.poorSight ?? null,
        myopia: row.myopia ?? null,
      }))
      return { scheduleId, students: lines.reduce((n, row) => n + row.done, 0), rows: lines }
    },
  }
}
