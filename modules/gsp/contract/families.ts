/** Registers people type. A row is never changed: what is wrong is put right by a row that names it (`correctsId`). */
import {
  code,
  choice,
  count,
  crud,
  date,
  family,
  id,
  log,
  measure,
  name,
  named,
  note,
  text,
  planned,
  happened,
} from '#kernel/contract/index.ts'
import { ClimateReading } from './climate.ts'

const can = { view: 'gsp:view', edit: 'gsp:edit' }
const warehouseId = id('仓库').nullable().default(null)
const warehouseName = named(text('仓库').nullable(), 'warehouseId', 'warehouse', { key: 'warehouseId' })
const productId = id('商品').nullable().default(null)
const productName = named(text('商品').nullable(), 'productId', 'product', { key: 'productId' })
const { at: field } = ClimateReading.shape
const correctsId = id('更正').nullable().default(null)
const batchNo = code('批号', { max: 60 }).nullable().default(null)
const action = text('处理措施', { max: 500 }).nullable().default(null)
const result = choice('结果', { 1: '正常', 2: '有问题' }).default(1)
const nextOn = planned(date('下次日期')).nullable().default(null)
const celsius = (label: string) => measure(label, { block: [-40, 80], step: 0.1, decimals: 1, unit: '℃' })
const percent = (label: string) => count(label, { max: 100, unit: '%' })

const families = {
  'gsp-limits': family({
    table: 'gsp_limit',
    label: '温湿度范围',
    noun: 'limits of a warehouse, ours',
    can: { view: 'gsp:view', edit: 'gsp:approve' },
    calls: crud('/v1/{product}/gsp/limits'),
    fields: {
      warehouseId,
      tempMin: celsius('温度下限'),
      tempMax: celsius('温度上限'),
      humidityMin: percent('湿度下限'),
      humidityMax: percent('湿度上限'),
    },
    shown: { warehouseName },
    has: ['version'],
    fails: ['limit_exists', 'limit_order', 'warehouse_off'],
  }),
  'gsp-climate': family({
    table: 'gsp_climate',
    label: '温湿度记录',
    noun: 'climate reading, ours',
    can,
    calls: log('/v1/{product}/gsp/climate'),
    fields: {
      warehouseId,
      ...ClimateReading.shape,
      action,
      correctsId,
    },
    shown: { warehouseName },
    fails: ['action_missing', 'corrected_once', 'corrects_other', 'climate_taken', 'warehouse_off'],
    excel: true,
  }),
  'gsp-upkeep': family({
    table: 'gsp_upkeep',
    label: '养护记录',
    noun: 'maintenance check, ours',
    can,
    calls: log('/v1/{product}/gsp/upkeep'),
    fields: {
      warehouseId,
      at: field,
      productId,
      batchNo,
      pieces: count('检查数量'),
      result,
      finding: note('检查情况', 500).nullable().default(null),
      action,
      correctsId,
    },
    shown: { warehouseName, productName },
    filters: ['result'],
    fails: ['action_missing', 'corrected_once', 'corrects_other', 'warehouse_off'],
    excel: true,
  }),
  'gsp-adverse': family({
    table: 'gsp_adverse',
    label: '售后与不良事件',
    noun: 'complaint or adverse event, ours',
    can,
    calls: log('/v1/{product}/gsp/adverse'),
    fields: {
      at: field,
      kind: choice('类型', { 1: '售后咨询', 2: '投诉', 3: '不良事件' }),
      harm: choice('伤害程度', { 0: '没有', 1: '轻微', 2: '一般', 3: '严重', 4: '死亡' }).default(0),
      pid: id('会员').nullable().default(null),
      productId,
      batchNo,
      description: note('情况', 1000).min(1),
      handling: note('处理结果', 1000).nullable().default(null),
      reportNo: text('上报编号', { max: 60 }).nullable().default(null),
      reportedOn: happened(date('上报日期')).nullable().default(null),
      correctsId,
    },
    shown: { productName },
    filters: ['kind'],
    fails: ['corrected_once', 'corrects_other'],
    excel: true,
  }),
  'gsp-equipment': family({
    table: 'gsp_equipment',
    label: '设备检查',
    noun: 'equipment check, ours',
    can,
    calls: log('/v1/{product}/gsp/equipment'),
    fields: {
      at: field,
      name: name('设备', { max: 60 }),
      serial: text('设备编号', { max: 60 }).nullable().default(null),
      kind: choice('内容', { 1: '清洁保养', 2: '校准检定', 3: '维修', 4: '例行检查' }),
      result,
      action,
      certificate: text('检定证书号', { max: 60 }).nullable().default(null),
      nextOn,
      correctsId,
    },
    filters: ['name', 'kind'],
    fails: ['action_missing', 'corrected_once', 'corrects_other'],
    excel: true,
  }),
  'gsp-training': family({
    table: 'gsp_training',
    label: '培训记录',
    noun: 'staff training, ours',
    can,
    calls: log('/v1/{product}/gsp/training'),
    fields: {
      at: field,
      topic: name('培训内容', { max: 100 }),
      trainer: text('培训人', { max: 50 }).nullable().default(null),
      attendees: name('参加人', { max: 500 }),
      hours: measure('学时', { block: [0.5, 100], step: 0.5, decimals: 1 }),
      result: note('考核结果', 500).nullable().default(null),
      nextOn,
      correctsId,
    },
    filters: ['topic'],
    fails: ['corrected_once', 'corrects_other'],
    excel: true,
  }),
}
export default families
