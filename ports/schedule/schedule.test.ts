import { describe, expect, it } from 'vitest'
import { hostSchedule } from './host.ts'

function host(answer: unknown, status = 200) {
  const requests: Array<{ url: string; init: RequestInit | undefined }> = []
  const port = hostSchedule({
    url: 'https://plan.example',
    fetch: (url, init) => {
      requests.push({ url: String(url), init })
      return Promise.resolve(new Response(JSON.stringify(answer), { status }))
    },
  })
  return { port, asked: requests }
}
describe('the schedule host', () => {
  it('R134 is read with two GETs, without a token of ours', async () => {
    const { port, asked: requests } = host({
      code: 200,
      data: [{ id: 7, scheduleName: '秋季筛查', startDate: '2026-09-10 08:00:00', total: 40 }],
    })
    expect(await port.schedules()).toEqual([
      { scheduleId: '7', name: '秋季筛查', schoolName: null, dateFrom: '2026-09-10', dateTo: null, status: null, total: 40, done: 0 },
    ])
    expect(requests[0]!.url).toBe('https://plan.example/getSchedule')
    expect(Object.keys(requests[0]!.init!.headers as object)).toEqual(['accept'])
  })
  it('a result is asked for by its schedule', async () => {
    const { port, asked: sent } = host([{ className: '1班', total: 40, done: 39, poorSight: 9 }])
    expect(await port.result('7&x')).toMatchObject({
      scheduleId: '7&x',
      students: 39,
      rows: [{ className: '1班', poorSight: 9, myopia: null }],
    })
    expect(sent[0]!.url).toBe('https://plan.example/getResultByScheduleId?scheduleId=7%26x')
  })
  it('an answer that is none is an error with its status', async () => {
    await expect(host({}, 502).port.schedules()).rejects.toThrow('answered 502')
  })
})
