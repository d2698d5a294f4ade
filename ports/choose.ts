/**
 * Which implementation stands behind a port: the real one its variable names, else a simulated one, which does not exist in production.
 * There a port that nothing is connected to refuses, in words.
 */
import { Refused } from '#kernel/server/refuse.ts'
import type { Environment } from '#kernel/server/environment.ts'

/** A port as its folder declares it. */
export interface PortChoice<P extends { readonly simulated: boolean }> {
  /** The variable that names the implementation; `local` names none. */
  readonly by: 'SMS' | 'PAYMENT' | 'ALIPAY' | 'WECHAT'
  /** What it is called: 短信服务. */
  readonly word: string
  readonly real: (env: Environment) => P
  readonly local: (env: Environment) => P
  /** Nothing is connected: every call refuses. */
  readonly off: (word: string) => P
}

/** What becomes of a port in an environment. */
export const stateOf = ({ by }: Pick<PortChoice<{ readonly simulated: boolean }>, 'by'>, env: Environment): 'real' | 'simulated' | 'off' =>
  env[by] !== 'local' ? 'real' : env.production ? 'off' : 'simulated'

/** The implementation an environment asks for. */
export function chosen<P extends { readonly simulated: boolean }>(choice: PortChoice<P>, env: Environment): P {
  const makes = { real: () => choice.real(env), simulated: () => choice.local(env), off: () => choice.off(choice.word) }
  return makes[stateOf(choice, env)]()
}

/** The answer of a service that is not connected. */
export const notConnected = (what: string): Promise<never> => Promise.reject(new Refused('not_connected', { what }))
