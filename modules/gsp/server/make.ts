/** Builders for journeys and the demo: what is bought is approved, asked for by one of the staff and approved by another. */
import type { Caller } from '../../../tests/harness.ts'

type Call = Pick<Caller, 'call'>
export type Bought = { readonly supplierId: number } | { readonly productId: number }

export async function approveBought(asker: Call, approver: Call, bought: readonly Bought[]): Promise<void> {
  for (const each of bought) {
    const { approvalId } = await asker.call('approvals.ask', each)
    await approver.call('approvals.decide', { id: approvalId, approve: true })
  }
}
