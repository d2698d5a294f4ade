/**
 * Fields of the binocular examination. Horizontal phorias: eso +, exo −; the range of each distance once towards the nose (BO), once away
 * from it (BI).
 */
import { choice, clinical, eyes, flag, measure, metaOf, word, type z } from '#kernel/contract/index.ts'
import { acaMethods } from '../aids/binocular.ts'

/** What no other examination measures has no range of its own in the kernel. */
const reason = 'measured of both eyes together only'
const prism = (label: string, block: readonly [number, number], warn?: readonly [number, number]) =>
  measure(label, { block, ...(warn ? { warn } : {}), unit: 'Δ', step: 0.5, decimals: 1, reason }).nullable()
const vergence = (label: string) => prism(label, [0, 60], [0, 50])
const phoria = (label: string) => prism(label, [-60, 60], [-25, 25])
const dioptres = (label: string, block: readonly [number, number], warn?: readonly [number, number]) =>
  measure(label, { block, ...(warn ? { warn } : {}), unit: 'D', step: 0.25, decimals: 2, reason }).nullable()
const centimetres = (label: string) => measure(label, { block: [0, 60], warn: [1, 30], unit: 'cm', step: 0.5, decimals: 1 }).nullable()
const cycles = (label: string) => measure(label, { block: [0, 40], unit: 'cpm', step: 0.5, decimals: 1 }).nullable()
/** Of both eyes together, beside a pair of the same base: the third row of the grid. */
const both = <F extends z.ZodType>(pair: string, label: string, field: F): F => field.meta({ ...metaOf(field), label, eye: 'ou', pair })
const gaze = (label: string) => measure(label, { block: [-4, 4], unit: '', step: 1, decimals: 0 }).nullable()
/** Worth's four dots, the red glass before the right eye: how many are seen. */
const dots = { 4: '4 点 融合', 2: '2 点红 左眼抑制', 3: '3 点绿 右眼抑制', 5: '5 点 复视' } as const
const cover = { 0: '正位', 1: '外隐斜', 2: '内隐斜', 3: '外斜视', 4: '内斜视', 5: '上斜视', 6: '下斜视' } as const

const stereoTests = { 1: 'Titmus', 2: 'Randot', 3: 'TNO', 4: '颜少明', 5: 'Lang', 9: '其他' } as const

export const visionFields = {
  ...eyes('amp', dioptres('调节幅度', [0, 25], [0, 20])),
  ampOu: both('amp', '双眼调节幅度', dioptres('调节幅度', [0, 25], [0, 20])),
  ...eyes('flip', cycles('调节灵活度')),
  flipOu: both('flip', '双眼调节灵活度', cycles('调节灵活度')),
  ...eyes('lag', dioptres('调节滞后 MEM', [-3, 4])),
  ...eyes('gazeR', gaze('右')),
  ...eyes('gazeRu', gaze('右上')),
  ...eyes('gazeU', gaze('上')),
  ...eyes('gazeLu', gaze('左上')),
  ...eyes('gazeL', gaze('左')),
  ...eyes('gazeLd', gaze('左下')),
  ...eyes('gazeD', gaze('下')),
  ...eyes('gazeRd', gaze('右下')),
  worthFar: choice('四点 远', dots).nullable(),
  worthNear: choice('四点 近', dots).nullable(),
  stereoTest: choice('立体视图', stereoTests).nullable(),
  stereo: measure('立体视', { block: [10, 3000], unit: '″', step: 10, decimals: 0 }).nullable(),
  stereoResult: choice('立体视结果', { 1: '测出', 2: '无立体视', 3: '无法判断' }).nullable(),
  coverFar: choice('遮盖 远', cover).nullable(),
  coverFarPrism: prism('遮盖 远 水平', [0, 90], [0, 50]),
  coverNear: choice('遮盖 近', cover).nullable(),
  coverNearPrism: prism('遮盖 近 水平', [0, 90], [0, 50]),
  coverVertical: prism('遮盖 垂直', [0, 50], [0, 25]),
  coverGlasses: flag('戴镜遮盖').nullable(),
  phoriaMethod: choice('隐斜测法', { 1: '马氏杆', 2: 'von Graefe', 3: '遮盖', 4: 'Howell' }).nullable(),
  farPhoria: phoria('远隐斜'),
  nearPhoria: phoria('近隐斜'),
  verticalPhoria: prism('垂直隐斜', [0, 20], [0, 10]),
  verticalEye: word('高位眼', { OD: '右眼', OS: '左眼' }).nullable(),
  acaMethod: choice('AC/A 测法', acaMethods).nullable(),
  gradientLens: dioptres('梯度镜片', [-3, 3]),
  gradientPhoria: phoria('加镜后近隐斜'),
  aca: measure('AC/A', { block: [0, 20], warn: [1, 12], unit: 'Δ/D', step: 0.1, decimals: 1 }).nullable(),
  workingDistance: clinical('workingDistance').nullable(),
  farBiBlur: vergence('远 BI 模糊'),
  farBiBreak: vergence('远 BI 破裂'),
  farBiRecovery: vergence('远 BI 恢复'),
  farBoBlur: vergence('远 BO 模糊'),
  farBoBreak: vergence('远 BO 破裂'),
  farBoRecovery: vergence('远 BO 恢复'),
  nearBiBlur: vergence('近 BI 模糊'),
  nearBiBreak: vergence('近 BI 破裂'),
  nearBiRecovery: vergence('近 BI 恢复'),
  nearBoBlur: vergence('近 BO 模糊'),
  nearBoBreak: vergence('近 BO 破裂'),
  nearBoRecovery: vergence('近 BO 恢复'),
  vergenceFacility: cycles('聚散灵活度'),
  npcBreak: centimetres('集合近点 破裂'),
  npcRecovery: centimetres('集合近点 恢复'),
  ampMethod: choice('幅度测法', { 1: '移近法', 2: '负镜片法' }).nullable(),
  nra: dioptres('负相对调节 NRA', [0, 5]),
  pra: dioptres('正相对调节 PRA', [-10, 0]),
  bcc: dioptres('调节反应 BCC', [-4, 4]),
  disparity: measure('注视差异', { block: [-60, 60], unit: '′', step: 1, decimals: 0 }).nullable(),
  sensoryEye: word('知觉主导眼', { OD: '右眼', OS: '左眼' }).nullable(),
  dominantEye: word('主视眼', { OD: '右眼', OS: '左眼' }).nullable(),
}
