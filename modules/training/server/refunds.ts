/**
 * What goes back of a card. Two ways lead here, and one rule holds for both: units go back only off a line that still holds them, at what
 * was paid for them, and no unit twice. The card's own refund takes the newest lines and leaves the member's money to the bill. The refund
 * of a bill gives the member no more than the share of its units that are neither used nor carried on, and takes off the card what did not
 * go back before.
 */
import { addDays, type z } from '#kernel/contract/index.ts'
import { find, locked, sql, update, type Cx, type Row } from '#kernel/server/index.ts'
import { returnPart } from '#modules/institution/server/door.ts'
import { cardUnits } from '../contract/brands.ts'
import { line, type CardAnswer, type CardFamily, type RefundCard } from '../contract/cards.ts'
import { brandOf } from './brands.ts'
import { answered, cardKey, cardMoved, laterOf, leftOn, lockUser } from './cards.ts'
import { leftByLine, newest, valueOf, type LeftOfLine } from './lines.ts'

type User = Row<'train_user'>
type Line = Row<'train_card_line'>
interface Why {
  readonly reason: string
  readonly refundId?: number
}
/** Takes units off their lines; what the store paid for them returns to its balance. Answers how much, in fen. */
async function takeOff(cx: Cx, user: User, lines: readonly LeftOfLine[], { reason, refundId }: Why): Promise<number> {
  const brand = await brandOf(cx, user.hid, user.brand)
  const amount = valueOf(lines)
  const units = lines.reduce((sum, l) => sum + l.left, 0)
  const moneyEntry = amount
    ? await returnPart(cx, { hid: user.hid, amount, ref: cardKey(user.id), reason: `${brand.label} 训练卡退费` })
    : null
  const endsAfter = laterOf(addDays(user.endsOn ?? cx.today, -units * brand.validDays), cx.today)
  for (const l of lines)
    await cardMoved(cx, user, {
      kind: line.returned,
      brand: l.brand,
      units: -l.left,
      against: 'sold',
      why: '训练卡退费',
      more: {
        unitPrice: l.unitPrice,
        amount: -l.left * l.unitPrice,
        moneyEntry: l.unitPrice ? moneyEntry : null,
        ofLine: l.id,
        refundId: refundId ?? null,
        reason,
        endsBefore: user.endsOn,
        endsAfter,
      },
    })
  await update(cx, 'train_user', { id: user.id }, { endsOn: endsAfter })
  return amount
}

type RefundFail = 'user_other_kind' | 'refund_too_much' | 'card_none' | 'returned_more'
export async function refund(cx: Cx<RefundFail>, family: CardFamily, input: z.output<typeof RefundCard>): Promise<CardAnswer> {
  const user = await lockUser(cx, family, input.sdxUid, 'train:card')
  if (user.endsOn === null) cx.refuse('card_none', { name: user.name })
  const brand = await brandOf(cx, user.hid, user.brand)
  const left = await leftOn(cx, user.id)
  const unitWord = cardUnits[brand.unit]
  if (input.refundDay > left)
    cx.refuse('refund_too_much', { left: `${left} ${unitWord}`, asked: `${input.refundDay} ${unitWord}`, field: 'refundDay' })
  const amount = await takeOff(cx, user, newest(await leftByLine(cx, user.id, left), input.refundDay), { reason: input.reason })
  return answered(cx, user, brand, -amount)
}

/** A card line as its bill sees it: how many units came, went back already, and are still there. The user's row is locked. */
interface Sold {
  readonly user: User
  readonly opening: Line
  readonly returned: number
  readonly held: LeftOfLine | undefined
}
async function soldBy(cx: Cx, fbid: number): Promise<Sold | undefined> {
  const opening = await find(cx, 'train_card_line', { fbid })
  if (!opening) return undefined
  const user = await locked(cx, 'train_user', { id: opening.userId })
  const { returned } = await cx.db.the(
    { returned: 'number' },
    sql`
      select coalesce(sum(-units), 0)::int returned
      from train_card_line
      where of_line = ${opening.id} and kind = ${line.returned}
    `,
  )
  const lines = await leftByLine(cx, user.id, await leftOn(cx, user.id))
  return { user, opening, returned, held: lines.find(({ id }) => id === opening.id) }
}
/** What of a bill paid for its card, in fen: the combination's package where it stands on the bill, else the whole bill. */
const priceOfCard = (cx: Cx, { opening }: Sold, fbid: number) =>
  cx.db.rows(
    { biid: 'number', amount: 'number', refunded: 'number' },
    sql`
      select i.biid, i.amount, i.refunded_amount refunded
      from bill_item i
      left join train_combination c on c.oid = i.oid and c.id = ${opening.combinationId}
      where i.fbid = ${fbid}
        and (
          i.fgid = c.fg_id
          or not exists (select from bill_item o where o.oid = i.oid and o.fbid = i.fbid and o.fgid = c.fg_id)
        )
    `,
  )
/** Units that money given back stands for: of a part of a unit the whole one. */
const unitsFor = ({ opening }: Sold, refunded: number, amount: number): number =>
  amount > 0 ? Math.ceil((opening.units * refunded) / amount) : 0
const sum = (list: readonly number[]): number => list.reduce((all, n) => all + n, 0)

interface Asked {
  readonly fbid: number
  readonly items: ReadonlyArray<{ readonly biid: number; readonly amount: number }>
}
/** Money of a bill goes back only for units that are not used: while its card holds as much, or gave as much back before. */
export async function mayRefundBill(cx: Cx<'card_used'>, { fbid, items }: Asked): Promise<void> {
  const sold = await soldBy(cx, fbid)
  if (!sold) return
  const price = await priceOfCard(cx, sold, fbid)
  const [amount, refunded] = [sum(price.map((i) => i.amount)), sum(price.map((i) => i.refunded))]
  const now = sum(items.filter(({ biid }) => price.some((i) => i.biid === biid)).map((i) => i.amount))
  const back = sold.returned + (sold.held?.left ?? 0)
  if (unitsFor(sold, refunded + now, amount) <= back) return
  const { unit } = await brandOf(cx, sold.user.hid, sold.held?.brand ?? sold.user.brand)
  const most = Math.max(0, Math.floor((amount * back) / sold.opening.units) - refunded)
  cx.refuse('card_used', { left: `${sold.held?.left ?? 0} ${cardUnits[unit]}`, money: (most / 100).toFixed(2) })
}
/** Units the member has the money back for leave the card, unless they went back before. */
export async function billMoneyBack(cx: Cx, { fbid, refundId }: { fbid: number; refundId: number }): Promise<void> {
  const sold = await soldBy(cx, fbid)
  if (!sold) return
  const price = await priceOfCard(cx, sold, fbid)
  const stated = unitsFor(sold, sum(price.map((i) => i.refunded)), sum(price.map((i) => i.amount)))
  const units = Math.min(stated - sold.returned, sold.held?.left ?? 0)
  if (units <= 0 || !sold.held) return
  await takeOff(cx, sold.user, [{ ...sold.held, left: units }], { reason: `收费单退费 ${refundId}`, refundId })
  cx.touch('training', sold.user.hid)
  cx.touch('payments', sold.user.hid)
}
/** A card that went back with the money is not put back by taking the refund back. */
export async function cardStaysBack(cx: Cx<'card_given_back'>, { refundId }: { refundId: number }): Promise<void> {
  if (await cx.db.any(sql`select 1 from train_card_line where refund_id = ${refundId}`)) cx.refuse('card_given_back')
}
