import { expect, it } from 'vitest'
import { confirm, toast } from './notice.ts'

const shown = () => document.querySelector('dialog.ask')!
it('R075 the dialog is titled 提示, has 确定 and 取消 and the look of a warning', async () => {
  const answer = confirm('真的吗？')
  expect(shown().querySelector('h2')?.textContent).toBe('提示')
  expect([...shown().querySelectorAll('button')].map((b) => b.textContent).sort()).toEqual(['取消', '确定'])
  expect(shown().querySelector('p')?.textContent).toBe('真的吗？')
  expect(shown().classList.contains('danger')).toBe(false)
  shown().querySelector<HTMLButtonElement>('button.plain')!.click()
  expect(await answer).toBe(false)
  expect(document.querySelector('dialog')).toBeNull()
})
it('a reason that is required keeps the dialog open until it is given', async () => {
  const answer = confirm({ message: '为什么？', reason: { label: '原因', required: true } })
  const send = () =>
    shown()
      .querySelector('form')!
      .dispatchEvent(new Event('submit', { cancelable: true }))
  send()
  expect(shown()).toBeTruthy()
  shown().querySelector('textarea')!.value = ' 录错了 '
  send()
  expect(await answer).toBe('录错了')
})
it('markup in a sentence is shown and not run', async () => {
  toast('<img src=x onerror=alert(1)>', 'warn')
  expect(document.querySelector('.toast')?.textContent).toBe('<img src=x onerror=alert(1)>')
  const answer = confirm('<b>真的吗</b>')
  expect(shown().querySelector('b, img')).toBeNull()
  shown().querySelector<HTMLButtonElement>('button.plain')!.click()
  await answer
  expect(document.querySelector('img')).toBeNull()
})
