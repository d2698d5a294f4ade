/**
 * Brands of training devices. What the codes stand for is not known (gaps.md): each is shown by the label its store gave it, else by the
 * code.
 */
import { choice, count, flag, id, inUse, money, name, status, text, word, z } from '#kernel/contract/index.ts'

/** Codes as the legacy product has them, with the names its menu gives their lists. */
export const brandNames = { sdx: '弱视训练', zsb: 'ZSB训练', zsk: 'ZSK训练', amy: 'AMY训练', hsx: 'HSX训练', gyxt: 'GYXT训练' } as const
export type BrandCode = keyof typeof brandNames
// The menu's order.
export const brandCodes = ['sdx', 'zsb', 'zsk', 'amy', 'hsx', 'gyxt'] as const satisfies readonly BrandCode[]
export const brand = word('品牌', brandNames, { width: 96 })
/** What a card of the brand counts. */
export const cardUnits = { 0: '天', 1: '次' } as const
export const unit = { days: 0, times: 1 } as const
export const cardUnit = choice('卡单位', cardUnits, { width: 64 })

export const TrainBrand = z.object({
  hid: id('门店'),
  brand,
  label: name('品牌名称', { max: 30 }),
  unit: cardUnit,
  price: money('每单位价格', { adds: false, max: 10_000 }),
  validDays: count('每单位有效天数', { min: 1, max: 60, unit: '天' }),
  classThree: flag('三类光学器械'),
  registrationNo: text('医疗器械注册证号', { max: 60 }).nullable(),
  status: status('状态', inUse),
  version: count('版本'),
})
export type TrainBrand = z.output<typeof TrainBrand>
/** A brand as a store has it before it says otherwise: counted in days, ten yuan each, used within twice as many days. */
export const unsetBrand = (hid: number, code: BrandCode): TrainBrand => ({
  hid,
  brand: code,
  label: brandNames[code],
  unit: unit.days,
  // In handlers money is fen.
  price: 1000,
  validDays: 2,
  classThree: false,
  registrationNo: null,
  status: inUse.is.on,
  version: 0,
})
export const SaveTrainBrand = z.object({
  hid: TrainBrand.shape.hid,
  brand,
  version: TrainBrand.shape.version.optional(),
  label: TrainBrand.shape.label.optional(),
  unit: cardUnit.optional(),
  price: TrainBrand.shape.price.optional(),
  validDays: TrainBrand.shape.validDays.optional(),
  classThree: TrainBrand.shape.classThree.optional(),
  registrationNo: TrainBrand.shape.registrationNo.optional(),
  status: TrainBrand.shape.status.optional(),
})
