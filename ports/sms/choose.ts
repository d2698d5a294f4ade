/** The SMS service of this server, as the environment says (SMS). Without one, nothing can be sent in production; elsewhere there is the local outbox. */
import { fromOutside } from '#kernel/server/outside.ts'
import { environment } from '#kernel/server/environment.ts'
import { aliyunSms } from './aliyun.ts'
import { localSms } from './local.ts'
import type { SmsPort } from './port.ts'

let port: SmsPort | undefined

/** No service is set up: every message is refused, in words for the screen. */
const none: SmsPort = {
  label: '未接入短信服务',
  simulated: false,
  send: () => Promise.resolve({ taken: false, reason: '未接入短信服务' }),
  stateOf: () => Promise.resolve({ status: 'waiting' }),
}

/** The SMS service; its failure is an outside failure. */
export const smsPort = (): SmsPort => (port ??= named(made()))

function made(): SmsPort {
  const env = environment()
  if (env.SMS === 'aliyun')
    return aliyunSms({ accessKey: env.SMS_ACCESS_KEY!, secret: env.SMS_ACCESS_SECRET!, signName: env.SMS_SIGN_NAME! })
  return env.production ? none : localSms()
}
const named = (of: SmsPort): SmsPort => ({
  ...of,
  send: (message) => fromOutside(of.label, () => of.send(message)),
  stateOf: (asked) => fromOutside(of.label, () => of.stateOf(asked)),
})

/** The provider's number of one of our templates, from SMS_TEMPLATES; locally the template's own name. */
export const providerCode = (template: string): string => environment().SMS_TEMPLATES[template] ?? template
