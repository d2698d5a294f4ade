export * from './formulas.refraction.ts'
export * from './formulas.eye.ts'
export * from './formulas.growth.ts'
export * from './formulas.acuity.ts'
