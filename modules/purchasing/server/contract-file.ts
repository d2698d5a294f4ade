/** The signed paper of a contract: kept in the storage under its hash, a later one beside the former. */
import type { FileAnswer, Upload } from '#kernel/contract/index.ts'
import { change, find, insert, type Out } from '#kernel/server/index.ts'
import type { Contract } from '../contract/shapes.ts'
import { contractOf } from './contracts.ts'
import { keepScan, scanAnswer } from './scan.ts'

export async function keepContractFile(out: Out, id: number, file: Upload): Promise<Contract> {
  const kept = await keepScan(out, '合同文件', file, '')
  return out.tx(async (cx) => {
    const { contractNo } = await contractOf(cx, id)
    // A file without a name of its own is called by its contract.
    const name = kept.name.startsWith('.') ? contractNo + kept.name : kept.name
    const { fileId } = await insert(cx, 'contract_file', { hid: cx.who.hid, ...kept, name })
    await change(cx, 'contract', { contractId: id }, {}, { fileId })
    return contractOf(cx, id)
  })
}

export async function contractFile(out: Out, id: number): Promise<FileAnswer> {
  const kept = await out.tx(async (cx) => {
    const { fileId } = await contractOf(cx, id)
    return fileId === null ? undefined : find(cx, 'contract_file', { fileId })
  })
  return scanAnswer(out, '合同文件', kept)
}
