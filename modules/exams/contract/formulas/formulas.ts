export * from './refraction.ts'
export * from './eye.ts'
export * from './growth.ts'
export * from './acuity.ts'
