/** The account's menu at the desk: its password and its WeChat. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepToken, token } from '#kernel/web/session.ts'
import { HANGS } from '#kernel/web/testing/patience.ts'
import { answering, doctor, ok, stage } from '#kernel/web/testing/stage.tsx'
import { turns } from '#kernel/web/testing/turns.ts'
import BindWeChat from './BindWeChat.tsx'
import ChangePassword from './ChangePassword.tsx'
import { Navbar } from '../Navbar.tsx'

const close = () => undefined
const toasts = () => [...document.querySelectorAll('.toast')].map((n) => n.textContent)
const reload = vi.fn()
beforeEach(() => {
  document.querySelector('.toasts')?.replaceChildren()
  reload.mockClear()
  const { origin, host, href, protocol, pathname, search } = window.location
  vi.stubGlobal('location', { origin, host, href, protocol, pathname, search, reload })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('changing the password', () => {
  const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(new RegExp(`^${label}`)), { target: { value } })
  const send = () => fireEvent.click(screen.getByRole('button', { name: '确认修改' }))

  it('R045, R046, R048, R051: what is empty is said at its field, the form warns and sends nothing', async () => {
    const requests = answering(() => ok(null))
    await stage(<ChangePassword who={doctor} close={close} />)
    send()
    for (const sentence of ['请输入原密码', '请输入新密码', '请再次输入新密码']) expect(await screen.findByText(sentence)).toBeTruthy()
    expect(toasts()).toEqual(['表单填写有误，请检查'])
    expect(requests).toEqual([])
  })
  it('R047, R049, R050: checked on blur and on change', async () => {
    await stage(<ChangePassword who={doctor} close={close} />)
    fireEvent.blur(screen.getByLabelText(/^原密码/))
    expect(screen.getByText('请输入原密码')).toBeTruthy()
    for (const wrong of ['12345', '12345678901234567', 'abc 123', '密码密码密码']) {
      type('新密码', wrong)
      expect(screen.getByText('密码应为6到16位的数字字母和!@#$%^&*-_组成')).toBeTruthy()
    }
    type('新密码', 'Demo-2026')
    expect(screen.queryByText(/密码应为/)).toBeNull()
    type('确认新密码', 'Demo-2027')
    expect(screen.getByText('两次输入密码不一致!')).toBeTruthy()
    type('确认新密码', 'Demo-2026')
    expect(screen.queryByText('两次输入密码不一致!')).toBeNull()
  })
  it('R052: a wrong old password is said at its field until it is typed anew', async () => {
    answering(() => ({ code: 20401, message: '原密码错误', data: null }))
    await stage(<ChangePassword who={doctor} close={close} />)
    type('原密码', 'Old-2025')
    type('新密码', 'Demo-2026')
    type('确认新密码', 'Demo-2026')
    send()
    const alerted = () => document.querySelector('.field small[role=alert]')?.textContent
    await waitFor(() => expect(alerted()).toBe('原密码错误'))
    type('原密码', 'Old-2026')
    expect(alerted()).toBeUndefined()
  })
  it('R052: success says so with 请重新登录。, and 1.5 s later the session is gone and the page loads afresh', async () => {
    keepToken('t')
    const sent = answering(() => ok(null))
    await stage(<ChangePassword who={doctor} close={close} />)
    type('原密码', 'Old-2026')
    type('新密码', 'Demo-2026')
    type('确认新密码', 'Demo-2026')
    // The clock moves by the checks alone: on a busy machine the page would be left before it was looked at.
    vi.useFakeTimers()
    send()
    await vi.waitFor(() => expect(toasts()).toEqual(['操作成功请重新登录。']), { timeout: HANGS, interval: 5 })
    expect(sent[0]).toMatchObject({ method: 'PUT', body: { oldPassword: 'Old-2026', newPassword: 'Demo-2026' } })
    expect(token()).toBe('t')
    await act(() => vi.advanceTimersByTimeAsync(1500))
    expect([token(), reload.mock.calls.length]).toEqual([null, 1])
  })
})

describe('WeChat', () => {
  const scenes = (status: () => unknown) => {
    let n = 0
    return answering(({ url }) =>
      url.pathname.endsWith('/login-qr')
        ? ok({ qrCodeUrl: 'https://x.example/q', sceneId: `scene${++n}`, simulated: false })
        : url.pathname.endsWith('/task-status')
          ? status()
          : ok(null),
    )
  }
  const count = (requests: ReturnType<typeof answering>, end: string) => requests.filter(({ url }) => url.pathname.endsWith(end)).length
  const waiting = { code: 20408, message: '等待扫码', data: null }

  /** Shows the code; only the clock of its polls stands still, and is moved by `later`. */
  const shown = async (requests: ReturnType<typeof answering>) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    await stage(<BindWeChat who={doctor} close={close} />)
    await vi.waitFor(() => expect(document.querySelector('.login-scan svg')).not.toBeNull(), { timeout: HANGS })
    expect(count(requests, '/login-qr')).toBe(1)
  }
  const later = (ms: number) =>
    act(async () => {
      await vi.advanceTimersByTimeAsync(ms)
      await turns()
    })

  it('R054, R055, R058: asked about by its scene every 2 s, fetched afresh after 120 s', async () => {
    const sent = scenes(() => waiting)
    await shown(sent)
    await later(1900)
    expect(count(sent, '/task-status')).toBe(0)
    await later(8200)
    expect(count(sent, '/task-status')).toBe(5)
    expect(sent.find(({ url }) => url.pathname.endsWith('/task-status'))!.url.searchParams.get('sceneId')).toBe('scene1')
    expect(count(sent, '/login-qr')).toBe(1)
    await later(110_000)
    expect(count(sent, '/login-qr')).toBe(2)
  })
  it('R056: bound to another account is said, and a fresh code is fetched', async () => {
    const requests = scenes(() => ok({ login: null }))
    await shown(requests)
    await later(2000)
    await vi.waitFor(() => expect(toasts()).toContain('当前微信已绑定其他账号，请解绑后再绑定'), { timeout: HANGS })
    expect(count(requests, '/login-qr')).toBe(2)
    expect(count(requests, '/bind')).toBe(0)
  })
  it('R057: an unbound WeChat is bound, and the answer is shown as success', async () => {
    const requests = scenes(() => ({ code: 20407, message: '该微信未绑定账号', data: null }))
    await shown(requests)
    await later(2000)
    await vi.waitFor(() => expect(document.querySelector('.toast.ok')?.textContent).toBe('操作成功'), { timeout: HANGS })
    expect(requests.find(({ url }) => url.pathname.endsWith('/wechat/bind'))?.body).toEqual({ weChatId: 'scene1', uid: doctor.uid })
  })
  it('R053: unbinding asks first, and 取消 sends nothing', async () => {
    const requests = answering(() => ok(null))
    await stage(
      <Navbar
        who={{ ...doctor, openId: 'o' }}
        menu={[]}
        pattern="/x"
        toggle={undefined}
        find={close}
        changePassword={close}
        showKeys={close}
      />,
    )
    const unbind = () => {
      fireEvent.click(screen.getByRole('button', { name: 'Chen' }))
      fireEvent.click(screen.getByRole('menuitem', { name: '解绑微信' }))
    }
    unbind()
    await waitFor(() => expect(document.querySelector('dialog.ask p')?.textContent).toBe('解绑后无法使用微信扫码登录，您确认解绑吗？'))
    document.querySelector<HTMLButtonElement>('dialog.ask .plain')!.click()
    await waitFor(() => expect(document.querySelector('dialog.ask')).toBeNull())
    expect(requests).toEqual([])
    unbind()
    document.querySelector<HTMLButtonElement>('dialog.ask .main')!.click()
    await waitFor(() => expect(requests.map(({ url }) => url.pathname)).toEqual(['/api/v1/account/wechat/unbind']))
  })
  it('R034: the menu of the account names its role group, rolesName', async () => {
    await stage(
      <Navbar
        who={{ ...doctor, rolesName: '主任医师组' }}
        menu={[]}
        pattern="/x"
        toggle={undefined}
        find={close}
        changePassword={close}
        showKeys={close}
      />,
    )
    fireEvent.click(screen.getByRole('button', { name: 'Chen' }))
    expect(screen.getByText('主任医师组')).toBeTruthy()
  })
})
