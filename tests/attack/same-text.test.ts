/** The same number, name or code is not registered, ordered or recalled twice, whoever writes it and however it is spelled. */
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { canonical } from '#kernel/contract/texts/canonical.ts'
import { tablesIn } from '#kernel/server/declared.ts'
import { sql } from '#kernel/server/index.ts'
import { dbOn } from '#kernel/server/database/client.ts'
import { onClient } from '#kernel/server/database/once.ts'
import { modules } from '../../apps/server/modules.gen.ts'
import { freshClinic, server, type Clinic } from '../harness.ts'
import { SEED } from '../depth.ts'

let clinic: Clinic
beforeAll(async () => {
  clinic = await freshClinic()
})
const person = (more: object) => ({ gender: 0 as const, birth: '2011-03-07', ...more })
const refusal = (more: object) => clinic.as('reception').refusal('patients.save', person(more) as never)
const save = (more: object) => clinic.as('reception').call('patients.save', person(more) as never)
const found = async (name: string) =>
  (await clinic.as('reception').call('patients.search-by-name', { hid: clinic.hid, name })).list.map((hit) => hit.name)

describe('the same text', () => {
  it('of a member is refused as known, whichever way number, name and identity number are spelled', async () => {
    await save({ name: '乙一', mobile: '13812345678' })
    for (const mobile of ['+8613812345678', '138 1234 5678', '138-1234-5678', '１３８１２３４５６７８', '\u202d13812345678\u202c'])
      expect(await refusal({ name: '乙\u200b一', mobile })).toMatchObject({ code: 1406 })
    await save({ name: '阿依•古丽', mobile: '13900000003' })
    expect(await refusal({ name: '阿依 · 古丽', mobile: '13900000003' })).toMatchObject({ code: 1406 })
    const idCard = '11010519491231002X'
    await save({ name: '甲一', birth: '1949-12-31', gender: 1, idCard })
    for (const spelled of [idCard.toLowerCase(), '１１０１０５１９４９１２３１００２Ｘ', '110105 19491231 002x'])
      expect(await refusal({ name: '甲二', birth: '1949-12-31', gender: 1, idCard: spelled })).toMatchObject({ code: 1406 })
    expect(await refusal({ name: '\u200b\u200d', mobile: '13900000004' })).toMatchObject({ field: 'name' })
  })
  it('finds the member', async () => {
    for (const typed of ['+86 138-1234-5678', '138 1234 5678', '１３８１２３４', '5678', '\u200b乙一', '乙　一'])
      expect(await found(typed)).toEqual(['乙一'])
    for (const typed of ['阿依・古丽', '阿依·古']) expect(await found(typed)).toEqual(['阿依·古丽'])
    await save({ name: '吕悦', mobile: '13900000007' })
    for (const typed of ['lvyue', 'lyuyue', 'luyue', 'LUYUE', 'ly']) expect(await found(typed), typed).toEqual(['吕悦'])
  })
  it('of a supplier, a brand and a product is one', async () => {
    const manager = clinic.as('manager')
    await manager.call('supplier.save', { name: '同视光学' } as never)
    expect(await manager.refusal('supplier.save', { name: '同视光学\u200b' } as never)).toMatchObject({ code: 1 })
    const goods = { category: 9, price: 10, unit: '瓶' }
    await manager.call('product.save', { ...goods, name: '护理液', version: 'A1' } as never)
    expect(await manager.refusal('product.save', { ...goods, name: '护理液', version: 'Ａ１' } as never)).toMatchObject({ code: 1 })
  })
  it('is kept in its one form by the database, whoever writes it', async () => {
    const kept = await clinic.tx(async (cx) => {
      await cx.db.run(
        sql`
          insert into patient (hid, member_no, name, mobile)
          values (${clinic.hid}, 'X1', ${' 丙\u200b  一 '}, '+86 139-0000-0009')
        `,
      )
      await cx.db.run(sql`update patient set mobile2 = '０５７１ 88886666' where member_no = 'X1'`)
      return cx.db.the(
        { name: 'string', mobile: 'string', mobile2: 'string' },
        sql`select name, mobile, mobile2 from patient where member_no = 'X1'`,
      )
    })
    expect(kept).toEqual({ name: '丙 一', mobile: '13900000009', mobile2: '0571-88886666' })
  })
  it('has the same form in the database as in the program', async () => {
    const typed = fc
      .sample(
        fc.oneof(
          fc.string({ unit: 'grapheme', maxLength: 20 }),
          fc.string({ unit: fc.constantFrom(...'0123456789+-() １８６－（）138571400 \u200b\u202d\u3000\u00a0'), maxLength: 18 }),
          fc.string({ unit: fc.constantFrom(...'阿依古丽·•・ \u3000Ａａ１aB\u0308\u200d\ufe0f'), maxLength: 12 }),
        ),
        { numRuns: 2000, seed: SEED },
      )
      .filter((text) => !/[\0\p{Cs}]/u.test(text))
    const ofDatabase = await onClient((await server()).ownerUrl, (client) =>
      dbOn(client).rows(
        { text: 'string', name: 'string', code: 'string', number: 'string', phone: 'string' },
        sql`
          select canonical_text(t) "text", canonical_name(t) "name", canonical_code(t) code, canonical_number(t) "number",
            canonical_phone(t) phone
          from unnest(${typed}::text[]) with ordinality list (t, i)
          order by i
        `,
      ),
    )
    const differing = typed.flatMap((text, i) =>
      Object.entries(canonical)
        .filter(([kind, form]) => form(text) !== ofDatabase[i]![kind as keyof typeof canonical])
        .map(([kind, form]) => [kind, text, form(text), ofDatabase[i]![kind as keyof typeof canonical]]),
    )
    expect(differing).toEqual([])
  })
  it('is declared for every table that names people, makers or goods', () => {
    const named = [...tablesIn(modules).values()].filter(({ canonical: kinds }) => kinds).map(({ name }) => name)
    expect(named).toEqual(
      expect.arrayContaining(['patient', 'eg_patient', 'student', 'contact', 'supplier', 'brand', 'product', 'batch', 'store']),
    )
  })
})
