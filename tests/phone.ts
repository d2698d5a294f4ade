/** Phones of members in tests: logged in by what a number proves, calling with a member's token. */
import type { Envelope } from '#kernel/contract/internal.ts'
import { MEMBER_TOKEN } from '#kernel/contract/internal.ts'
import { newToken, sql } from '#kernel/server/index.ts'
import type { Calls } from '../apps/server/calls.gen.ts'
import { RefusedCall, send, type CallId, type Clinic, type Sent } from './harness.ts'

type Answer<K extends CallId> = Calls[K] extends { readonly output: { readonly _zod: { readonly output: infer O } } } ? O : never
export interface MemberPhone {
  readonly token: string
  call<K extends CallId>(id: K, input: Sent<K>): Promise<Answer<K>>
  refusal(id: CallId, input: object): Promise<Envelope & { status: number }>
}

let addresses = 0
/** Every request comes from an address of its own, as people's do: limits per address are not the tests' business. */
export const address = (): Record<string, string> => ({ 'x-forwarded-for': `10.7.${(++addresses >> 8) & 255}.${addresses & 255}` })

/** A call with the headers given, as its envelope. */
export async function envelopeOf(
  clinic: Clinic,
  id: CallId,
  input: object,
  headers: Record<string, string> = {},
): Promise<Envelope & { status: number }> {
  const call = clinic.booted.calls.get(id)
  if (!call) throw new Error(`no such call: ${id}`)
  const response = await send(clinic.base, call.endpoint, { ...input }, { ...address(), ...headers })
  return { ...((await response.json()) as Envelope), status: response.status }
}

export function phoneWith(clinic: Clinic, token: string): MemberPhone {
  const headers = { [MEMBER_TOKEN]: token }
  return {
    token,
    async call(id, input) {
      const envelope = await envelopeOf(clinic, id, input as object, headers)
      if (envelope.code !== 200) throw new RefusedCall(envelope.status, envelope)
      return envelope.data as never
    },
    async refusal(id, input) {
      const envelope = await envelopeOf(clinic, id, input, headers)
      if (envelope.code === 200)
        throw new Error(`${id} was expected to refuse, but answered ${JSON.stringify(envelope.data).slice(0, 300)}`)
      return envelope
    },
  }
}

/** A ticket as a right code gives one, without the code. */
export async function provenBy(clinic: Clinic, proof: { mobile?: string; openId?: string }): Promise<string> {
  const { token, hash } = newToken()
  await clinic.booted.database.bare.run(sql`select member_login_keep(${hash}, ${proof.mobile ?? null}, ${proof.openId ?? null})`)
  return token
}
/** The phone of a number: of its first member, or of the one named. */
export async function phoneOf(clinic: Clinic, mobile: string, no = 0): Promise<MemberPhone> {
  const opened = await envelopeOf(clinic, 'phone.login', { ticket: await provenBy(clinic, { mobile }), no })
  if (opened.code !== 200) throw new Error(`phone of ${mobile}: ${opened.message}`)
  return phoneWith(clinic, (opened.data as { token: string }).token)
}

let numbers = 0
/** A number nobody of another test has. */
export const freshMobile = (): string => `186${String(process.pid % 10_000).padStart(4, '0')}${String(++numbers).padStart(4, '0')}`

/** A parent with two children on one number, and a stranger. */
export async function family(
  clinic: Clinic,
): Promise<{ mobile: string; parent: number; children: [number, number]; stranger: number; strangerMobile: string }> {
  const [mobile, strangerMobile] = [freshMobile(), freshMobile()]
  const save = async (name: string, birth: string, number: string) =>
    (await clinic.as('reception').call('patients.save', { hid: clinic.hid, name, gender: 1, birth, mobile: number })).pid
  const parent = await save('李雯', '1988-05-02', mobile)
  const children: [number, number] = [await save('李子涵', '2017-06-01', mobile), await save('李子溪', '2020-03-08', mobile)]
  const stranger = await save('生人', '1990-01-01', strangerMobile)
  return { mobile, parent, children, stranger, strangerMobile }
}
