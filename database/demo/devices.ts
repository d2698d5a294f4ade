/**
 * What the devices of a store sent today: files in every state, some of them taken into drafts. Written by us; none came out of a device.
 */
import * as write from '#modules/devices/server/make.ts'
import type { Chain } from './clinic.ts'
import { there, type Teller } from './teller.ts'
import type { DemoMember } from './visits.ts'

const signed = (n: number): string => `${n < 0 ? '-' : '+'}${Math.abs(n).toFixed(2)}`
const eyeOf = ({ sph, cyl, axis }: DemoMember['eyes']['od']): write.WrittenEye => ({
  sph: signed(sph),
  cyl: signed(cyl),
  axis: String(axis ?? 0),
})

/** The inbox of the first store: to be confirmed, nobody's, taken, set aside, and one that cannot be read. */
export async function devicesOfToday(chain: Chain, members: readonly DemoMember[], now: string): Promise<void> {
  const shop = there(chain.shops[0])
  const call = shop.as('optometrist', now)
  const send = async (filename: string, bytes: Uint8Array | string) => {
    const file = {
      filename,
      mimetype: 'application/octet-stream',
      bytes: typeof bytes === 'string' ? new Uint8Array(Buffer.from(bytes)) : bytes,
    }
    return (await call('devices.upload', { hid: shop.hid, file })).fileId
  }
  const own = members.filter((m) => m.shop.hid === shop.hid && m.eyes.od.cyl <= 0).slice(0, 6)
  const sendReading = async (n: number, minutes: number) => {
    const member = there(own[n % own.length])
    const { memberNo } = await shop.as('reception', now)('patients.index', { id: member.pid })
    const time = new Date(Date.parse(`${now.replace(' ', 'T')}Z`) - minutes * 60_000).toISOString().slice(0, 19).replace('T', ' ')
    return { id: memberNo, at: time, od: eyeOf(member.eyes.od), os: eyeOf(member.eyes.os) }
  }
  await send('ARK_0001.xml', write.ark(await sendReading(0, 40)))
  await send('NTP_0001.xml', write.nt(await sendReading(0, 38), ['14.7', '15.3'], [548, 551]))
  await send('KR_800S.xml', write.joia({ ...(await sendReading(1, 30)), id: '' }))
  await send('LM_0002.xml', write.lm7(await sendReading(2, 25)))
  await send('RT-5100.log', write.rt5100(await sendReading(2, 20)))
  await send('trace.oma', write.oma(51.4, 39.8, 18))
  await send('readme.txt', 'printed by the device: nothing measured')
  const before = (await call('exam-bio-meter.list', { pid: there(own[3 % own.length]).pid, per_page: 1 })).list[0]
  const length = (former: number | null | undefined, first: number) => Math.round(((former ?? first) + 0.04) * 100) / 100
  const biometry = { al: length(before?.alOd, 24.31), flat: 7.82, steep: 7.61, cct: 543, acd: 3.61, wtw: 11.9 }
  await takeAll(
    call,
    await send('MYAH_0003.xml', write.myah(await sendReading(3, 60), biometry, { ...biometry, al: length(before?.alOs, 24.12) })),
  )
  const again = await send('ARK_0004.xml', write.ark(await sendReading(4, 55)))
  await call('devices.ignore', { id: again, reason: '固视不好，重测' })
}

/** Takes everything a file holds that the record can hold. */
async function takeAll(call: Teller, fileId: number): Promise<void> {
  const { version, compared } = await call('devices.file', { id: fileId })
  const take = compared.map((e) => ({ index: e.index, fields: e.values.filter((v) => v.wrong === null).map((v) => v.field) }))
  await call('devices.accept', { id: fileId, version, take })
}
