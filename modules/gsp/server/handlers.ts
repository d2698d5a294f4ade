import { implement } from '#kernel/server/index.ts'
import { gsp } from '../contract/endpoints.ts'
import { createRecall, endRecall, noteCall, recallOf, recallPage } from './recalls.ts'
import { registerFile, registerPage, registerSums } from './registers.ts'

export default implement(gsp, {
  'gsp.registers': registerSums,
  'gsp.register': registerPage,
  'gsp.register-export': async (out, query) => registerFile(out, query),
  'recalls.list': recallPage,
  'recalls.get': (cx, { id }) => recallOf(cx, id),
  'recalls.create': createRecall,
  'recalls.call': noteCall,
  'recalls.end': endRecall,
})
