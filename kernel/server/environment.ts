/** The environment: the only place that reads `process.env`. Parsed once, checked, and typed. */
import path from 'node:path'
import { z } from 'zod'

const text = z.string().trim().min(1)
const optional = text.optional()
const flag = z.enum(['0', '1', 'true', 'false', 'yes', 'no']).transform((v) => v === '1' || v === 'true' || v === 'yes')
const url = (protocol: RegExp) => z.url({ protocol }).transform((u) => u.replace(/\/+$/, ''))

const Variables = z.object({
  /** Port of the web application and its API; 0 lets the system choose. */
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: text.default('0.0.0.0'),
  /** Where the embedded database and uploaded files live. */
  DATA_DIR: text.default('./data'),
  /** PostgreSQL of one's own, as its owner; without it the embedded one is started. */
  DATABASE_URL: url(/^postgres(ql)?$/).optional(),
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  /** First segment of the legacy `/{product}/…` paths. */
  PRODUCT: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,30}$/)
    .default('mingmou'),
  API_PREFIX: z
    .string()
    .regex(/^(\/[a-z0-9_-]+)+$/i)
    .default('/api'),
  /** Host names under which the eye-guardian variant is shown, by commas; `*` for every one. */
  EG_HOSTS: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((host) => host.trim().toLowerCase())
        .filter(Boolean),
    ),
  /** The address users type, for links in messages and the cookie's security; guessed from the request without it. */
  PUBLIC_URL: url(/^https?$/).optional(),
  LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('warn'),
  /** Addresses of proxies whose X-Forwarded-For is believed: `true`, `false` or a list of addresses and networks. */
  TRUST_PROXY: text
    .default('false')
    .transform((v) => (v === 'true' || v === '1' ? true : v === 'false' || v === '0' ? false : v.split(',').map((a) => a.trim()))),
  /** Builds the demo clinics in an empty database; never in production. */
  DEMO: flag.optional(),
  /** Requests a minute from one address before 操作过于频繁 is answered; a clinic's staff often share one address. */
  RATE_LIMIT: z.coerce.number().int().min(60).default(6000),
  /** What a monitor shows to read `/api/metrics` and the documents of the API from another machine: `Authorization: Bearer …`. */
  METRICS_TOKEN: z.string().min(16).optional(),
  /** Members of the demo; 2,000 without it. */
  DEMO_MEMBERS: z.coerce.number().int().min(80).max(20_000).optional(),
  // Which implementation each port uses, and what the real ones need.
  SMS: z.enum(['local', 'aliyun']).default('local'),
  SMS_ACCESS_KEY: optional,
  SMS_ACCESS_SECRET: optional,
  SMS_SIGN_NAME: optional,
  /** Our templates by the provider's numbers: `code=SMS_1001,notice=SMS_1002`. */
  SMS_TEMPLATES: z
    .string()
    .default('')
    .transform((list) =>
      Object.fromEntries(
        list
          .split(',')
          .map((pair) => pair.trim().split('='))
          .filter((pair): pair is [string, string] => pair.length === 2),
      ),
    ),
  PAYMENT: z.enum(['local', 'wechat']).default('local'),
  /** Seconds after which the simulated phone has paid by itself. */
  PAYMENT_LOCAL_SECONDS: z.coerce.number().min(0).default(4),
  WECHAT_PAY_MERCHANT: optional,
  WECHAT_PAY_SERIAL: optional,
  WECHAT_PAY_PRIVATE_KEY: optional,
  /** 微信支付公钥, PEM: answers of WeChat Pay are verified with it. */
  WECHAT_PAY_PUBLIC_KEY: optional,
  /** APIv3 key: what WeChat Pay tells of payments by itself is encrypted with it. Without it the till only asks. */
  WECHAT_PAY_API_KEY: z.string().length(32).optional(),
  ALIPAY: z.enum(['local', 'alipay']).default('local'),
  ALIPAY_APP_ID: optional,
  ALIPAY_PRIVATE_KEY: optional,
  ALIPAY_PUBLIC_KEY: optional,
  WECHAT: z.enum(['local', 'wechat']).default('local'),
  WECHAT_APP_ID: optional,
  WECHAT_APP_SECRET: optional,
  /** Number of the account's template message for a reminder, and its keys: `AbC_1,thing1=name,time2=time,thing3=store`. */
  WECHAT_TEMPLATE_APPOINTMENT: z
    .string()
    .regex(/^[\w-]+(,\w+=(name|time|store))+$/)
    .optional(),
  /** The same for movements of stored value: `AbC_2,thing1=name,time2=time,amount3=amount,amount4=balance`. */
  WECHAT_TEMPLATE_BALANCE: z
    .string()
    .regex(/^[\w-]+(,\w+=(name|time|amount|balance))+$/)
    .optional(),
  /** What the official account's server settings hold: the token that signs what WeChat tells us, and the key of its safe mode. */
  WECHAT_PUSH_TOKEN: z
    .string()
    .regex(/^[A-Za-z0-9]{3,32}$/)
    .optional(),
  WECHAT_PUSH_AES_KEY: z
    .string()
    .regex(/^[A-Za-z0-9]{43}$/)
    .optional(),
  SPEECH: z.enum(['local', 'baidu']).default('local'),
  BAIDU_API_KEY: optional,
  BAIDU_SECRET_KEY: optional,
  /** Host of the region's screening schedules; without one our own tasks answer. */
  SCHEDULE: z.enum(['local', 'host']).default('local'),
  SCHEDULE_URL: url(/^https?$/).optional(),
  STORAGE: z.enum(['local', 's3']).default('local'),
  S3_ENDPOINT: url(/^https?$/).optional(),
  S3_BUCKET: optional,
  S3_REGION: optional,
  S3_ACCESS_KEY: optional,
  S3_SECRET_KEY: optional,
  RTC: z.enum(['local', 'trtc']).default('local'),
  TURN_URL: optional,
  TURN_SECRET: optional,
  TRTC_SDK_APP_ID: z.coerce.number().int().positive().optional(),
  TRTC_SECRET_KEY: optional,
  /** Where browsers load the vendor's program from (trtc.js of trtc-sdk-v5). */
  TRTC_SDK_URL: url(/^https$/).optional(),
})

/** What the real implementation of a port cannot do without. */
const needs = {
  SMS: { aliyun: ['SMS_ACCESS_KEY', 'SMS_ACCESS_SECRET', 'SMS_SIGN_NAME'] },
  PAYMENT: {
    wechat: ['WECHAT_PAY_MERCHANT', 'WECHAT_PAY_SERIAL', 'WECHAT_PAY_PRIVATE_KEY', 'WECHAT_PAY_PUBLIC_KEY', 'WECHAT_APP_ID', 'PUBLIC_URL'],
  },
  ALIPAY: { alipay: ['ALIPAY_APP_ID', 'ALIPAY_PRIVATE_KEY', 'ALIPAY_PUBLIC_KEY'] },
  WECHAT: { wechat: ['WECHAT_APP_ID', 'WECHAT_APP_SECRET', 'PUBLIC_URL'] },
  SPEECH: { baidu: ['BAIDU_API_KEY', 'BAIDU_SECRET_KEY'] },
  SCHEDULE: { host: ['SCHEDULE_URL'] },
  STORAGE: { s3: ['S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] },
  RTC: { trtc: ['TRTC_SDK_APP_ID', 'TRTC_SECRET_KEY', 'TRTC_SDK_URL'] },
} as const satisfies Partial<Record<keyof Variables, Record<string, ReadonlyArray<keyof Variables>>>>

type Variables = z.output<typeof Variables>

/** The environment, checked. `dataDir` is absolute; `production` makes no demo accounts. */
export interface Environment extends Variables {
  readonly dataDir: string
  readonly production: boolean
}

/** Reads variables into an `Environment`; throws one sentence per bad value. An empty variable counts as unset. */
export function readEnvironment(variables: Readonly<Record<string, string | undefined>>): Environment {
  const assigned = Object.fromEntries(Object.entries(variables).filter(([key, value]) => key in Variables.shape && value?.trim()))
  const parsed = Variables.safeParse(assigned)
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path, message }) => {
      const why = message.replace(/^Invalid (input|option): /, '').toLowerCase()
      return `  ${path.join('.')}=${shown(path[0], assigned)} ${why}`
    })
    throw new EnvironmentError(`These environment variables cannot be used:\n${lines.join('\n')}`)
  }
  if (parsed.data.NODE_ENV === 'production' && parsed.data.DEMO)
    throw new EnvironmentError(
      'NODE_ENV=production makes no demo: its accounts have a password everybody knows. Leave out one of NODE_ENV and DEMO.',
    )
  const missing = missingOf(parsed.data)
  if (missing.length) throw new EnvironmentError(`These environment variables are missing:\n${missing.join('\n')}`)
  return { ...parsed.data, dataDir: path.resolve(parsed.data.DATA_DIR), production: parsed.data.NODE_ENV === 'production' }
}
/** A variable that cannot be used, in words for the person who set it. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError'
}

/** Secrets are never printed back. */
const shown = (key: PropertyKey | undefined, values: Record<string, string | undefined>): string =>
  /URL|SECRET|KEY|TOKEN/.test(String(key)) ? '(hidden)' : JSON.stringify(values[String(key)])

const missingOf = (env: Variables): string[] =>
  Object.entries(needs).flatMap(([port, choices]) =>
    Object.entries<readonly string[]>(choices)
      .filter(([choice]) => env[port as keyof Variables] === choice)
      .flatMap(([choice, keys]) =>
        keys.filter((key) => env[key as keyof Variables] === undefined).map((key) => `  ${key}, because ${port}=${choice}`),
      ),
  )

let current: Environment | undefined
/** The environment of this process, read at the first call. */
export const environment = (): Environment => (current ??= readEnvironment(process.env))
