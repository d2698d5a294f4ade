import { implement } from '#kernel/server/index.ts'
import { gsp } from '../contract/endpoints.ts'
import { createRecall, endRecall, noteCall, recallOf, recallPage } from './recalls.ts'

export default implement(gsp, {
  'recalls.list': recallPage,
  'recalls.get': (cx, { id }) => recallOf(cx, id),
  'recalls.create': createRecall,
  'recalls.call': noteCall,
  'recalls.end': endRecall,
})
