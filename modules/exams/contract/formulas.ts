export * from './formulas.refraction.ts'
export * from './formulas.eye.ts'
export { PERCENTILES } from './growth.axial-length.ts'
export * from './formulas.acuity.ts'
