import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { answering, ok, stage } from '#kernel/web/testing/stage.tsx'
import { queueStates, reservationStates } from '../../contract/states.ts'
import type { ActionVisit } from '../actions.tsx'
import { MyRoom, useMyRoom } from './MyRoom.tsx'

const nothing = () => undefined
const waits = {
  resid: 1,
  status: reservationStates.is.numbered,
  ticketStatus: queueStates.is.waiting,
  consultingId: null,
  ticketNo: 'A001',
} as ActionVisit
const rooms = [{ id: 5, name: '1 诊室', doctorId: null }]
const show = (visits: ActionVisit[], room: number | undefined, available = rooms) => {
  answering(({ url }) => ok(url.pathname.includes('consulting') ? available : {}))
  return stage(<MyRoom visits={visits} room={room} setRoom={nothing} onNew={nothing} onOpen={nothing} />)
}
const button = async () => (await screen.findByText(/^叫下一位/)).closest('button')!

afterEach(() => {
  cleanup()
  document.querySelector('.toasts')?.remove()
})

/** The room of this machine, with a list to choose another one. */
function Chosen() {
  const { room, setRoom } = useMyRoom()
  return (
    <>
      <output>{room ?? 'none'}</output>
      <button type="button" onClick={() => setRoom(7)}>
        7
      </button>
      <button type="button" onClick={() => setRoom(undefined)}>
        none
      </button>
    </>
  )
}
const two = [...rooms, { id: 7, name: '2 诊室', doctorId: null }]
const open = (available: ReadonlyArray<{ id: number; name: string; doctorId: number | null }>) => {
  answering(({ url }) => ok(url.pathname.includes('consulting') ? available : {}))
  return stage(<Chosen />)
}
const room = () => document.querySelector('output')?.textContent

describe('3.19 the room of a machine', () => {
  afterEach(() => localStorage.clear())
  it('is remembered when the page is opened again, until somebody takes it away', async () => {
    await open(two)
    expect(room()).toBe('none')
    fireEvent.click(screen.getByRole('button', { name: '7' }))
    await waitFor(() => expect(room()).toBe('7'))
    cleanup()
    await open(two)
    await waitFor(() => expect(room()).toBe('7'))
    fireEvent.click(screen.getByRole('button', { name: 'none' }))
    cleanup()
    await open(two)
    expect(room()).toBe('none')
  })
  it('is the only one of its store where nobody chose, and none that is gone', async () => {
    await open(two)
    fireEvent.click(screen.getByRole('button', { name: '7' }))
    cleanup()
    await open(rooms)
    await waitFor(() => expect(room()).toBe('5'))
  })
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
