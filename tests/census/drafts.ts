/** Drafts of clinical records of every kind and of papers with suppliers, for what is asked of every call that changes one. */
import { addDays, clinicNow } from '#kernel/contract/index.ts'
import type { RecordKindName } from '#modules/records/contract/kinds/kind.ts'
import { recordKinds } from '#modules/records/contract/kinds/index.ts'
import type { ProductCaller } from '#modules/products/server/door.ts'
import { makeDelivery, makeSupplier } from '#modules/purchasing/server/make.ts'
import type { CallId } from '../harness.ts'

export type DraftRow = Record<string, unknown>
export interface Saved {
  /** The call that makes one, where it is another. */
  create?: CallId
  /** Everything that is written. */
  all: DraftRow
  /** What a change must name beside its key. */
  needed?: readonly string[]
  key: string
  /** The field that a change sends. */
  one: DraftRow
  /** A field that null empties. */
  empties?: string
}
type Call = (id: CallId, input: object) => Promise<DraftRow>
type Making = Partial<Record<CallId, () => Promise<Saved> | Saved>>
/** A draft of each; those that join an ortho-k case find one open. */
export function recordDrafts(call: Call): Making {
  const record = (kind: RecordKindName, body: DraftRow, one: DraftRow, empties: string) => async (): Promise<Saved> => {
    const own = (await call('patients.save', { name: '塑形', birth: '2015-03-04' })).pid
    if (recordKinds[kind].chain === 'joins') await call('okjing-first-record.create', { pid: own, status: 0 })
    return {
      create: `${kind}.create`,
      all: { pid: own, status: 0, ...body },
      key: 'id',
      one,
      empties,
    }
  }
  return {
    'revisits.update': async () => ({
      create: 'revisits.create',
      all: {
        pid: (await call('patients.save', { name: '回访客', birth: '1990-03-04' })).pid,
        revisitTime: `${clinicNow().slice(0, 10)} 10:00`,
        content: '复查提醒',
        taskType: 2,
        channel: 2,
        urgency: 2,
        note: '家长下班后接',
        tailEndDate: '2199-01-01',
        addParams: { from: 'wx' },
      },
      key: 'rvid',
      one: { urgency: 3 },
      empties: 'content',
    }),
    'okjing-first-record.update': record(
      'okjing-first-record',
      { school: '一小', dsOd: -3, dsOs: -2.5, result: 'care' },
      { dsOd: -3.25 },
      'school',
    ),
    'medical-history.update': record(
      'medical-history',
      { items: [{ item: 'dryEye', reply: 'no' }], remark: '无' },
      { remark: '复核' },
      'items',
    ),
    'inquiry.update': record('inquiry', { chiefComplaint: '眼红', hoursPerNight: 8, rinse: '盐水' }, { hoursPerNight: 9 }, 'rinse'),
    'okjing-trial-lens.update': record('okjing-trial-lens', { eye: 'od', family: 'VST', bc: 8.6, minutes: 20 }, { minutes: 30 }, 'bc'),
    'fluoresce-in.update': record('fluoresce-in', { eye: 'os', treatmentZone: 'right', minutes: 15 }, { minutes: 20 }, 'treatmentZone'),
    'fitting.update': record('fitting', { product: 'DreamLens', fittedOd: true, bcOd: 8.6, diaOd: 10.6 }, { bcOd: 8.5 }, 'diaOd'),
    'okjing-take-record.update': record('okjing-take-record', { product: 'DreamLens', serialOd: 'A1', quiz: 80 }, { quiz: 90 }, 'serialOd'),
    'okjing-first-review.update': record(
      'okjing-first-review',
      { decision: 'continue', advice: '按时摘戴' },
      { decision: 'educate' },
      'advice',
    ),
    'okjing-regular-review.update': record(
      'okjing-regular-review',
      { visit: 'month1', decision: 'continue', advice: '继续' },
      { visit: 'month3' },
      'advice',
    ),
  }
}

/** Papers with a supplier, and a lens with its prices by power. */
export function purchasingDrafts(call: Call): Making {
  return {
    'product.lens.update': async () => {
      const bands = [{ sphFrom: -8, sphTo: 0, cylFrom: -2, cylTo: 0, price: 300, cost: 90 }]
      const all = { name: '1.60 非球面', brand: '明', price: 260, film: '防蓝光', tintPrice: 80, bands }
      return { create: 'product.lens.create', all, key: 'productId', one: { price: 280 }, empties: 'film' }
    },
    'contracts.update': async () => {
      const { supplierId } = await call('supplier.save', { name: '镜片厂' })
      const term = { startsOn: '2026-01-01', endsOn: '2026-12-31' }
      const terms = { paymentDays: 60, creditLimit: 50_000, warrantyDays: 90, returnDays: 7, note: '框架协议' }
      return {
        create: 'contracts.create',
        all: { contractNo: 'HT-1', name: '年度', supplierId, ...term, ...terms, lines: [{ brand: '某', cost: 9 }] },
        needed: ['name', 'supplierId', 'startsOn', 'endsOn'],
        key: 'contractId',
        one: { warrantyDays: 30 },
        empties: 'creditLimit',
      }
    },
    'payment-order.update': async () => {
      const callAs = call as ProductCaller
      const { supplierId, lens } = await makeSupplier(callAs, '付款厂')
      const { hid } = (await call('supplier.info', { id: supplierId })) as { hid: number }
      await makeDelivery(callAs, hid, supplierId, [{ productId: lens, sph: -2, cyl: 0, quantity: 2, cost: 80 }])
      const { list } = (await call('payment-order.supplier', { id: supplierId })) as { list: Array<{ payableId: number }> }
      const payableIds = list.map((p) => p.payableId)
      const all = { supplierId, payableIds, planOn: '2027-01-05', note: '月结' }
      return { create: 'payment-order.create', all, key: 'id', one: { note: '双月结' }, empties: 'planOn' }
    },
  }
}

/** A screening that is planned. */
export const screeningDrafts: Making = {
  'eyefile.tasks.update': () =>
    Promise.resolve({
      create: 'eyefile.tasks.create',
      all: {
        name: '秋季筛查',
        schoolYear: 2026,
        term: 1,
        items: ['ucva', 'autorefraction'],
        myopiaOperator: '<=',
        startOn: '2026-11-02',
        endOn: '2026-11-06',
        lux: 300,
        chartDistance: 5,
        note: '礼堂',
      },
      key: 'id',
      one: { name: '秋季补测' },
      empties: 'note',
    }),
}

export const trainingDrafts = (call: Call, hidOf: () => number): Making => ({
  'eyefile.students.update': async () => {
    const { schoolId } = await call('eyefile.schools.create', { hid: hidOf(), name: '留白小学', stage: 1, areaCode: '330102' })
    return {
      create: 'eyefile.students.create',
      all: {
        hid: hidOf(),
        name: '留白童',
        gender: 1,
        birth: '2016-05-06',
        nation: '汉族',
        guardian: '留白父',
        schoolId,
        seat: 7,
        glasses: 1,
      },
      needed: ['name', 'gender', 'birth'],
      key: 'id',
      one: { seat: 8 },
      empties: 'guardian',
    }
  },
  'train.combinations.update': () =>
    Promise.resolve({
      create: 'train.combinations.create',
      all: { hid: hidOf(), name: '留白组合', startonFlag: 1, status: 1 },
      key: 'id',
      one: { name: '留白组合二' },
    }),
  'train.brands.save': () =>
    Promise.resolve({
      all: { hid: hidOf(), brand: 'zsb', unit: 1, price: 12.5, validDays: 3, registrationNo: '国械注准20233160001' },
      needed: ['hid'],
      key: 'brand',
      one: { price: 13.5 },
      empties: 'registrationNo',
    }),
  'train.plans.update': async () => {
    const { pid } = await call('patients.save', { name: '训练留白', birth: '2016-05-06' })
    const startsOn = addDays(clinicNow().slice(0, 10), 1)
    return {
      create: 'train.plans.create',
      all: { pid, purpose: 0, modules: [3, 8], goalMeasure: 'bcva', goalEye: 'od', goal: 4.9, startsOn, weeks: 10, note: '试' },
      key: 'id',
      one: { weeks: 11 },
      empties: 'note',
    }
  },
})
export const campaignDrafts = (call: Call): Making => ({
  'promotions.update': async () => {
    const { productId } = await call('product.save', { category: 1, name: '促销架', unit: '副', price: 698 })
    return {
      create: 'promotions.create',
      all: {
        name: '开学季',
        category: 1,
        productId,
        promotionPrice: 598,
        description: '限店内',
        fromDate: addDays(clinicNow().slice(0, 10), 1),
        toDate: addDays(clinicNow().slice(0, 10), 30),
        limitMember: 2,
        limitTotal: 20,
      },
      needed: ['name', 'category', 'promotionPrice', 'fromDate', 'toDate'],
      key: 'promotionId',
      one: { limitTotal: 30 },
      empties: 'description',
    }
  },
  'content-manage.update': () => ({
    create: 'content-manage.create',
    all: {
      title: '护眼一课',
      summary: '每天户外',
      body: '<p>每天户外两小时</p>',
      category: 2,
      fromDate: '2026-01-02',
      toDate: '2099-01-02',
    },
    needed: ['title'],
    key: 'contentId',
    one: { summary: '每天两小时' },
    empties: 'toDate',
  }),
  'campaign.update': () => {
    const day = (days: number) => addDays(clinicNow().slice(0, 10), days)
    return {
      create: 'campaign.create',
      all: {
        title: '检查日',
        kind: 1,
        fromAt: `${day(1)} 09:00:00`,
        toAt: `${day(9)} 18:00:00`,
        audience: 1,
        ageFrom: 6,
        ageTo: 12,
        perPerson: 2,
        fields: ['school'],
        content: '<p>请带旧镜</p>',
        shareText: '一起来',
        promoterPoints: 10,
        attributionDays: 14,
        holdMinutes: 60,
        sessions: [{ startsAt: `${day(3)} 09:00:00`, endsAt: `${day(3)} 11:00:00`, quota: 20 }],
      },
      needed: ['title', 'kind'],
      key: 'campaignId',
      one: { ageTo: 15 },
      empties: 'shareText',
    }
  },
})
