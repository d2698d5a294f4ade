/** Who confirms findings of orders, and the reasons they choose from: glasses and lenses alike. */
import { OTHER, type Confirmer } from '#kernel/contract/index.ts'

/** Powers, signs, eyes, axis, prism, addition, a child's lens: a doctor, or an optometrist who did not write the order. */
export const CLINICIAN: Confirmer = { can: 'record:sign', othersCan: 'prescription:sign', who: '医师，或没有录入本单的验光师' }
/** What an optometrist answers for, whoever wrote the order. */
export const PRESCRIBER: Confirmer = { can: 'prescription:sign', who: '医师或验光师' }
export const DOCTOR: Confirmer = { can: 'record:sign', who: '医师' }
/** Sizes of a frame and the like: whoever writes orders of glasses. */
export const FRAME_WRITER: Confirmer = { can: 'frame:edit', who: '开单人员' }

/** Reasons a form offers. Another one is written in words. */
export const orderReasons = [
  '医师面诊后确认',
  '复测后确认',
  '按试戴结果',
  '沿用旧镜度数，逐步过渡',
  '仪器读数，未取整',
  '按会员自带处方原件核对',
  '另一只眼不需要配镜',
  '镜架实物测量',
  '由移心做出棱镜',
  '质量问题重做，参数不变',
  OTHER,
] as const
