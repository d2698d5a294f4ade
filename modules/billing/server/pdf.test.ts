/** C.21: one amount. What a paper says as PDF is what the ledger holds. */
import { beforeAll, describe, expect, it } from 'vitest'
import { showMoney } from '#kernel/contract/index.ts'
import { balance, sql } from '#kernel/server/index.ts'
import { freshClinic, type Caller, type Clinic } from '../../../tests/harness.ts'
import { codesOn, pagesOf, wordsOn } from '../../../tests/journeys/paper.ts'
import { tillOf } from '../../../tests/till.ts'

let clinic: Clinic
const { member, bill, pay, giveBack } = tillOf(() => clinic)
beforeAll(async () => {
  clinic = await freshClinic()
})
async function pdfOf(caller: Caller, path: string, more: object = {}): Promise<Buffer> {
  const answer = await caller.raw('papers.pdf', { hid: clinic.hid, path, ...more })
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  return Buffer.from(await answer.arrayBuffer())
}
/** Text without what lines and columns put between characters. */
const tight = (text: string): string => text.replace(/\s/g, '')
/** What the store has taken, by its ledger, yuan. */
const takings = async (): Promise<number> => -(await clinic.tx((cx) => balance(cx, 'cash', `revenue:${clinic.hid}`))) / 100

describe('papers as PDF', () => {
  it('C.21: a bill and its refund say in words that can be searched what the ledger holds, and their codes are read back', async () => {
    const pid = await member({ name: '林子涵' })
    const made = await bill(pid, [
      { name: '角膜塑形镜（日用）', priceReason: '其他收费', price: 6800, quantity: 2 },
      { name: '护理液 A&B <360ml>', priceReason: '其他收费', price: 128.5, quantity: 3 },
    ])
    const takingsBefore = await takings()
    await pay(made.fbid, made.billPrice)
    const cashier = clinic.as('cashier')
    const pdf = await pdfOf(cashier, `/fee-bill-print/${made.fbid}`)
    const words = tight(wordsOn(pdf))
    const paid = (await takings()) - takingsBefore
    expect(paid).toBe(13985.5)
    for (const text of [made.billNo, '林子涵', '角膜塑形镜（日用）', '护理液A&B<360ml>', `应收${showMoney(paid)}`, showMoney(385.5)])
      expect(words).toContain(text)
    expect(codesOn(pdf)).toEqual([`CODE-128:${made.billNo}`])
    // A roll is one piece, a sheet of the same bill another.
    expect(pagesOf(pdf)).toBe(1)
    expect(tight(wordsOn(await pdfOf(cashier, `/fee-bill-print/${made.fbid}?paper=A5`)))).toContain(`应收${showMoney(paid)}`)
    const back = await giveBack(made.fbid)
    expect(await takings()).toBe(takingsBefore)
    const refund = tight(wordsOn(await pdfOf(cashier, `/refund-fee-bill-print/${made.fbid}?refundId=${back.refundId}`)))
    expect(refund).toContain(`实退${showMoney(paid)}`)
  })
  it('a long bill goes on over pages, each with the heads of its columns, no line left out', async () => {
    const pid = await member()
    const items = Array.from({ length: 90 }, (_, i) => ({ name: `第${i + 1}项检查`, priceReason: '其他收费', price: i + 1 }))
    const made = await bill(pid, items)
    const pdf = await pdfOf(clinic.as('cashier'), `/fee-bill-print/${made.fbid}?paper=A5`)
    const pages = wordsOn(pdf)
      .split('\f')
      .filter((page) => page.trim())
      .map(tight)
    expect(pages.length).toBeGreaterThan(2)
    const whole = pages.join('')
    expect(items.filter(({ name }) => !whole.includes(name))).toEqual([])
    expect(pages.slice(0, -1).filter((page) => !page.includes('项目单价数量原价实收'))).toEqual([])
    expect(pages.map((page) => /第\d+\/\d+页/.exec(page)?.[0])).toEqual(pages.map((_, i) => `第${i + 1}/${pages.length}页`))
  })
  it('is what the account may read of it: permissions, stores and sentences as on the screen; reading and file are kept', async () => {
    const pid = await member()
    const { fbid } = await bill(pid, [{ name: '验光', priceReason: '其他收费', price: 50 }])
    const path = `/fee-bill-print/${fbid}`
    const refused = (caller: Caller, more: object = {}) => caller.refusal('papers.pdf', { hid: clinic.hid, path, ...more })
    expect(await refused(clinic.as('tv'))).toMatchObject({ code: 20405 })
    const stranger = await freshClinic({ stores: 1 })
    expect(await stranger.as('cashier').refusal('papers.pdf', { hid: stranger.hid, path })).toMatchObject({ code: 1 })
    expect(await refused(stranger.as('cashier'))).toMatchObject({ code: 1 })
    const cashier = clinic.as('cashier')
    expect(await refused(cashier, { path: '/nowhere/1' })).toMatchObject({ code: 1, message: '单据不存在或已被删除', field: 'path' })
    expect(await refused(cashier, { path: `${path}?paper=A4` })).toMatchObject({ code: 1, message: '“收费单”不能印在这种纸上' })
    for (const wrong of [
      '/fee-bill-print/',
      '/fee-bill-print/x',
      '/fee-bill-print/%E0%A4',
      '/fee-bill-print/0',
      '//',
      '?',
      '/fee-bill-print/1/2',
    ])
      expect(await refused(cashier, { path: wrong }), wrong).toMatchObject({ code: 1 })
    await pdfOf(cashier, path)
    const stored = await clinic.tx((cx) =>
      cx.db.rows(
        { tbl: 'string' },
        sql`
          select tbl
          from audit
          where action = 'read' and tbl in ('papers.pdf', 'feebill.print')
          order by tbl
        `,
      ),
    )
    expect(stored.map((r) => r.tbl)).toContain('papers.pdf')
  })
  it('is as the store prints it, and in English for who reads English', async () => {
    const pid = await member()
    const made = await bill(pid, [{ name: '验光', priceReason: '其他收费', price: 50 }])
    const path = `/fee-bill-print/${made.fbid}`
    await clinic.as('manager').call('papers.save', { hid: clinic.hid, paper: '/fee-bill-print/{feeBillId}', size: 'A5', hidden: ['code'] })
    const pdf = await pdfOf(clinic.as('cashier'), path, { language: 'en' })
    expect(codesOn(pdf)).toEqual([])
    const words = wordsOn(pdf)
    expect(words).toMatch(/Fee bill/)
    expect(words).not.toMatch(/收费单|单号|实收/)
  })
})
