export { default } from './archives.ts'
