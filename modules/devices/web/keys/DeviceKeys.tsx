/** Keys with which computers of the store send files of devices by themselves. */
import '../devices.css'
import { Button, Modal } from 'antd'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { Act, DataTable, Dot, Form, Screen, confirm, t, toast, useSend, useWho } from '#kernel/web/index.ts'
import { devices } from '../../contract/endpoints.ts'

const LIST = [devices['device-keys.list']]
export default function DeviceKeys() {
  const { hid } = useWho()
  const [making, setMaking] = useState(false)
  const [made, setMade] = useState<string>()
  const revoke = useSend(devices['device-keys.revoke'], { invalidates: LIST })
  const end = async (id: number, name: string) => {
    if (await confirm({ message: t`停用密钥“${name}”？用它上传的电脑将不能再上传。`, danger: true })) revoke.mutate({ id })
  }
  return (
    <Screen
      fill
      note={t`验光室电脑用密钥把设备文件自动送进收件箱`}
      actions={<Button type="primary" icon={<KeyRound size={14} />} onClick={() => setMaking(true)}>{t`新建密钥`}</Button>}
    >
      <DataTable
        of={devices['device-keys.list']}
        input={{ hid }}
        rowKey="keyId"
        columns={[
          'name',
          'personName',
          'createdAt',
          'lastUsedAt',
          {
            key: 'revokedAt',
            title: '状态',
            render: (k) => <Dot tone={k.revokedAt ? 'neutral' : 'ok'}>{k.revokedAt ? t`已停用` : t`使用中`}</Dot>,
          },
        ]}
        actions={(k) => (
          <Act size="small" danger unless={k.revokedAt && t`已经停用`} onClick={() => void end(k.keyId, k.name)}>{t`停用`}</Act>
        )}
        onNew={() => setMaking(true)}
        empty={{ text: t`还没有密钥` }}
      />
      <Modal title={t`新建密钥`} open={making} onCancel={() => setMaking(false)} footer={null} destroyOnHidden>
        <Form
          of={devices['device-keys.make']}
          fixed={{ hid }}
          fields={['name']}
          invalidates={LIST}
          onDone={(key) => {
            setMaking(false)
            setMade(key.key)
          }}
        />
      </Modal>
      <Modal title={t`请现在记下密钥`} open={made !== undefined} onCancel={() => setMade(undefined)} footer={null}>
        <p>{t`密钥只显示这一次。在验光室电脑上运行：`}</p>
        <pre className="device-key">{`npm run bridge -- --watch DIR --server ${location.origin} --key ${made ?? ''}`}</pre>
        <Button onClick={() => void navigator.clipboard.writeText(made ?? '').then(() => toast(t`已复制`, 'ok'))}>{t`复制密钥`}</Button>
      </Modal>
    </Screen>
  )
}
