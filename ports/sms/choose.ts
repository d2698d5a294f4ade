/** The SMS service of this server (SMS). Where none is connected, every message is refused, in words for the screen. */
import { fromOutside } from '#kernel/server/outside.ts'
import { environment } from '#kernel/server/environment.ts'
import { chosen, type PortChoice } from '../choose.ts'
import { aliyunSms } from './aliyun.ts'
import { localSms } from './local.ts'
import type { SmsPort } from './port.ts'

export const sms: PortChoice<SmsPort> = {
  by: 'SMS',
  word: '短信服务',
  real: (env) => aliyunSms({ accessKey: env.SMS_ACCESS_KEY!, secret: env.SMS_ACCESS_SECRET!, signName: env.SMS_SIGN_NAME! }),
  local: () => localSms(),
  // A message that is refused stays in the list with its reason; it is not sent again by itself.
  off: (word) => ({
    label: `未接入${word}`,
    simulated: false,
    send: () => Promise.resolve({ taken: false, reason: `未接入${word}` }),
    stateOf: () => Promise.resolve({ status: 'waiting' }),
    replies: () => Promise.resolve([]),
  }),
}

let port: SmsPort | undefined
/** The SMS service; its failure is an outside failure. */
export const smsPort = (): SmsPort => (port ??= named(chosen(sms, environment())))

const named = (service: SmsPort): SmsPort => ({
  ...service,
  send: (message) => fromOutside(service.label, () => service.send(message)),
  stateOf: (request) => fromOutside(service.label, () => service.stateOf(request)),
  replies: () => fromOutside(service.label, () => service.replies()),
})

/** The provider's number of one of our templates, from SMS_TEMPLATES; locally the template's own name. */
export const providerCode = (template: string): string => environment().SMS_TEMPLATES[template] ?? template
