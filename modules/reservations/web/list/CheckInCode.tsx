/** Check-in code of the day, for a second screen or tablet at the desk. */
import { Button, Drawer } from 'antd'
import { QrCode } from 'lucide-react'
import { useState } from 'react'
import { Qr, t, Until, useCall, useWho } from '#kernel/web/index.ts'
import { rooms } from '../../contract/endpoints.rooms.ts'

export function CheckInCode() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon={<QrCode size={15} />} onClick={() => setOpen(true)}>{t`签到码`}</Button>
      <Drawer title={t`微信扫码签到`} open={open} onClose={() => setOpen(false)} size={420} destroyOnHidden>
        <Code />
      </Drawer>
    </>
  )
}

function Code() {
  const { hid } = useWho()
  const code = useCall(rooms['reservations.check-in-code'], { hid })
  return (
    <Until of={code}>
      {code.data && (
        <section className="stack check-in-code">
          <Qr of={code.data.url} size={72} />
          <b>
            {code.data.store} <span className="num">{code.data.day}</span>
          </b>
          <p className="soft">{t`会员用微信扫一扫，今天的预约即签到取号，号码回复在微信里。当天有效，明天请换新码`}</p>
          {code.data.simulated && <p className="soft">{t`本地模拟：在会员的会话页按“扫签到码”代替手机扫码`}</p>}
        </section>
      )}
    </Until>
  )
}
