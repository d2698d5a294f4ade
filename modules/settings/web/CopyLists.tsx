import { Drawer } from 'antd'
import { Form, t, toast, useWho } from '#kernel/web/index.ts'
import { settings } from '../contract/endpoints.ts'

/** Copies lists of the present store to another one. */
export function CopyLists({ open, close }: { open: boolean; close: () => void }) {
  const { hid, stores, hospitalName } = useWho()
  return (
    <Drawer open={open} onClose={close} title={t`复制到其他门店`} size={480} destroyOnHidden>
      <Form of={settings['settings.copy']} fixed={{ hid }} saveLabel={t`复制`} onLeave={close}
        fields={[{ key: 'to', span: 12, options: stores.filter((s) => s.hid !== hid).map((s) => ({ value: s.hid, label: s.name })), hint: t`从 ${hospitalName} 复制；目标门店已有的同名项保持不变` }, { key: 'kinds', span: 12 }]}
        onDone={({ copied, kept }) => (toast(t`已复制 ${copied} 项，${kept} 项已存在`, 'ok'), close())} />
    </Drawer>
  )
}
