export { unlocked } from './unlock.ts'
