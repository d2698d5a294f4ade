import { describe, expect, it } from 'vitest'
import { stationsOf } from './stages.ts'

const step = (fromStatus: number, toStatus: number, time: string, person = '甲') => ({
  at: time,
  person,
  move: 'x',
  label: `${fromStatus}→${toStatus}`,
  fromStatus,
  toStatus,
  note: null,
})
const paid = [step(10, 20, '1'), step(20, 40, '2', '乙')]
const stagesOf = (status: number, history: ReturnType<typeof step>[]) =>
  stationsOf({ status, history } as never).map((s) => `${s.state} ${s.now}${s.by ? ` ${s.by.label}@${s.by.at}` : ''}`)

describe('the way of a job', () => {
  it('tells what was done by whom and when, what was passed over, where it is and what comes', () => {
    expect(stagesOf(40, paid)).toEqual([
      '10 done 10→20@1',
      '20 done 20→40@2',
      '30 done',
      '40 here 20→40@2',
      '50 next',
      '60 next',
      '70 next',
      '80 next',
    ])
    expect(stationsOf({ status: 40, history: paid } as never)[3]!.by!.person).toBe('乙')
  })
  it('shows work outside and a parcel at their stations, and ends with the glasses handed over', () => {
    expect(stagesOf(55, [...paid, step(40, 55, '3')])[4]).toBe('55 here 40→55@3')
    expect(stagesOf(78, [...paid, step(70, 78, '4')])[6]).toBe('78 here 70→78@4')
    expect(stagesOf(80, [...paid, step(70, 80, '5')]).at(-1)).toBe('80 done 70→80@5')
  })
  it('stands where it was left when it is unqualified or cancelled, and forgets what is done again', () => {
    const bad = [...paid, step(40, 50, '3'), step(50, 60, '4'), step(60, 65, '5')]
    expect(stagesOf(65, bad)[5]).toBe('60 off 60→65@5')
    expect(stagesOf(50, [...bad, step(65, 50, '6')]).slice(4)).toEqual(['50 here 65→50@6', '60 next', '70 next', '80 next'])
    expect(stagesOf(90, [...paid, step(40, 90, '3')]).slice(3, 5)).toEqual(['40 off 40→90@3', '50 next'])
  })
})
