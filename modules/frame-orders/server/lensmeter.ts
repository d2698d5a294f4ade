/** The final inspection by the lensmeter's own file: what it read of the finished glasses, kept, and each file good for one inspection. */
import { wordOf, type Upload, type z } from '#kernel/contract/index.ts'
import { find, type Cx, type Out } from '#kernel/server/index.ts'
import { keepLenses, lensesOf, readFile } from '#modules/devices/server/door.ts'
import { LensReadings, type Measured } from '../contract/shapes.ts'
import { frameOrder } from '../contract/states.ts'
import { lockOrder } from './queries.ts'

type Readings = z.output<typeof Measured>
/**
 * The cells a file fills: what it says and nothing it leaves out. A prism of two directions or a cylinder without its axis is measured by
 * hand.
 */
const NAMES = ['ds', 'dc', 'ax', 'add', 'prism', 'base'] as const
const cellsOf = (values: Readonly<Record<string, number | string>>) =>
  Object.fromEntries(
    (['Od', 'Os'] as const).flatMap((side) =>
      NAMES.flatMap((name) => (values[name + side] === undefined ? [] : [[name + side, values[name + side]] as const])),
    ),
  )

/** Writes nothing of the order: what was read is for the inspector to look at, and is sent with the inspection. */
export async function readLenses(
  out: Out<'device_other_person'>,
  { id, file, differsReason = null }: { id: number; file: Upload; differsReason?: string | null | undefined },
): Promise<z.output<typeof LensReadings>> {
  const read = await readFile(out.who.oid, file)
  return out.tx(async (cx) => {
    const order = await lockOrder(cx, id)
    if (order.status !== frameOrder.is.finalInspection)
      cx.refuse('illegal_move', { state: wordOf(frameOrder, order.status), move: '读取焦度计文件' })
    const { fileId, lenses } = await keepLenses(cx, read, { ...order, differsReason, what: `终检 ${order.orderNo}` })
    await unused(cx, fileId, 'file')
    const { values, ...source } = lenses
    return LensReadings.parse({
      fileId,
      ...source,
      values: cellsOf(values),
      otherId: source.saidId !== null && source.saidId !== order.orderNo,
    })
  })
}

/** A reading of a former pair passes no other. */
async function unused(cx: Cx, lensmeterId: number, field: string): Promise<void> {
  if (await find(cx, 'record_frame_inspection', { lensmeterId }))
    cx.refuse('bad_input', { what: '文件：这个读数已用于一次终检，请重新测量', field })
}
/** What is sent as read by the file is what the file says, cell by cell. */
export async function asRead(cx: Cx, pid: number, fileId: number, measured: Readings): Promise<void> {
  const values = await lensesOf(cx, fileId, pid)
  if (!values) return cx.refuse('not_found', { what: '焦度计文件', field: 'lensmeterId' })
  await unused(cx, fileId, 'lensmeterId')
  const cells: Readonly<Record<string, unknown>> = cellsOf(values)
  // Null is not asked of these glasses: the judge wants what is.
  for (const [name, sent] of Object.entries(measured))
    if (sent !== null && name in cells && sent !== cells[name])
      cx.refuse('bad_input', { what: '实测值：与焦度计文件不同，改动过的请不带文件提交', field: `measured.${name}` })
}
