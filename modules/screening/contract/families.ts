export { archives as default } from './archives.ts'
