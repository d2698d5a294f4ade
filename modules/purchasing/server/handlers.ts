import { implement, importHandlers } from '#kernel/server/index.ts'
import { purchasing } from '../contract/endpoints.ts'
import { contractFile, keepContractFile } from './contract-file.ts'
import { contractOf, contractPage, createContract, deleteContract, setContractStatus, updateContract } from './contracts.ts'
import { accountPage } from './accounts.ts'
import { owedTo, paymentOf, paymentPage, setPaymentStatus, updatePayment, writePayment } from './payments.ts'
import { importPrices, priceImport } from './price-import.ts'
import { importStatement, statementImport } from './statement-import.ts'
import { decide, reconciliation, settle, statementPage } from './statements.ts'

export default implement(purchasing, {
  'contracts.list': contractPage,
  'contracts.get': (cx, { id }) => contractOf(cx, id),
  'contracts.create': createContract,
  'contracts.update': updateContract,
  'contracts.status': setContractStatus,
  'contracts.delete': (cx, { id }) => deleteContract(cx, id),
  'contracts.keep-file': (out, { id, file }) => keepContractFile(out, id, file),
  'contracts.file': (out, { id }) => contractFile(out, id),
  ...importHandlers('contract-prices', priceImport),
  'contract-prices.import': importPrices,
  'payment-order.list': paymentPage,
  'payment-order.get': (cx, { id }) => paymentOf(cx, id),
  'payment-order.create': async (cx, input) => paymentOf(cx, await writePayment(cx, input)),
  'payment-order.update': updatePayment,
  'payment-order.status': setPaymentStatus,
  'payment-order.supplier': owedTo,
  'supplier-accounts.list': accountPage,
  'supplier.reconciliation': reconciliation,
  'supplier-statement.list': statementPage,
  'supplier-statement.decide': decide,
  'supplier-statement.settle': settle,
  ...importHandlers('supplier-statement', statementImport),
  'supplier-statement.import': importStatement,
})
