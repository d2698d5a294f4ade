/** The file of a lensmeter, dropped or chosen: what it read fills the cells, with device and time beside; the rest is measured by hand. */
import { Button } from 'antd'
import { useRef } from 'react'
import { Can, Dot, t, useSend } from '#kernel/web/index.ts'
import type { z } from '#kernel/contract/index.ts'
import { askDiffers } from '#modules/devices/web/door.tsx'
import { frameOrders } from '../../../contract/endpoints.ts'
import type { LensReadings } from '../../../contract/shapes.ts'

export type LensmeterReadings = z.output<typeof LensReadings>

export function Lensmeter({
  id,
  read,
  onRead,
}: {
  id: number
  read: LensmeterReadings | undefined
  onRead: (read: LensmeterReadings) => void
}) {
  const picked = useRef<HTMLInputElement>(null)
  const send = useSend(frameOrders['frame.lensmeter'], { onSuccess: onRead })
  const take = (file: File | undefined, differsReason?: string): void => {
    if (!file) return
    send.mutate(
      { id, file, ...(differsReason ? { differsReason } : {}) },
      {
        onError: ({ field, message }) => {
          if (field !== 'differsReason' || differsReason) return
          void askDiffers(message).then((reason) => reason && take(file, reason))
        },
      },
    )
  }
  return (
    <Can code="frame:inspect">
      <div
        className="lensmeter"
        onDragOver={(e) => e.preventDefault()}
        onDrop={(e) => {
          e.preventDefault()
          take(e.dataTransfer.files[0])
        }}
      >
        <Button size="small" loading={send.isPending} onClick={() => picked.current?.click()}>{t`读取焦度计文件`}</Button>
        <input
          ref={picked}
          hidden
          type="file"
          aria-label={t`焦度计文件`}
          accept=".xml,.txt"
          onChange={({ target }) => {
            take(target.files?.[0])
            // The same file may be chosen again.
            target.value = ''
          }}
        />
        {read ? <Said of={read} /> : <small className="soft">{t`拖入或选择文件，读数逐格填入；其余手工测量`}</small>}
      </div>
    </Can>
  )
}
const Said = ({ of: { device, measuredAt, saidId, otherId } }: { of: LensmeterReadings }) => (
  <>
    <span>
      {device ?? t`焦度计`} {measuredAt?.slice(0, 16) ?? t`没有时间`}
    </span>
    {otherId && <Dot tone="warn">{t`设备上的编号 ${saidId ?? ''} 不是本订单，请核对`}</Dot>}
  </>
)
