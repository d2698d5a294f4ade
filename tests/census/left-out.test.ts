/**
 * A field that is left out of a change stays as it was; null empties it. Held by every call that changes what another one, or itself, has
 * written.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, bareOf, clinicNow, fieldsOf, isOptional, z } from '#kernel/contract/internal.ts'
import { makePng } from '#modules/exams/server/make.ts'
import { makeFrame } from '#modules/products/server/make.ts'
import { modules } from '../../apps/server/modules.gen.ts'
import { freshClinic, type CallId, type Clinic } from '../harness.ts'
import { campaignDrafts, purchasingDrafts, recordDrafts, screeningDrafts, trainingDrafts, type DraftRow, type Saved } from './drafts.ts'
import { oneIn } from './inside.ts'
import { served } from './served.ts'
import { TRIED_ELSEWHERE } from './tried-elsewhere.ts'

let clinic: Clinic
let pid: number
beforeAll(async () => {
  clinic = await freshClinic()
  pid = (await clinic.as('chain').call('patients.save', { name: '留白', birth: '1990-03-04' })).pid
})
const call = (id: CallId, input: object): Promise<DraftRow> => clinic.as('chain').call(id, input as never) as Promise<DraftRow>

const powers = { dsOd: -3, dcOd: -0.5, axOd: 175, dsOs: -2.5, dcOs: -0.75, axOs: 5, vaOd: 5, vaOs: 5, pdOd: 31, pdOs: 30.5 }
const exam = (create: CallId | undefined, measures: DraftRow, one: DraftRow, empties: string): Saved => ({
  ...(create ? { create } : {}),
  all: { pid, note: '复查', device: '一号机', ...measures },
  needed: ['pid'],
  key: 'id',
  one,
  empties,
})
const visual = { ucvaOd: 4.6, ucvaOs: 4.7, bcvaOd: 5, bcvaOs: 5, nearOd: 4.9, distance: 5, glassesType: 1 }
const lengths = { alOd: 24.1, alOs: 24.2, k1Od: 43, k2Od: 44, acdOd: 3.4, cycloplegia: true }
const changes: Partial<Record<CallId, () => Promise<Saved> | Saved>> = {
  ...recordDrafts(call),
  ...purchasingDrafts(call),
  'examVisual.save': () => exam(undefined, visual, { ucvaOd: 4.5 }, 'nearOd'),
  'examVisual.save-alias': () => exam(undefined, visual, { ucvaOd: 4.5 }, 'note'),
  'examRefraction.save': () => {
    const { needed: _, ...saved } = exam(undefined, { kind: 4, cycloplegia: 1, vd: 12, ...powers }, { dsOs: -2.75 }, 'vaOd')
    return { ...saved, needed: ['pid', 'kind'] }
  },
  'examPd.save': () =>
    exam(
      undefined,
      { pdFar: 61.5, pdFarOd: 31, pdFarOs: 30.5, pdNear: 58, pdMethod: 2, workingDistance: 400 },
      { pdNear: 58.5 },
      'pdFarOd',
    ),
  'examIop.save': () => exam(undefined, { iopOd: 15, iopOs: 16, cctOd: 540, iopMethod: 3, iopTime: '09:30' }, { iopOs: 17 }, 'cctOd'),
  'examHeightWeight.save': () => exam(undefined, { height: 160, weight: 50 }, { weight: 51 }, 'height'),
  'examCornea.save': () => exam(undefined, { k1Od: 42.5, k2Od: 43.5, k1Os: 42, k2Os: 43, patternOd: 1 }, { k2Os: 43.5 }, 'patternOd'),
  'exam-slit-lamp.update': () => {
    const { needed: _, ...saved } = exam(
      'exam-slit-lamp.create',
      { scale: 1, bulbarOd: 1, bulbarOs: 1, lensOd: '透明' },
      { bulbarOs: 0.5 },
      'lensOd',
    )
    return { ...saved, needed: ['pid', 'scale'] }
  },
  'exam-hard-lens.update': () =>
    exam('exam-hard-lens.create', { decision: 1, ucvaOd: 5, ucvaOs: 5, movementOd: 1, wearHours: 8 }, { ucvaOs: 4.9 }, 'movementOd'),
  'exam-bio-meter.update': () => exam('exam-bio-meter.create', lengths, { alOs: 24.25 }, 'acdOd'),
  'examImage.update': async () => {
    const { id: examId } = await call('examPd.save', { pid, status: 0, pdFar: 61 })
    const { id: fileId } = await call('common.images', {
      file: { filename: 'x.png', mimetype: 'image/png', bytes: makePng(2, 2, () => [9, 9, 9]) },
    })
    return {
      create: 'exam-image.create',
      all: { pid, kind: 'pd', examId, fileId, eye: 'OS', imageType: 8, takenAt: '2026-01-05 09:30:00', note: '左' },
      key: 'id',
      one: { imageType: 1 },
      empties: 'note',
    }
  },
  ...screeningDrafts,
  ...trainingDrafts(call, () => clinic.hid),
  ...campaignDrafts(call),
  'ecase.save': () => ({
    all: {
      pid,
      chiefComplaint: '视力下降',
      history: '无',
      findings: '正常',
      diagnosis: '近视',
      advice: '配镜',
      nextDate: '2099-01-02',
      diagnoses: [{ code: 'H52.1', name: '近视', eye: 'ou', certainty: 1, main: true }],
      items: [{ meditemId: null, name: '眼底照相', eye: 'ou', times: 1, note: null }],
    },
    needed: ['pid'],
    key: 'ecaseId',
    one: { advice: '配镜，半年复查' },
    empties: 'history',
  }),
  'prescription.update': () => ({
    create: 'prescription.create',
    all: {
      pid,
      diagnose: '近视',
      allergy: '无',
      note: '半年复查',
      validUntil: addDays(clinicNow().slice(0, 10), 200),
      reviewMonths: 3,
      feeBillType: 1,
      list: [{ kind: 4, ...powers, pd: 61.5 }],
    },
    needed: ['pid'],
    key: 'id',
    one: { diagnose: '近视散光' },
    empties: 'note',
  }),
  'treatments.save': () => ({
    all: {
      pid,
      eye: 'od',
      kind: 1,
      concentration: 0.01,
      what: '每晚一次',
      start: '2024-03-01',
      end: '2025-03-01',
      reason: '增长快',
      stopReason: '畏光',
    },
    needed: ['pid', 'eye', 'kind', 'start'],
    key: 'id',
    one: { stopReason: '家长要求' },
    empties: 'what',
  }),
  'supplier.save': () => ({
    all: {
      name: '视光器械',
      contactName: '李',
      phone: '13900001111',
      address: '路 1',
      bank: '工行',
      bankAccount: '6222',
      paymentDays: 30,
      categories: [1],
      note: '月结',
    },
    needed: ['name'],
    key: 'supplierId',
    one: { phone: '13900001112' },
    empties: 'note',
  }),
  'brand.save': () => ({
    all: { name: '梦戴维', brandCode: 'MDW', categories: [10], customDays: 12, bcMin: 7.5, jessenFactor: 0.75, note: '试' },
    needed: ['name'],
    key: 'brandId',
    one: { customDays: 9 },
    empties: 'note',
  }),
  'product.save': () => ({
    all: {
      category: 1,
      name: '镜架 甲',
      unit: '副',
      price: 698,
      cost: 210,
      brand: '明',
      colour: '黑',
      classifyStatus: 2,
      chargeType: 1,
      minStock: 2,
      maxStock: 9,
    },
    needed: ['category', 'name'],
    key: 'productId',
    one: { colour: '灰' },
    empties: 'brand',
  }),
  'settings.level.save': () => ({
    all: { hid: clinic.hid, name: '银卡', discount: 9.5, pointMultiple: 2, upgradeSpend: 3000 },
    needed: ['hid', 'name', 'discount'],
    key: 'id',
    one: { upgradeSpend: 3500 },
  }),
  'feeitem.save': async () => {
    const row = await call('feeitem.save', { hid: clinic.hid, name: '散瞳', price: 50, type: 1 })
    return {
      all: {
        hid: clinic.hid,
        name: '验光检查',
        price: 100,
        type: 1,
        unit: '次',
        brand: '本院',
        barCode: '690001',
        erpCode: 'E1',
        discountable: false,
        associatedProjects: [row.fiid],
      },
      needed: ['name', 'price', 'type'],
      key: 'fiid',
      one: { unit: '项' },
      empties: 'brand',
    }
  },
  'feegroup.save': async () => {
    const { fiid } = await call('feeitem.save', { hid: clinic.hid, name: '年卡验光', price: 100, type: 1 })
    return {
      all: {
        name: '一年三次',
        packagePrice: 120,
        groupItems: [{ fiid, quantity: 3 }],
        validityType: 1,
        validityName: '365',
        restrictedQuantity: 2,
        note: '凭卡',
        type: 1,
      },
      needed: ['name', 'packagePrice', 'groupItems'],
      key: 'fgid',
      one: { restrictedQuantity: 3 },
      empties: 'note',
    }
  },
  'card-volume.update': () => ({
    create: 'card-volume.create',
    all: {
      name: '满减',
      couponType: 3,
      value: 30,
      fromPrice: 300,
      validityType: 1,
      validityDays: 90,
      total: 500,
      perMember: 2,
      note: '限店内',
      scopeHid: [clinic.hid],
    },
    needed: ['name', 'couponType'],
    key: 'id',
    one: { total: 600 },
    empties: 'note',
  }),
  'points.gifts.update': () => ({
    create: 'points.gifts.create',
    all: { giftName: '镜布', points: 100, remark: '一人一份' },
    needed: ['giftName', 'points'],
    key: 'giftId',
    one: { status: 1 },
    empties: 'remark',
  }),
  'storage-scheme.update': () => ({
    create: 'storage-scheme.create',
    all: { name: '充千送百', money: 1000, moneyGift: 100 },
    key: 'id',
    one: { money: 1100 },
  }),
  'stockin.update': async () => {
    const { productId } = await makeFrame(clinic.as('chain').call)
    const { supplierId } = await call('supplier.save', { name: '镜架厂' })
    return {
      create: 'stockin.create',
      all: { hid: clinic.hid, stockinType: 6, supplierId, deliveryNo: 'SH1', note: '急', status: 0, items: [{ productId, quantity: 2 }] },
      needed: ['hid', 'items'],
      key: 'stockinId',
      one: { deliveryNo: 'SH2' },
    }
  },
  'patients.save': () => ({
    all: {
      name: '周全',
      gender: 1,
      birth: '2001-02-03',
      mobile: '13911112222',
      address: '路 2',
      school: '一中',
      allergy: '无',
      familyHistory: '父近视',
    },
    needed: ['name'],
    key: 'pid',
    one: { school: '二中' },
    empties: 'address',
  }),
  'batch.create': async () => {
    const { productId } = await makeFrame(clinic.as('chain').call)
    return {
      all: { productId, batchNo: 'B1', cost: 12, locked: true, lockReason: '待检' },
      needed: ['productId'],
      key: 'batchId',
      one: { batchNo: 'B2' },
    }
  },
  'reservations.legacy.save': async () => {
    const day = clinicNow(new Date(Date.now() + 9 * 86_400_000)).slice(0, 10)
    const { pid: other } = await call('patients.save', { name: '改约' })
    return {
      all: {
        hid: clinic.hid,
        pid: other,
        type: 3,
        requestFrom: 2,
        visitAt: `${day} 09:00`,
        visitEnd: `${day} 09:40`,
        note: '带旧镜',
      },
      needed: ['hid', 'pid'],
      key: 'resid',
      one: { note: '带旧镜和病历' },
    }
  },
  'patients.consultation.save': () => ({
    all: { pid, topic: 1, question: '近视会遗传吗', way: 2, answer: '会' },
    needed: ['pid', 'topic', 'question'],
    key: 'id',
    one: { answer: '会，户外活动有益' },
  }),
  'warehouses.update': () => ({
    create: 'warehouses.create',
    all: { hid: clinic.hid, name: '二号库', address: '路 3', manager: '王', phone: '13900003333' },
    needed: ['name'],
    key: 'warehouseId',
    one: { manager: '赵' },
  }),
}
const declared = modules.flatMap((m) => Object.keys(m.families ?? {}))
/** Keys that a path calls `id`. */
const KEY_SENT: Readonly<Record<string, string>> = { giftId: 'id', warehouseId: 'id', contentId: 'id', campaignId: 'id' }
const isFamily = (id: string) => id.endsWith('-orders.update') || declared.some((name) => id.startsWith(`${name}.`))
const pick = (row: DraftRow, names: readonly string[]): DraftRow => Object.fromEntries(names.map((name) => [name, row[name]]))
describe('what a change leaves out', () => {
  it.each(oneIn(3, Object.keys(changes) as CallId[]))('stays as it was, and null empties: %s', async (id) => {
    const { create, all, needed = [], key, one, empties } = await changes[id]!()
    const made = await call(create ?? id, all)
    const versions = (row: DraftRow) => ['version', 'versionNo'].filter((v) => v in row)
    const seen = (row: DraftRow) => ({ ...pick(all, needed), [KEY_SENT[key] ?? key]: row[key], ...pick(row, versions(row)) })
    const changed = await call(id, { ...seen(made), ...one })
    const stands = pick(
      made,
      Object.keys(all).filter((name) => name in made && name !== 'items' && name !== 'lines'),
    )
    expect(changed).toMatchObject({ ...stands, ...one })
    if (!empties) return
    expect(await call(id, { ...seen(changed), [empties]: null })).toMatchObject({ ...stands, ...one, [empties]: null })
  })

  it('a prescription’s lines stay with a list left out, and go with an empty one', async () => {
    const { create, all } = await changes['prescription.update']!()
    const rx = await call(create!, all)
    const kept = await call('prescription.update', { id: rx.id, pid, version: rx.version, note: '改' })
    expect(kept.list).toMatchObject([{ kind: 4, dsOd: -3 }])
    expect((await call('prescription.update', { id: rx.id, pid, version: kept.version, list: [] })).list).toEqual([])
  })
  it('a bill keeps its discount, its coupon, its people and its note', async () => {
    const ctid = clinic.ctid('doctor')
    const items = [{ name: '镜布', price: 10, quantity: 2, priceReason: '目录外商品' }]
    const chain = clinic.as('chain')
    const { feebill } = await chain.call('feebill.save', { pid, discount: 9, rounding: 1, note: '自取', docid: ctid, salerId: ctid, items })
    const version = feebill.version
    const after = (await chain.call('feebill.save', { fbid: feebill.fbid, pid, version, note: '快递', items })).feebill
    expect(after).toMatchObject({ discount: 9, rounding: 1, docid: ctid, salerId: ctid, note: '快递', billPrice: feebill.billPrice })
    const bare = await chain.call('feebill.save', { fbid: feebill.fbid, pid, version: after.version, note: null, salerId: null, items })
    expect(bare.feebill).toMatchObject({ discount: 9, docid: ctid, note: null, salerId: null })
  })

  it('every call whose defaults could overwrite a row says which row it changes', () => {
    const silent = served.flatMap(([id, { method, input, output, changes: key }]) => {
      const [requested, answered] = [bareOf(input), bareOf(output)]
      if (method === 'GET' || key !== undefined || !(requested instanceof z.ZodObject) || !(answered instanceof z.ZodObject)) return []
      const [from, to] = [fieldsOf(requested), fieldsOf(answered)]
      const defaults = Object.keys(from).filter(
        (name) => from[name] instanceof z.ZodDefault && name in to && !['status', 'confirmed'].includes(name),
      )
      const [own] = Object.keys(to)
      const ids = Object.keys(from).filter(
        (name) => name in to && (name === 'id' || name === own) && (method === 'PUT' || isOptional(from[name]!)),
      )
      return defaults.length && ids.length ? [`${id}: ${defaults.join()} (${ids.join()})`] : []
    })
    expect(silent).toEqual([])
  })
  it('and is tried here, or is a family', () => {
    const untried = served.flatMap(([id, { changes: key }]) =>
      key === undefined || id in changes || isFamily(id) || id in TRIED_ELSEWHERE ? [] : [id],
    )
    expect(untried).toEqual([])
  })
})
