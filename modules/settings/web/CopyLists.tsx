import { Drawer } from 'antd'
import { metaOf } from '#kernel/contract/index.ts'
import { Form, t, toast, tr, useWho } from '#kernel/web/index.ts'
import { settings } from '../contract/endpoints.ts'
import { listed } from '../contract/kinds.ts'

const lists = Object.entries(metaOf(listed).options ?? {}).map(([value, label]) => ({ value, label: tr(label) }))

/** Copies lists of the current store to another one. */
export function CopyLists({ open, close }: { open: boolean; close: () => void }) {
  const { hid, stores, hospitalName } = useWho()
  return (
    <Drawer open={open} onClose={close} title={t`复制到其他门店`} size={480} destroyOnHidden>
      <Form
        of={settings['settings.copy']}
        fixed={{ hid }}
        initial={{ kinds: lists.map((l) => l.value) }}
        saveLabel={t`复制`}
        onLeave={close}
        fields={[
          {
            key: 'to',
            span: 12,
            options: stores.filter((s) => s.hid !== hid).map((s) => ({ value: s.hid, label: s.name })),
            hint: t`从 ${hospitalName} 复制；目标门店已有的同名项保持不变`,
          },
          { key: 'kinds', span: 12, label: '清单', options: lists },
        ]}
        onDone={({ copied, kept }) => (toast(t`已复制 ${copied} 项，${kept} 项已存在`, 'ok'), close())}
      />
    </Drawer>
  )
}
