import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { answering, ok, stage } from '#kernel/web/testing/stage.tsx'
import { queueStates, reservationStates } from '../../contract/states.ts'
import type { Visit } from '../actions.tsx'
import { MyRoom } from './MyRoom.tsx'

const nothing = () => undefined
const waits = {
  resid: 1,
  status: reservationStates.is.numbered,
  ticketStatus: queueStates.is.waiting,
  consultingId: null,
  ticketNo: 'A001',
} as Visit
const rooms = [{ id: 5, name: '1 诊室', doctorId: null }]
const show = (visits: Visit[], room: number | undefined, known = rooms) => {
  answering(({ url }) => ok(url.pathname.includes('consulting') ? known : {}))
  return stage(<MyRoom visits={visits} room={room} setRoom={nothing} onNew={nothing} onOpen={nothing} />)
}
const button = async () => (await screen.findByText(/^叫下一位/)).closest('button')!

afterEach(() => {
  cleanup()
  document.querySelector('.toasts')?.remove()
})

describe('calling the next one', () => {
  it('says that a room is missing, on the button and by its key', async () => {
    await show([waits], undefined)
    expect([(await button()).getAttribute('aria-disabled'), (await button()).title]).toEqual(['true', '请先选择“我的诊室”，再叫号'])
    fireEvent.keyDown(document.body, { key: 'c' })
    expect(document.querySelector('.toasts')?.textContent).toContain('请先选择“我的诊室”')
  })

  it('says that the store has no room', async () => {
    await show([waits], undefined, [])
    await waitFor(async () => expect((await button()).title).toBe('还没有诊室，请先新增诊室'))
  })

  it('says that nobody is in line', async () => {
    await show([], 5)
    expect((await button()).title).toBe('没有排队的人')
  })

  it('can be pressed once there is a room and somebody waits for it', async () => {
    await show([waits], 5)
    expect((await button()).hasAttribute('aria-disabled')).toBe(false)
  })
})
