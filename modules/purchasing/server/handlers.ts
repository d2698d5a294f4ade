import { implement } from '#kernel/server/index.ts'
import { purchasing } from '../contract/endpoints.ts'
import { contractOf, contractPage, createContract, deleteContract, setContractStatus, updateContract } from './contracts.ts'

export default implement(purchasing, {
  'contracts.list': contractPage,
  'contracts.get': (cx, { id }) => contractOf(cx, id),
  'contracts.create': createContract,
  'contracts.update': updateContract,
  'contracts.status': setContractStatus,
  'contracts.delete': (cx, { id }) => deleteContract(cx, id),
})
