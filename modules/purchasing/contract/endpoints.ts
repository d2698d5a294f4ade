import { binary, del, done, get, importEndpoints, ImportResult, outside, post, put } from '#kernel/contract/index.ts'
import { payments } from './endpoints.payments.ts'
import { statements } from './endpoints.statements.ts'
import {
  ById,
  Contract,
  ContractFile,
  ContractPage,
  ContractQuery,
  ContractStatus,
  EditContract,
  ImportPricesUpload,
  NewContract,
} from './shapes.ts'

const writes = [
  'contract_exists',
  'contract_term',
  'contract_goods',
  'contract_band',
  'bands_overlap',
  'bands_overlap_at',
  'contract_stores',
] as const

export const purchasing = {
  'contracts.list': get('/contracts', {
    can: 'contract:view',
    summary: 'Contracts that hold for a store of the account, what ends first first',
    input: ContractQuery,
    output: ContractPage,
  }),
  'contracts.get': get('/contracts/{id}', {
    can: 'contract:view',
    summary: 'Ours: one contract with its prices',
    input: ById,
    output: Contract,
  }),
  'contracts.create': post('/contracts', {
    can: 'contract:edit',
    summary: 'Writes the draft of a contract',
    input: NewContract,
    output: Contract,
    fails: writes,
  }),
  'contracts.update': put('/contracts/{contractId}', {
    changes: 'contractId',
    can: 'contract:edit',
    summary: 'Changes a draft; of a contract in force its last day, its terms and its note',
    input: EditContract,
    output: Contract,
    fails: [...writes, 'contract_fixed'],
  }),
  'contracts.status': put('/contracts/status/{id}', {
    can: 'contract:edit',
    summary: 'Ours: puts a contract in force (1) or ends it before its time (4), with a reason',
    input: ContractStatus,
    output: Contract,
    fails: ['contract_empty', 'contract_own'],
  }),
  'contracts.delete': del('/contracts/{id}', {
    can: 'contract:edit',
    summary: 'Deletes a draft',
    input: ById,
    output: done(),
    fails: ['contract_kept'],
  }),
  'contracts.keep-file': outside.post('/contracts/file/{id}', {
    can: 'contract:edit',
    summary: 'Ours: keeps the signed paper of a contract (PDF, JPEG, PNG, WebP); a former one stays',
    input: ContractFile,
    output: Contract,
    multipart: true,
    timeout: 60,
  }),
  'contracts.file': outside.get('/contracts/file/{id}', {
    can: 'contract:view',
    summary: 'Ours: the signed paper of a contract',
    input: ById,
    output: binary(),
    binary: true,
    reads: 'nobody',
    timeout: 60,
  }),
  ...importEndpoints('contract-prices', '/contracts/prices', 'contract:edit'),
  'contract-prices.import': outside.post('/contracts/prices', {
    can: 'contract:edit',
    summary: 'Ours: reads a supplier’s price list into the draft of a contract; with dryRun only checks it',
    input: ImportPricesUpload,
    output: ImportResult,
    multipart: true,
    timeout: 120,
    fails: ['contract_fixed'],
  }),
  ...payments,
  ...statements,
}
export default purchasing
