export { default } from './push.ts'
