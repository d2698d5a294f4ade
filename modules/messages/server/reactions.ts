export { default } from './queue.ts'
