import { get, importEndpoints, ImportResult, outside, post, put } from '#kernel/contract/index.ts'
import { Payment } from './shapes.payments.ts'
import {
  Decide,
  ImportStatementUpload,
  Reconciliation,
  ReconciliationQuery,
  Settle,
  StatementPage,
  StatementQuery,
} from './shapes.statements.ts'

const PATH = '/v1/{product}/supplier-statement'
/** Reconciliation of suppliers' statements with the ledger. */
export const statements = {
  'supplier.reconciliation': get('/supplier/reconciliation', {
    can: 'contract:view',
    summary: 'A statement beside what came and went: differences first, with the sums that lead from one total to the other',
    input: ReconciliationQuery,
    output: Reconciliation,
  }),
  'supplier-statement.list': get(PATH, {
    can: 'contract:view',
    summary: 'Ours: statements of a store, newest first',
    input: StatementQuery,
    output: StatementPage,
  }),
  'supplier-statement.decide': put(`${PATH}/decide/{id}`, {
    can: 'payorder:edit',
    summary: 'Ours: accepts or disputes one line, or leaves it open again',
    input: Decide,
    output: Reconciliation,
    fails: ['line_gone'],
  }),
  'supplier-statement.settle': post(`${PATH}/settle/{id}`, {
    can: 'payorder:edit',
    summary: 'Ours: an order to pay what agrees or was accepted; disputed and open lines wait',
    input: Settle,
    output: Payment,
    fails: ['payable_taken', 'payable_disputed', 'payment_nothing'],
  }),
  ...importEndpoints('supplier-statement', `${PATH}/import`, 'payorder:edit'),
  'supplier-statement.import': outside.post(`${PATH}/import`, {
    can: 'payorder:edit',
    summary: 'Ours: reads a supplier’s file into a statement; with dryRun only checks it',
    input: ImportStatementUpload,
    output: ImportResult,
    multipart: true,
    timeout: 120,
    fails: ['statement_term'],
  }),
}
