import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { call, token } from '#kernel/web/index.ts'
import { keepToken } from '#kernel/web/session.ts'
import { answering, doctor, ok, stage } from '#kernel/web/testing/stage.tsx'
import { LogInAgain } from './LogInAgain.tsx'

describe('logging in again in place', () => {
  it('R068: says why the session is over, asks for this account’s password, and what was asked goes on', async () => {
    keepToken('old')
    const calls = answering((request) => {
      if (request.url.pathname.endsWith('/account/login')) return ok({ token: 'new', uid: doctor.uid, landing: '/', mustChange: false })
      return request.headers.get('token') === 'new'
        ? ok({ pid: 3 })
        : new Response(JSON.stringify({ code: 50013, message: '您的账号已在其它地方登录', data: null }), { status: 401 })
    })
    await stage(<LogInAgain />)
    expect(screen.queryByRole('dialog')).toBeNull()
    const saved = call({ method: 'POST', path: '/patient/addOrupdate' }, { name: '甲' })
    expect(await screen.findByText('您的账号已在其它地方登录')).toBeTruthy()
    expect(screen.getByText('您可能已经在其它页面退出，如需继续访问当前页面，请重新登录')).toBeTruthy()
    fireEvent.change(screen.getByLabelText(new RegExp(doctor.account)), { target: { value: 'Demo2026!' } })
    fireEvent.click(screen.getByText('重新登录'))
    await expect(saved).resolves.toEqual({ pid: 3 })
    expect(token()).toBe('new')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(calls.filter((a) => a.url.pathname.endsWith('/account/login'))).toHaveLength(1)
  })
})
