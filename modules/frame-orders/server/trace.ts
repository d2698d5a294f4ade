/** The rims of an order's frame as a tracer drew them: the file is kept at the order, its box becomes the size of the frame. */
import { metaOf, wordOf, type Upload } from '#kernel/contract/index.ts'
import { change, type Cx, type Out } from '#kernel/server/index.ts'
import { keepTrace, readFile, type Traced } from '#modules/devices/server/door.ts'
import { frameSize } from '../contract/fields.ts'
import type { FrameOrderInfo } from '../contract/shapes.ts'
import { frameOrder } from '../contract/states.ts'
import { frameInfo } from './info.ts'
import { lockOrder } from './queries.ts'

/** Not finished yet: lenses may still be cut to it. */
const TRACED: readonly number[] = [...frameOrder.in.unpaid, ...frameOrder.in.making]
const tenth = (mm: number | null): number | null => (mm === null ? null : Math.round(mm * 10) / 10)

/** The size a trace says, to a tenth of a millimetre; refuses one no frame has. */
function sizeIn(cx: Cx, { a, dbl, ed }: Traced) {
  const size = { frameA: tenth(a), frameDbl: tenth(dbl), frameEd: tenth(ed) }
  for (const name of ['frameA', 'frameDbl', 'frameEd'] as const)
    if (!frameSize[name].safeParse(size[name]).success)
      cx.refuse('bad_input', { what: `文件：${metaOf(frameSize[name]).label ?? ''} ${size[name] ?? '—'} mm 超出范围`, field: 'file' })
  return size
}

/** A side the file does not tell keeps what the order says. */
export async function traceFrame(
  out: Out<'device_other_person'>,
  { id, file, differsReason = null }: { id: number; file: Upload; differsReason?: string | null | undefined },
): Promise<FrameOrderInfo> {
  const read = await readFile(out.who.oid, file)
  return out.tx(async (cx) => {
    const order = await lockOrder(cx, id)
    if (!TRACED.includes(order.status)) cx.refuse('illegal_move', { state: wordOf(frameOrder, order.status), move: '上传镜框描迹' })
    const { fileId, frame } = await keepTrace(cx, read, { ...order, differsReason })
    const { frameA, frameDbl, frameEd } = sizeIn(cx, frame)
    const set = {
      traceId: fileId,
      frameA: frameA ?? order.frameA,
      frameDbl: frameDbl ?? order.frameDbl,
      frameEd: frameEd ?? order.frameEd,
    }
    await change(cx, 'record_frame', { recordFrameId: id }, {}, set)
    return frameInfo(cx, id)
  })
}
