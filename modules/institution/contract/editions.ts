/** Editions of the product a store can buy (seed 1 §6). */
export const editions = {
  hospital: '标准版',
  advance: '高级版',
  free: '免费版',
  ask: '咨询版',
  eyefile: '眼健康档案版',
  egone: '护眼一版',
  egtwo: '护眼二版',
  egthree: '护眼三版',
  okjing: '硬镜版',
} as const
export type Edition = keyof typeof editions
