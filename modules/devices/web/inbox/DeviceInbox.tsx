/** What the devices of the store sent: the list on the left, the file chosen on the right. Files are dropped anywhere on the page. */
import '../devices.css'
import { Button } from 'antd'
import { Cable, FileUp } from 'lucide-react'
import { useRef, useState, type DragEvent } from 'react'
import { DataTable, Screen, t, toast, useSearch, useWho, type TableColumn } from '#kernel/web/index.ts'
import { devices } from '../../contract/endpoints.ts'
import type { DeviceFileRow } from '../../contract/shapes.ts'
import { FilePanel } from './FilePanel.tsx'
import { askBrowser, listen, type AskForPort } from './serial.ts'
import { useUploads } from './useUploads.ts'

const columns: ReadonlyArray<TableColumn<DeviceFileRow>> = [
  { key: 'receivedAt', title: '收到时间', render: (r) => r.receivedAt.slice(5, 16) },
  { key: 'name', title: '会员', render: (r) => r.name ?? (r.saidName || r.saidId || '—') },
  { key: 'model', title: '设备', render: (r) => r.model ?? r.filename },
  'status',
]

/** `ask` brings a serial port; the browser's own question without it. */
export default function DeviceInbox({ ask }: { ask?: AskForPort }) {
  const { hid } = useWho()
  const [search, setSearch] = useSearch()
  const [over, setOver] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const chosen = Number(search.file) || undefined
  const open = (fileId: number | undefined) => setSearch({ file: fileId })
  const { left, send } = useUploads(hid, open)
  const drop = (e: DragEvent) => {
    e.preventDefault()
    setOver(false)
    void send([...e.dataTransfer.files])
  }
  return (
    <Screen
      fill
      note={left > 0 && t`正在上传 ${left} 个文件…`}
      actions={
        <>
          <SerialButton {...(ask ? { ask } : {})} came={(file) => void send([file], 'serial')} />
          <Button type="primary" icon={<FileUp size={14} />} onClick={() => picker.current?.click()}>{t`选择文件`}</Button>
          <input
            ref={picker}
            type="file"
            multiple
            hidden
            aria-label={t`选择文件`}
            onChange={(e) => {
              void send([...(e.target.files ?? [])])
              e.target.value = ''
            }}
          />
        </>
      }
    >
      <div
        className={over ? 'device-inbox over' : 'device-inbox'}
        onDragOver={(e) => (e.preventDefault(), setOver(true))}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <DataTable
          of={devices['devices.list']}
          input={{ hid }}
          rowKey="fileId"
          columns={columns}
          filters={['status', 'profile', { range: ['startDate', 'endDate'] }]}
          live={['devices']}
          onOpen={(r) => open(r.fileId)}
          rowTone={(r) => (r.fileId === chosen ? 'info' : undefined)}
          empty={{ text: t`还没有设备文件：把文件拖到这里，或在验光室电脑上运行自动上传` }}
        />
        {chosen ? <FilePanel key={chosen} id={chosen} close={() => open(undefined)} /> : <NoneChosen />}
      </div>
    </Screen>
  )
}

const NoneChosen = () => (
  <section className="panel device-none">
    <p>{t`从左边选择一个文件，查看测量值并采用到检查中`}</p>
    <p>{t`支持 NIDEK、JOIA（拓普康等）、MYAH、AL550、RT-5100、DICOM 与 OMA 文件`}</p>
  </section>
)

/** Listens to the phoropter until it prints once; pressed again it stops. */
function SerialButton({ ask, came }: { ask?: AskForPort; came: (file: File) => void }) {
  const [stop, setStop] = useState<AbortController>()
  const question = ask ?? askBrowser()
  const begin = async () => {
    if (!question) return toast(t`这个浏览器不能连接串口：请用 Chrome 或 Edge 打开`, 'warn')
    const until = new AbortController()
    setStop(until)
    const text = await question()
      .then((port) => listen(port, until.signal))
      .catch(() => void toast(t`没有连上串口，请检查连线和其他占用它的程序`, 'warn'))
    setStop(undefined)
    if (text) came(new File([text], 'RT-5100.log', { type: 'text/plain' }))
  }
  return stop ? (
    <Button icon={<Cable size={14} />} danger onClick={() => stop.abort()}>{t`停止接收`}</Button>
  ) : (
    <Button icon={<Cable size={14} />} onClick={() => void begin()}>{t`连接 RT-5100`}</Button>
  )
}
