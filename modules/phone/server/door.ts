export { authenticateMember } from './session.ts'
