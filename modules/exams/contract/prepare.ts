/**
 * What a member does before an examination, for the request on paper. Lenses before a topography: as the FDA asks before an operation on
 * the cornea.
 */
import type { examItems } from '#modules/reservations/contract/fields.ts'

export const PREPARATION: Readonly<Record<keyof typeof examItems, string>> = {
  sight: '请带上现在配戴的眼镜',
  refraction: '请带上现在配戴的眼镜；散瞳后数小时看近模糊、怕光，请勿驾车',
  pd: '',
  biology: '检查前摘下接触镜',
  iop: '检查前一小时不要大量饮水，摘下接触镜',
  heightAndWeight: '请穿轻便衣物，测量时脱鞋',
  slitLamp: '戴接触镜的请带上镜盒',
  fundus: '可能需要散瞳：数小时看近模糊、怕光，请勿驾车',
  cornea: '初次检查前停戴软镜两周、硬镜四周；塑形镜复查照常配戴',
  corneal: '检查当天不戴接触镜',
  vision: '请带上现在配戴的眼镜；散瞳当天不做这项检查',
  dry: '检查前两小时不点眼药、不化眼妆，当天不戴接触镜',
  shaping: '前一晚照常配戴，请带上镜片和护理盒',
}
