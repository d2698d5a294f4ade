import { describe, expect, it, vi } from 'vitest'
import { CallFailed, settle, unanswered, type Effects } from './catalogue.ts'
import type { ConfirmQuestion } from '../notice.ts'
import { turns } from '../testing/turns.ts'

const stagehand = (yes: boolean | string = true) => {
  const shown: string[] = []
  const questions: ConfirmQuestion[] = []
  const fx: Effects = {
    toast: (text, tone) => void shown.push(`${tone}: ${text}`),
    confirm: (q) => (questions.push(q), Promise.resolve(yes)),
    logout: vi.fn(),
    goto: vi.fn(),
    changePassword: vi.fn(),
  }
  return { fx, shown, asked: questions }
}
const body = (code: number, message = '服务器的话') => ({ code, message, data: { x: 1 } })

describe('the error catalogue', () => {
  it.each([0, 200, 20002, 1405, 20501, 20502, 21001])('R062: code %i answers its data', (code) => {
    const { fx, shown } = stagehand()
    expect(settle(body(code), 200, fx)).toEqual({ x: 1 })
    expect(shown).toEqual([])
  })

  it.each([1, -1, 20401, 100, 1406])('R063: code %i warns with the message and rejects', (code) => {
    const { fx, shown } = stagehand()
    expect(() => settle(body(code), 200, fx)).toThrow(CallFailed)
    expect(shown).toEqual(['warn: 服务器的话'])
  })

  it('R064: 20405 is rejected with the body and shows nothing', () => {
    const { fx, shown, asked: questions } = stagehand()
    try {
      settle(body(20405), 200, fx)
      expect.unreachable()
    } catch (error) {
      expect((error as CallFailed).body).toEqual(body(20405))
    }
    expect([shown, questions]).toEqual([[], []])
  })

  it('R065: an unknown code is told and rejected', () => {
    const { fx, shown } = stagehand()
    expect(() => settle(body(31337), 200, fx)).toThrow('服务器的话')
    expect(shown).toEqual(['warn: 服务器的话'])
  })

  it.each([[{ rows: 3 }], [{ code: '200', data: 1 }], [[1, 2]], ['text']])(
    'R066: a body without a numeric code is the answer: %j',
    (answer) => {
      expect(settle(answer, 200, stagehand().fx)).toEqual(answer)
    },
  )

  it.each([50001, 50002, 50008, 50013, 50014, 50015, 50016])(
    'R068: token code %i on an HTTP error asks once, either answer logs out',
    async (code) => {
      for (const yes of [true, false]) {
        const { fx, asked: questions, shown } = stagehand(yes)
        for (const _ of [1, 2, 3]) expect(() => settle(body(code), 401, fx)).toThrow(CallFailed)
        expect(questions).toEqual([
          { title: '确定登出', message: '您可能已经在其它页面退出，如需继续访问当前页面，请重新登录', ok: '重新登录' },
        ])
        await vi.waitFor(() => expect(fx.logout).toHaveBeenCalledTimes(1))
        expect(shown).toEqual([])
        await Promise.resolve()
      }
    },
  )

  it('R068: a token code on HTTP 200 opens no dialog', () => {
    const { fx, asked: questions } = stagehand()
    expect(() => settle(body(50014), 200, fx)).toThrow(CallFailed)
    expect(questions).toEqual([])
  })

  it('R070: a time-out says so', () => {
    const { fx, shown } = stagehand()
    expect(unanswered(new DOMException('The operation timed out.', 'TimeoutError'), true, fx).kind).toBe('timeout')
    expect(shown).toEqual(['bad: 请求超时，请刷新页面后重试'])
  })

  it('a save without a connection is told what became of it, in words', () => {
    const { fx, shown } = stagehand()
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    unanswered(new TypeError('Failed to fetch'), false, fx)
    online.mockRestore()
    expect(shown).toEqual(['bad: 网络已断开，没有保存：填写的内容还在，网络恢复后请再保存一次'])
  })
  it('R071: another network error shows its message', () => {
    const { fx, shown } = stagehand()
    expect(unanswered(new TypeError('Failed to fetch'), false, fx).kind).toBe('network')
    expect(shown).toEqual(['bad: Failed to fetch'])
  })

  it.each([true, false])('R072: 20406 asks with the server message and logs out (answer %s)', async (yes) => {
    const { fx, asked: questions } = stagehand(yes)
    expect(() => settle(body(20406, '没有找到用户信息'), 200, fx)).toThrow(CallFailed)
    expect(questions).toEqual([{ message: '没有找到用户信息' }])
    await vi.waitFor(() => expect(fx.logout).toHaveBeenCalledTimes(1))
  })

  it.each([
    [true, 1],
    [false, 0],
  ])('R092: 405 offers 账户充值 (answer %s)', async (yes, times) => {
    const { fx, asked: questions } = stagehand(yes)
    expect(() => settle(body(405), 200, fx)).toThrow(CallFailed)
    expect(questions).toEqual([{ message: '账户余额不足，请先充值', ok: '账户充值', cancel: '取消' }])
    await turns()
    expect(fx.goto).toHaveBeenCalledTimes(times)
    if (times) expect(fx.goto).toHaveBeenCalledWith('/settings/my_account')
  })

  it('20001 leads to the change of the password, 20402 to what is left, 20403 out', async () => {
    const { fx } = stagehand()
    expect(() => settle(body(20001), 200, fx)).toThrow()
    expect(fx.changePassword).toHaveBeenCalledTimes(1)
    expect(() => settle(body(20402), 200, fx)).toThrow()
    await vi.waitFor(() => expect(fx.goto).toHaveBeenCalledWith('/dashboard'))
    expect(() => settle(body(20403), 200, fx)).toThrow()
    await vi.waitFor(() => expect(fx.logout).toHaveBeenCalledTimes(1))
  })

  it('a bug tells its request id', () => {
    const { fx, shown } = stagehand()
    expect(() => settle({ code: -1, message: '系统错误', data: null, requestId: 'ab12' }, 500, fx)).toThrow()
    expect(shown).toEqual(['warn: 系统错误（ab12）'])
  })
})
