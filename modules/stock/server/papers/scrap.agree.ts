/** Approvals that scrap and loss documents require, whichever call moves them. */
import { find, insert, locked, may, update, type Cx } from '#kernel/server/index.ts'
import { StockOutType } from '../../contract/fields.ts'

/** Creates the scrap facts of a document of type 5. */
export const beginScrap = async (
  cx: Cx,
  { hid, stockoutId, stockoutType }: { hid: number; stockoutId: number; stockoutType: number },
): Promise<void> => {
  if (stockoutType === StockOutType.scrap && !(await find(cx, 'scrap', { stockoutId }))) await insert(cx, 'scrap', { hid, stockoutId })
}
/** Requires the approver of a scrap document to hold the permission and not to be its author. */
export async function agreeToScrap(cx: Cx<'scrap_own'>, stockoutId: number): Promise<void> {
  const paper = await locked(cx, 'stock_out', { stockoutId })
  if (paper.stockoutType !== StockOutType.scrap) return
  if (!may(cx, 'stock:scrap-approve', paper.hid)) cx.refuse('no_access', { what: '审批报废', code: 'stock:scrap-approve' })
  if (paper.ctid === cx.who.ctid) cx.refuse('scrap_own')
  await beginScrap(cx, paper)
  await update(cx, 'scrap', { stockoutId }, { approvedBy: cx.who.ctid, approvedAt: cx.now })
}
/** Requires the confirmer of a loss document (type 6) to hold the permission and not to be its author. */
export async function agreeToLoss(cx: Cx<'loss_own'>, stockoutId: number): Promise<void> {
  const paper = await locked(cx, 'stock_out', { stockoutId })
  if (paper.stockoutType !== StockOutType.loss) return
  if (!may(cx, 'stock:loss-approve', paper.hid)) cx.refuse('no_access', { what: '确认报损报溢', code: 'stock:loss-approve' })
  if (paper.ctid === cx.who.ctid) cx.refuse('loss_own')
}
