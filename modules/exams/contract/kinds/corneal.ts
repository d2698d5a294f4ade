import { choice, clinical, eyes, measure } from '#kernel/contract/index.ts'
import { meanArea } from '../aids/endothelium.ts'
import { numberOf } from '../aids/values.ts'
import { cornealFindings } from '../checks/corneal.ts'
import { always, exam, legacy } from './kind.ts'

const area = (label: string) => measure(label, { block: [20, 10_000], unit: 'µm²', step: 1, decimals: 0 }).nullable()
const percent = (label: string, block: readonly [number, number], warn: readonly [number, number]) =>
  measure(label, { block, warn, unit: '%', step: 1, decimals: 0 }).nullable()

export const corneal = exam({
  kind: 'corneal',
  table: 'exam_corneal',
  noun: '角膜内皮检查',
  title: '角膜内皮细胞',
  english: 'Corneal endothelium',
  tab: 'corneal',
  calls: legacy('/examCorneal'),
  fields: {
    ...eyes('ecd', measure('内皮密度', { block: [200, 6000], warn: [2000, 4500], unit: '个/mm²', step: 1, decimals: 0 }).nullable()),
    ...eyes('cv', percent('变异系数', [5, 100], [15, 60])),
    ...eyes('hex', percent('六角形比例', [0, 100], [20, 100])),
    ...eyes('areaMean', area('平均面积')),
    ...eyes('areaMin', area('最小面积')),
    ...eyes('areaMax', area('最大面积')),
    ...eyes('cells', measure('计数细胞', { block: [1, 2000], warn: [50, 2000], unit: '个', step: 1, decimals: 0 }).nullable()),
    ...eyes('cct', clinical('cornealThickness').nullable()),
    lensWear: choice('戴接触镜', { 0: '不戴', 1: '软镜', 2: '硬镜', 3: '塑形镜' }).nullable(),
  },
  beside: ['lensWear'],
  groups: [
    { title: '角膜内皮', eyes: ['ecd', 'cv', 'hex', 'cells', 'cct'] },
    { title: '细胞面积', eyes: ['areaMean', 'areaMin', 'areaMax'] },
    { items: ['lensWear'] },
  ],
  needs: ['ecd*'],
  checks: cornealFindings,
  computed: [
    {
      name: 'area',
      label: '平均面积（密度）',
      unit: 'µm²',
      decimals: 0,
      formula: '10⁶ / ECD',
      source: '定义',
      eye: true,
      of: (values, eye) => {
        const ecd = numberOf(values, `ecd${eye}`)
        return ecd === null ? null : meanArea(ecd)
      },
    },
  ],
  history: ['ecd', 'hex'],
  trends: [
    {
      of: 'ecd',
      label: '内皮密度',
      unit: '个/mm²',
      from: [1000, 4000],
      usual: always(2000, 4000, '低于 2000 个/mm² 提醒，为行业常用界限'),
    },
  ],
  print: [{ title: '角膜内皮', eyes: ['ecd', 'cv', 'hex', 'cells', 'cct', 'areaMean', 'areaMin', 'areaMax'] }, { items: ['lensWear'] }],
  example: {
    ecdOd: 2850,
    cvOd: 31,
    hexOd: 58,
    cellsOd: 120,
    areaMeanOd: 351,
    areaMinOd: 160,
    areaMaxOd: 790,
    cctOd: 545,
    ecdOs: 2900,
    cvOs: 30,
    hexOs: 60,
    cellsOs: 118,
    areaMeanOs: 345,
    cctOs: 543,
    lensWear: 3,
  },
})
