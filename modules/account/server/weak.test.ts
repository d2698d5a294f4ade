import { describe, expect, it } from 'vitest'
import { isWeak } from './weak.ts'

describe('passwords that would be tried first', () => {
  it.each([
    '123456',
    '1234567890',
    '88888888',
    '19900101',
    'abcdef',
    'qwerty123',
    '1qaz2wsx',
    'aaaaaa',
    'abcabc',
    '121212',
    'password',
    'P@ssw0rd',
    'Password1',
    'admin888',
    'Admin-2026',
    'woaini1314',
    'a5201314',
    'mingmou2026',
    'Test_123',
    'fedcba',
    'qwe123',
    'zxcvbnm!',
  ])('%s is refused', (password) => expect(isWeak(password)).toBe(true))
  it.each(['Demo2026!', 'Begin#2026', 'Meiri-2026', 'Qingliang#1', 'Pass-0', 'xk29fm', 'brille7', 'Hu4ying_3', '2026Sommer', '7319408265'])(
    '%s is taken',
    (password) => expect(isWeak(password)).toBe(false),
  )
  it("one's own account, and the end of one's own number, are refused", () => {
    expect(isWeak('LiuYang-26', ['liuyang', '13800138000'])).toBe(true)
    expect(isWeak('gnay-Liu-26', ['liuyang', '13800138000'])).toBe(false)
    expect(isWeak('0138000!', ['liuyang', '13800138000'])).toBe(true)
    expect(isWeak('x13800138000', ['liuyang', '13800138000'])).toBe(true)
  })
})
