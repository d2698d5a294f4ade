/** What the stock asks of a paper that scraps goods, whichever call moves it. */
import { find, insert, locked, may, update, type Cx } from '#kernel/server/index.ts'
import { LOSS, SCRAP } from '../contract/fields.ts'

/** The facts of a paper that is of type 5, kept from its first moment. */
export const beginScrap = async (
  cx: Cx,
  { hid, stockoutId, stockoutType }: { hid: number; stockoutId: number; stockoutType: number },
): Promise<void> => {
  if (stockoutType === SCRAP && !(await find(cx, 'scrap', { stockoutId }))) await insert(cx, 'scrap', { hid, stockoutId })
}
/** What a paper of type 5 asks before its goods leave: somebody who may agree to scrapping, and did not write it. */
export async function agreeToScrap(cx: Cx<'scrap_own'>, stockoutId: number): Promise<void> {
  const paper = await locked(cx, 'stock_out', { stockoutId })
  if (paper.stockoutType !== SCRAP) return
  if (!may(cx, 'stock:scrap-approve', paper.hid)) cx.refuse('no_access', { what: '审批报废', code: 'stock:scrap-approve' })
  if (paper.ctid === cx.who.ctid) cx.refuse('scrap_own')
  await beginScrap(cx, paper)
  await update(cx, 'scrap', { stockoutId }, { approvedBy: cx.who.ctid, approvedAt: cx.now })
}
/** What a paper of type 6 asks before its goods leave, as a paper of loss and overflow does: somebody who may confirm losses, and did not write it. */
export async function agreeToLoss(cx: Cx<'loss_own'>, stockoutId: number): Promise<void> {
  const paper = await locked(cx, 'stock_out', { stockoutId })
  if (paper.stockoutType !== LOSS) return
  if (!may(cx, 'stock:loss-approve', paper.hid)) cx.refuse('no_access', { what: '确认报损报溢', code: 'stock:loss-approve' })
  if (paper.ctid === cx.who.ctid) cx.refuse('loss_own')
}
