/** A file and a member who are not the same person. */
import { beforeAll, describe, expect, it } from 'vitest'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import type { Arrived, DeviceFile } from '../contract/shapes.ts'
import * as written from './make.ts'

let clinic: Clinic
beforeAll(async () => {
  clinic = await freshClinic()
})
/** This moment on the clinic's clock. */
const now = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
const file = (id: number): Promise<DeviceFile> => clinic.as('optometrist').call('devices.file', { id })
let n = 0
/** A file of a biometer that names a person; no two have the same values. */
async function arriving(id: string, person: object): Promise<Arrived> {
  const bytes = written.al550({ id, at: now(), more: person }, { ...eye, al: eye.al + n++ / 100 }, eye)
  const body = new FormData()
  body.set('hid', String(clinic.hid))
  body.set('file', new Blob([new Uint8Array(bytes)]), 'AL.xml')
  const headers = { token: await clinic.token('optometrist') }
  const response = await fetch(`${clinic.base}/api/v1/mingmou/device-files`, { method: 'POST', headers, body })
  return ((await response.json()) as { data: Arrived }).data
}
const eye = { al: 24.1, cct: 540, acd: 3.4, wtw: 11.8, flat: 43, steep: 44 }

describe('whose eyes a file is of', () => {
  const woman = async (mobile: string) =>
    clinic.as('reception').call('patients.save', { hid: clinic.hid, name: '李美华', mobile, gender: 1, birth: '1990-03-02' })
  const man = { PatientInfo: { Name: '张伟', Gender: 'M', BirthDate: '2012-05-01' } }

  it('is asked where name, sex or birth differ: a man born in 2012 is not claimed for a woman born in 1990 without a reason', async () => {
    const { pid: her } = await woman('13900007701')
    const { fileId } = await arriving('', man)
    const seen = await file(fileId)
    expect(seen).toMatchObject({ status: 0, saidName: '张伟', saidSex: 0, saidBirth: '2012-05-01' })
    const claim = { id: fileId, version: seen.version, pid: her }
    const refused = await clinic.as('optometrist').refusal('devices.claim', claim)
    expect(refused).toMatchObject({ field: 'differsReason', message: expect.stringContaining('文件是 2012-05-01，会员是 1990-03-02') })
    expect(await clinic.as('optometrist').refusal('devices.claim', { ...claim, differsReason: '.' })).toMatchObject({
      field: 'differsReason',
    })
    const claimed = await clinic.as('optometrist').call('devices.claim', { ...claim, differsReason: '仪器上登记错了人' })
    expect(claimed).toMatchObject({ status: 1, differsReason: '仪器上登记错了人' })
    expect(claimed.identity.map((f) => [f.what, f.said, f.member, f.comparison])).toEqual([
      ['姓名', '张伟', '李美华', 'different'],
      ['性别', '男', '女', 'different'],
      ['出生日期', '2012-05-01', '1990-03-02', 'different'],
    ])
  })
  it('is not settled by a number alone where the file says somebody else: it waits, with both shown', async () => {
    const { pid: her } = await woman('13900007702')
    const { memberNo: number } = await clinic.as('reception').call('patients.index', { id: her })
    const { fileId, status } = await arriving(number, man)
    expect(status).toBe(0)
    const [candidate] = (await file(fileId)).candidates
    expect(candidate).toMatchObject({
      pid: her,
      identity: [{ comparison: 'different' }, { comparison: 'different' }, { comparison: 'different' }],
    })
    const own = await arriving(number, { PatientInfo: { Name: '李美华', Gender: 'F', BirthDate: '1990-03-02' }, Operator: '王' })
    expect(own.status).toBe(1)
    expect((await file(own.fileId)).identity.map((f) => f.comparison)).toEqual(['same', 'same', 'same'])
  })
})
