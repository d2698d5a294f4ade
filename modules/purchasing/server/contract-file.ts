/** Signed contract: stored by hash; a later file does not replace the earlier one. */
import type { FileAnswer, Upload } from '#kernel/contract/index.ts'
import { change, find, insert, type Out } from '#kernel/server/index.ts'
import type { Contract } from '../contract/shapes.ts'
import { contractOf } from './contracts.ts'
import { keepScan, scanAnswer } from './scan.ts'

export async function keepContractFile(out: Out, id: number, file: Upload): Promise<Contract> {
  const stored = await keepScan(out, '合同文件', file, '')
  return out.tx(async (cx) => {
    const { contractNo } = await contractOf(cx, id)
    // A file without a name is named after its contract.
    const name = stored.name.startsWith('.') ? contractNo + stored.name : stored.name
    const { fileId } = await insert(cx, 'contract_file', { hid: cx.who.hid, ...stored, name })
    await change(cx, 'contract', { contractId: id }, {}, { fileId })
    return contractOf(cx, id)
  })
}

export async function contractFile(out: Out, id: number): Promise<FileAnswer> {
  const saved = await out.tx(async (cx) => {
    const { fileId } = await contractOf(cx, id)
    return fileId === null ? undefined : find(cx, 'contract_file', { fileId })
  })
  return scanAnswer(out, '合同文件', saved)
}
