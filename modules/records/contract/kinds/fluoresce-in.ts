/** What fluorescein shows under a lens on one eye, zone by zone. */
import { id, measure, note, word } from '#kernel/contract/index.ts'
import { eyeWord, minutesIn, seat, zoneFit } from '../okjing/fields.ts'
import { recordKind } from './kind.ts'

const width = (label: string, most: number) =>
  measure(label, { block: [0, most], unit: 'mm', step: 0.1, decimals: 1, reason: 'of the pattern under a lens' })
export const fluorescein = recordKind({
  noun: 'fluorescein assessment',
  chain: 'joins',
  fields: {
    eye: eyeWord,
    trialId: id('试戴记录'),
    lensId: id('镜片'),
    minutes: minutesIn,
    treatmentZone: zoneFit('基弧区'),
    treatmentWidth: width('中央暗区', 8),
    reverseZone: zoneFit('反转弧区'),
    reverseWidth: width('反转弧宽', 3),
    alignmentZone: zoneFit('定位弧区'),
    edgeWidth: width('边缘宽', 2),
    bubble: word('气泡', { no: '无', yes: '有' }),
    ...seat,
    pattern: word('形态', { bullseye: '靶心', smiley: '笑脸', island: '中央岛', decentred: '偏位' }),
    imageId: id('荧光图片'),
    remark: note('评估', 500),
  },
  needed: ['eye', 'treatmentZone', 'alignmentZone'],
  concludes: [],
  hasStatus: false,
  hasPrint: false,
})
