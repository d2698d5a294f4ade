import { expect, it } from 'vitest'
import { returnFocus } from './focus.ts'

it('5.43 the focus returns to where it was when the last layer is taken away, not while another lies there', async () => {
  document.body.innerHTML = '<main><button id="a">新建</button></main>'
  const stop = returnFocus()
  const button = document.querySelector<HTMLElement>('#a')!
  const layer = () => {
    const drawer = document.createElement('div')
    drawer.innerHTML = '<div class="ant-drawer"><input></div>'
    document.body.append(drawer)
    drawer.querySelector('input')!.focus()
    return drawer
  }
  button.focus()
  const [lower, upper] = [layer(), layer()]
  upper.remove()
  await Promise.resolve()
  expect(document.activeElement).toBe(document.body)
  lower.remove()
  await Promise.resolve()
  expect(document.activeElement).toBe(button)
  stop()
})
