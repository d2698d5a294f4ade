import { memberJob } from './members.ts'

export default [memberJob]
