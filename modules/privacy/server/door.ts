export { lockedAmong } from './unlock.ts'
