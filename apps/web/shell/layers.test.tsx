/** Layers over a page, real ones: Escape takes the uppermost away and no other, and the focus goes back to what it lay over. */
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { ConfigProvider, Drawer, Modal, Select } from 'antd'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answering, ok, stage } from '#kernel/web/testing/stage.tsx'
import { PatientPicker } from '#modules/patients/web/picker/PatientPicker.tsx'
import Themed from './Themed.tsx'

const HIT = { pid: 5, name: '林一', memberNo: 'M5', gender: 1, birth: '2016-01-01', mobile: null, levelName: null }

/** No motion: nothing here would end it. */
const STILL = { token: { motion: false } }
function Layers() {
  const [drawer, setDrawer] = useState(false)
  const [dialog, setDialog] = useState(false)
  return (
    <Themed>
      <ConfigProvider theme={STILL}>
        <button type="button" onClick={() => setDrawer(true)}>
          page
        </button>
        <Drawer open={drawer} onClose={() => setDrawer(false)} title="drawer">
          <button type="button" onClick={() => setDialog(true)}>
            inside
          </button>
        </Drawer>
        <Modal open={dialog} onCancel={() => setDialog(false)} title="dialog" footer={null}>
          <Select
            aria-label="list"
            options={[
              { value: 1, label: '门诊收费' },
              { value: 2, label: '会员' },
            ]}
          />
        </Modal>
      </ConfigProvider>
    </Themed>
  )
}
const button = (name: string) => screen.getByRole('button', { name })
/** As a person does it: a press of the mouse focuses what it is on. */
const press = (element: HTMLElement) => (element.focus(), fireEvent.click(element))
const escape = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape', code: 'Escape', keyCode: 27 })
const shown = (title: string) =>
  screen.queryByText(title)?.closest('.ant-drawer-open, .ant-modal-wrap:not([style*="display: none"])') ?? null
const listed = () => document.querySelector('.ant-select-dropdown:not(.ant-select-dropdown-hidden)')

// Under test the library gives every layer one and the same id, and loses count of them.
beforeEach(() => void vi.stubEnv('NODE_ENV', 'development'))
afterEach(() => vi.unstubAllEnvs())

it('5.43 Escape closes one layer at a time, the list, the dialog, the drawer, and the focus returns to where each was opened', async () => {
  render(<Layers />)
  press(button('page'))
  await waitFor(() => expect(shown('drawer')).not.toBeNull())
  press(button('inside'))
  await waitFor(() => expect(shown('dialog')).not.toBeNull())
  const list = screen.getByRole('combobox', { name: 'list' })
  list.focus()
  fireEvent.mouseDown(list)
  await waitFor(() => expect(listed()).not.toBeNull())

  escape()
  await waitFor(() => expect(list.getAttribute('aria-expanded')).toBe('false'))
  expect([shown('dialog'), shown('drawer')]).not.toContain(null)
  escape()
  await waitFor(() => expect(shown('dialog')).toBeNull())
  expect(shown('drawer')).not.toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(button('inside')))
  escape()
  await waitFor(() => expect(shown('drawer')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(button('page')))
})

it('5.43 a list of the members found is a layer of its own: Escape leaves the drawer under it open', async () => {
  const close = vi.fn()
  answering(() => ok({ list: [HIT], total: 1 }))
  await stage(
    <Drawer open onClose={close} title="drawer">
      <PatientPicker chosen={null} onChange={() => undefined} />
    </Drawer>,
  )
  const finder = await screen.findByRole('combobox')
  act(() => finder.focus())
  fireEvent.change(finder, { target: { value: '林' } })
  await screen.findByText('林一')
  escape()
  await waitFor(() => expect(screen.queryByText('林一')).toBeNull())
  expect(close).not.toHaveBeenCalled()
  escape()
  expect(close).toHaveBeenCalledOnce()
})
