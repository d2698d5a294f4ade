/** The rims of the frame as a tracer drew them; a file of the tracer is given here. */
import { Button } from 'antd'
import { useRef } from 'react'
import { Can, t, toast, useSend } from '#kernel/web/index.ts'
import { askDiffers, FrameShape } from '#modules/devices/web/door.tsx'
import { frameOrders } from '../../contract/endpoints.ts'
import type { FrameOrderInfo } from '../../contract/shapes.ts'
import { frameOrder } from '../../contract/states.ts'

export function Trace({ order: { recordFrameId: id, status, trace } }: { order: FrameOrderInfo }) {
  const picked = useRef<HTMLInputElement>(null)
  const send = useSend(frameOrders['frame.trace'], {
    invalidates: [frameOrders['frame.info']],
    onSuccess: () => toast(t`已保存，镜架尺寸取自描迹`, 'ok'),
  })
  const take = (file: File, differsReason?: string): void =>
    send.mutate(
      { id, file, ...(differsReason ? { differsReason } : {}) },
      {
        onError: ({ field, message }) => {
          if (field !== 'differsReason' || differsReason) return
          void askDiffers(message).then((reason) => reason && take(file, reason))
        },
      },
    )
  const open = frameOrder.in.unpaid.includes(status) || frameOrder.in.making.includes(status)
  return (
    <>
      {trace && <FrameShape of={trace} />}
      {open && (
        <Can code="frame:trace">
          <p className="order-trace">
            <Button size="small" loading={send.isPending} onClick={() => picked.current?.click()}>
              {trace ? t`重新上传镜框描迹` : t`上传镜框描迹（OMA）`}
            </Button>
            <input
              ref={picked}
              hidden
              type="file"
              aria-label={t`镜框描迹文件`}
              accept=".oma,.vca,.txt"
              onChange={({ target }) => {
                const file = target.files?.[0]
                if (file) take(file)
                // The same file may be chosen again.
                target.value = ''
              }}
            />
          </p>
        </Can>
      )}
    </>
  )
}
