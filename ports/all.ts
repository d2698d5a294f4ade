/** All ports whose service can be simulated, for what speaks of all of them: the start, the census. */
import type { Environment } from '#kernel/server/environment.ts'
import { stateOf } from './choose.ts'
import { alipay, wechatPay } from './payment/choose.ts'
import { sms } from './sms/choose.ts'
import { wechat } from './wechat/choose.ts'

export const ports = [sms, wechatPay, alipay, wechat] as const

/** Words of the ports that are simulated here, or in production are off. */
export const portsThat = (are: 'simulated' | 'off', env: Environment): string[] =>
  ports.filter((port) => stateOf(port, env) === are).map(({ word, by }) => `${word} (${by})`)
/** True where what leaves by some port only seems to: screens and papers say so. */
export const simulating = (env: Environment): boolean => portsThat('simulated', env).length > 0
