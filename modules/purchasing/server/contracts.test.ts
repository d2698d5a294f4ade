import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, clinicNow } from '#kernel/contract/index.ts'
import { sql } from '#kernel/server/index.ts'
import { freshClinic, type Clinic, type Sent } from '../../../tests/harness.ts'
import { contract, contractStates } from '../contract/states.ts'
import { agreedCost, agreedCosts, contractTerms } from './door.ts'

const { is } = contractStates
describe('contracts with suppliers', () => {
  let clinic: Clinic
  let supplierId: number
  let lens: number
  const day = (by: number) => addDays(clinicNow().slice(0, 10), by)
  beforeAll(async () => {
    clinic = await freshClinic()
    const keeper = clinic.as('manager')
    ;({ supplierId } = await keeper.call('supplier.save', { name: '豪雅光学', paymentDays: 45, licenceExpires: '2099-01-01' }))
    const made = { category: 3, unit: '片', price: 300, sphMin: -10, sphMax: 6, cylMin: -4, cylMax: 0 } as const
    lens = (await keeper.call('product.save', { ...made, name: '豪雅 1.60', brand: '豪雅' })).productId
  })
  const draft = (more: Partial<Sent<'contracts.create'>> = {}) =>
    clinic.as('finance').call('contracts.create', {
      name: '2026 框架协议',
      supplierId,
      startsOn: day(-30),
      endsOn: day(300),
      lines: [{ brand: '豪雅', cost: 90 }],
      ...more,
    })
  const inForce = async (more: Partial<Sent<'contracts.create'>> = {}) => {
    const { contractId } = await draft(more)
    return clinic.as('manager').call('contracts.status', { id: contractId, status: contract.is.active })
  }
  const costOf = (sph: number, quantity: number, more: { cyl?: number; on?: string; hid?: number } = {}) =>
    clinic.tx(
      async (cx) =>
        (await agreedCost(cx, { supplierId, productId: lens, sph, cyl: more.cyl ?? 0, quantity, day: more.on ?? cx.today }, more.hid))
          ?.cost,
    )

  it('is drafted with the days of payment of its supplier, and says what ends soon', async () => {
    const made = await draft()
    expect(made).toMatchObject({ status: is.draft, paymentDays: 45, applyStores: [clinic.hid], priceLines: 1, daysLeft: 300 })
    expect(made.contractNo).toMatch(/^HT\d{6}-\d{3}$/)
    const finance = clinic.as('finance')
    expect(await clinic.as('manager').call('contracts.status', { id: made.contractId, status: 1 })).toMatchObject({ status: is.active })
    const soon = await inForce({ endsOn: day(20) })
    expect(soon.status).toBe(is.ending)
    expect((await inForce({ startsOn: day(-90), endsOn: day(-1) })).status).toBe(is.ended)
    expect((await finance.call('contracts.list', { status: is.ending })).list.map((c) => c.contractId)).toEqual([soon.contractId])
    await finance.call('contracts.status', { id: soon.contractId, status: 4, reason: '换供应商' })
    expect(await finance.call('contracts.get', { id: soon.contractId })).toMatchObject({ status: is.terminated })
    await finance.call('contracts.status', { id: made.contractId, status: 4, reason: '测试' })
  })

  it('its signed paper is kept as it came, also in force; another takes its place, the former stays; not found elsewhere', async () => {
    const { contractId: id } = await inForce()
    const [pdf, dicom] = [Buffer.from('%PDF-1.7 甲方'), Buffer.concat([Buffer.alloc(128), Buffer.from('DICM')])]
    const send = async (bytes: Buffer, filename = 'C:\\合同\\豪雅 2026.PDF', role: 'finance' | 'warehouse' = 'finance') => {
      const body = new FormData()
      body.set('file', new Blob([new Uint8Array(bytes)]), filename)
      const headers = { token: await clinic.token(role) }
      return (await (await fetch(`${clinic.base}/api/contracts/file/${id}`, { method: 'POST', headers, body })).json()) as {
        code: number
        field?: string
        data: { fileName: string }
      }
    }
    expect((await send(pdf)).data.fileName).toBe('豪雅 2026.pdf')
    const kept = await clinic.as('finance').raw('contracts.file', { id })
    expect([kept.headers.get('content-type'), Buffer.from(await kept.arrayBuffer()).equals(pdf)]).toEqual(['application/pdf', true])
    await send(Buffer.from('%PDF-1.7 乙方'), '第二版.pdf')
    expect(await clinic.as('finance').call('contracts.get', { id })).toMatchObject({ fileName: '第二版.pdf' })
    expect(await clinic.tx((cx) => cx.db.the({ n: 'number' }, sql`select count(*) n from contract_file`))).toEqual({ n: 2 })
    expect(await send(dicom)).toMatchObject({ code: 1, field: 'file' })
    expect(await send(Buffer.from('MZ'))).toMatchObject({ code: 1, field: 'file' })
    expect(await send(pdf, '仓库.pdf', 'warehouse')).toMatchObject({ code: 20405 })
    const other = await freshClinic()
    expect(await other.as('finance').refusal('contracts.file', { id })).toMatchObject({ code: 1 })
    await clinic.as('finance').call('contracts.status', { id, status: 4, reason: '测试' })
  })

  it('a price is the one of the product, power and number of pieces, of the contract that began last', async () => {
    await inForce({
      lines: [
        { brand: '豪雅', cost: 90 },
        { productId: lens, sphFrom: -6, sphTo: 0, cylFrom: -2, cylTo: 0, quantityTo: 9, cost: 80 },
        { productId: lens, sphFrom: -6, sphTo: 0, cylFrom: -2, cylTo: 0, quantityFrom: 10, cost: 70.5 },
      ],
    })
    expect(await costOf(-3, 2)).toBe(8000)
    expect(await costOf(-3, 10)).toBe(7050)
    // The same lens in plus cylinder.
    expect(await costOf(-4, 2, { cyl: 1 })).toBe(8000)
    expect(await costOf(-8, 2)).toBe(9000)
    await inForce({ startsOn: day(-5), lines: [{ brand: '豪雅', cost: 60 }] })
    expect(await costOf(-8, 2)).toBe(6000)
    expect(await costOf(-8, 2, { on: day(-10) })).toBe(9000)
    expect(await costOf(-8, 2, { on: day(-1000) })).toBeUndefined()
    const requests = [-3, 2, -9].map((sph) => ({ supplierId, productId: lens, sph, cyl: 0, quantity: 2, day: day(-10) }))
    expect((await clinic.tx((cx) => agreedCosts(cx, requests))).map((a) => a?.cost)).toEqual([8000, 9000, 9000])
    expect(await clinic.tx((cx) => contractTerms(cx, { supplierId, day: cx.today }))).toMatchObject({ paymentDays: 45, creditLimit: null })
  })

  it('holds for the stores it names, and the whole chain is named by who may enter all of it', async () => {
    expect(await costOf(-3, 1, { hid: clinic.hids[1]! })).toBeUndefined()
    const finance = clinic.as('finance')
    const base = { name: '全国', supplierId, startsOn: day(-1), endsOn: day(90), lines: [{ brand: '豪雅', cost: 55 }] }
    expect(await finance.refusal('contracts.create', { ...base, applyStores: null })).toMatchObject({ field: 'applyStores' })
    expect(await finance.refusal('contracts.create', { ...base, applyStores: [clinic.hids[1]!] })).toMatchObject({ field: 'applyStores' })
    const chain = clinic.as('chain')
    const { contractId } = await chain.call('contracts.create', { ...base, applyStores: [clinic.hids[1]!] })
    await clinic.tx((cx) =>
      cx.db.run(
        sql`
          update contract
          set status = 1, approved_by = ${clinic.ctid('finance')}, approved_at = app_now()
          where contract_id = ${contractId}
        `,
      ),
    )
    expect(await costOf(-3, 1, { hid: clinic.hids[1]! })).toBe(5500)
  })

  it('prices never hold twice for the same piece: refused at the line, and by the database', async () => {
    const lines = [
      { productId: lens, sphFrom: -6, sphTo: -2, cost: 80 },
      { brand: '豪雅', cost: 80 },
      { productId: lens, sphFrom: -2, sphTo: 0, cost: 70 },
    ]
    const base = { name: '重叠', supplierId, startsOn: day(0), endsOn: day(9) }
    expect(await clinic.as('finance').refusal('contracts.create', { ...base, lines })).toMatchObject({ field: 'lines.2.cost' })
    const { contractId } = await draft()
    const twice = clinic.tx((cx) => cx.db.run(sql`insert into contract_line (contract_id, brand, cost) values (${contractId}, '豪雅', 1)`))
    await expect(twice).rejects.toThrow(/bands_overlap/)
  })

  it('only a draft is deleted or given other prices; one in force is extended when another person agrees again', async () => {
    const finance = clinic.as('finance')
    const { contractId, version } = await inForce()
    const edit = { contractId, version, name: '延长', supplierId, startsOn: day(-30), endsOn: day(500) }
    expect(await finance.refusal('contracts.delete', { id: contractId })).toMatchObject({ message: expect.stringContaining('不能删除') })
    expect(await finance.refusal('contracts.update', { ...edit, lines: [] })).toMatchObject({ field: 'lines' })
    expect(await finance.refusal('contracts.update', { ...edit, startsOn: day(-40) })).toMatchObject({ code: 1 })
    expect(await finance.call('contracts.update', edit)).toMatchObject({ endsOn: day(500), name: '延长', status: is.draft })
    expect(await finance.refusal('contracts.delete', { id: contractId })).toMatchObject({ code: 1 })
    expect(await finance.refusal('contracts.update', edit)).toMatchObject({ message: expect.stringContaining('已被他人修改') })
    await expect(clinic.tx((cx) => cx.db.run(sql`delete from contract_line where contract_id = ${contractId}`))).rejects.toThrow()
    const empty = await draft({ lines: [] })
    expect(await finance.refusal('contracts.status', { id: empty.contractId, status: 1 })).toMatchObject({ field: 'lines' })
    await finance.call('contracts.delete', { id: empty.contractId })
    expect(await finance.refusal('contracts.get', { id: empty.contractId })).toMatchObject({ message: '合同不存在或已被删除' })
  })

  it('comes into force by whoever set none of its terms and prices; the database asks the same', async () => {
    const [finance, manager] = [clinic.as('finance'), clinic.as('manager')]
    const { contractId } = await draft()
    const own = { message: expect.stringContaining('由他人批准') as string }
    const terms = { name: '2026 框架协议', supplierId, startsOn: day(-30), endsOn: day(300) }
    expect(await finance.refusal('contracts.status', { id: contractId, status: contract.is.active })).toMatchObject(own)
    const { version } = await finance.call('contracts.get', { id: contractId })
    await manager.call('contracts.update', { ...terms, contractId, version, lines: [{ brand: '豪雅', cost: 88 }] })
    expect(await manager.refusal('contracts.status', { id: contractId, status: contract.is.active })).toMatchObject(own)
    const byAuthor = clinic.tx((cx) =>
      cx.db.run(sql`
        update contract
        set status = 1, approved_by = ${clinic.ctid('manager')}, approved_at = app_now()
        where contract_id = ${contractId}
      `),
    )
    await expect(byAuthor).rejects.toThrow(/by its author|nobody else/)
    await expect(clinic.tx((cx) => cx.db.run(sql`update contract set status = 1 where contract_id = ${contractId}`))).rejects.toThrow()
    const active = await inForce()
    expect(
      await finance.call('contracts.update', { ...terms, contractId: active.contractId, version: active.version, note: '备注' }),
    ).toMatchObject({
      status: is.active,
    })
    const inPlace = clinic.tx((cx) => cx.db.run(sql`update contract set payment_days = 300 where contract_id = ${active.contractId}`))
    await expect(inPlace).rejects.toThrow('is in force')
  })

  it('another organisation finds none of them, and who may not see costs neither', async () => {
    const { contractId } = await draft()
    const other = await freshClinic()
    expect(await other.as('finance').refusal('contracts.get', { id: contractId })).toMatchObject({ code: 1 })
    expect(await clinic.as('warehouse').refusal('contracts.get', { id: contractId })).toMatchObject({ code: 20405 })
  })
})
