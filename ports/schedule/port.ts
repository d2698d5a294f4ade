/** Schedule: the host that plans school screenings of a region, read with two GETs (R134). */

export interface ExternalSchedule {
  readonly scheduleId: string
  readonly name: string
  readonly schoolName: string | null
  readonly dateFrom: string | null
  readonly dateTo: string | null
  readonly status: 0 | 1 | 2 | 3 | 4 | null
  readonly total: number
  readonly done: number
}
export interface ExternalScheduleResult {
  readonly scheduleId: string
  readonly students: number
  readonly rows: Array<{ className: string | null; total: number; done: number; poorSight: number | null; myopia: number | null }>
}
export interface SchedulePort {
  readonly label: string
  schedules(): Promise<ExternalSchedule[]>
  result(scheduleId: string): Promise<ExternalScheduleResult>
}
