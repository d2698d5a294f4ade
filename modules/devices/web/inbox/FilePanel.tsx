/** One file: whose it is, what it says beside what the record says, and what is done with it. */
import { Button, Radio } from 'antd'
import { Download } from 'lucide-react'
import { useState } from 'react'
import {
  Act,
  Badge,
  Compared,
  Facts,
  Key,
  Link,
  Panel,
  Rows,
  Status,
  Until,
  download,
  t,
  toast,
  tr,
  trSentence,
  useCall,
  useHolds,
  useLetters,
  useSend,
} from '#kernel/web/index.ts'
import { Moves } from '#kernel/web/screen/Moves.tsx'
import { metaOf } from '#kernel/contract/index.ts'
import { PatientPicker } from '#modules/patients/web/door.tsx'
import { devices } from '../../contract/endpoints.ts'
import { fileFields } from '../../contract/fields.ts'
import type { DeviceFile } from '../../contract/shapes.ts'
import { deviceFile } from '../../contract/states.ts'
import { askDiffers } from '../differs.ts'
import { ExamComparison } from './ExamComparison.tsx'
import { FrameShape } from './FrameShape.tsx'
import { afterTake, isFar, startingWith, takeOf, toggled, type ChosenFields } from './chosen.ts'

export function FilePanel({ id, close }: { id: number; close: () => void }) {
  const read = useCall(devices['devices.file'], { id }, { live: ['devices', 'exams'] })
  return (
    <div className="device-file">
      <Until of={read}>{read.data && <File key={read.data.version} of={read.data} close={close} />}</Until>
    </div>
  )
}

const STALE = [devices['devices.list'], devices['devices.file']]
function File({ of: file, close }: { of: DeviceFile; close: () => void }) {
  const holds = useHolds()
  const [chosen, setChosen] = useState<ChosenFields>(() => startingWith(file.compared))
  const [clock, setClock] = useState<'device' | 'received'>(isFar(file) ? 'received' : 'device')
  const accept = useSend(devices['devices.accept'], { invalidates: STALE, onSuccess: (file) => toast(afterTake(file), 'ok') })
  const open = file.status === deviceFile.is.claimed
  const take = takeOf(chosen)
  const why = whyNot(file, take.length, holds('exam:edit'))
  const run = () => !why && accept.mutate({ id: file.fileId, version: file.version, clock, take })
  useLetters({ a: run, Escape: close })
  return (
    <>
      <Panel title={file.model ?? file.filename} note={<Status of={deviceFile} value={file.status} />} actions={<FileMoves of={file} />}>
        <FileFacts of={file} />
      </Panel>
      {file.identity.length > 0 && <WhoseEyes of={file.identity} reason={file.differsReason} />}
      {file.reading.warnings.length > 0 && <Warnings of={file.reading.warnings} />}
      {deviceFile.in.claimable.some((s) => s === file.status) && <Owner of={file} />}
      {file.compared.map((exam) => (
        <ExamComparison
          key={exam.index}
          of={exam}
          chosen={chosen[exam.index] ?? []}
          {...(open ? { onToggle: (field: string) => setChosen((now) => toggled(now, exam.index, field)) } : {})}
        />
      ))}
      {file.reading.frame && <FrameShape of={file.reading.frame} />}
      {file.reading.beside.length > 0 && <BesideLines of={file.reading.beside} />}
      {(file.reading.untaken?.length ?? 0) > 0 && <Untaken of={file.reading.untaken ?? []} />}
      {open && (
        <footer className="device-take">
          {file.measuredAt && isFar(file) && (
            <Radio.Group
              value={clock}
              onChange={(e) => setClock(e.target.value === 'device' ? 'device' : 'received')}
              aria-label={t`检查时间`}
            >
              <Radio value="received">{t`按收到时间 ${file.receivedAt.slice(0, 16)}`}</Radio>
              <Radio value="device">{t`按仪器时间 ${file.measuredAt.slice(0, 16)}`}</Radio>
            </Radio.Group>
          )}
          <Act type="primary" unless={why} disabled={accept.isPending} onClick={run}>
            {t`采用到检查`} <Key>a</Key>
          </Act>
        </footer>
      )}
    </>
  )
}

/** Why nothing can be taken now. */
const whyNot = (file: DeviceFile, many: number, may: boolean): string | false => {
  if (file.status !== deviceFile.is.claimed) return t`先选择会员`
  if (!may) return t`没有填写检查的权限`
  return many === 0 && !file.reading.frame && t`没有选中任何测量值`
}

function FileMoves({ of: file }: { of: DeviceFile }) {
  const ignore = useSend(devices['devices.ignore'], { invalidates: STALE })
  const restore = useSend(devices['devices.restore'], { invalidates: STALE })
  const reread = useSend(devices['devices.reread'], { invalidates: STALE })
  const claim = useSend(devices['devices.claim'], { invalidates: STALE })
  const seen = { id: file.fileId, version: file.version }
  return (
    <>
      <Button
        size="small"
        icon={<Download size={14} />}
        onClick={() => void download(devices['devices.raw'], { id: file.fileId })}
      >{t`原文件`}</Button>
      <Moves
        of={deviceFile}
        status={file.status}
        only={['read', 'restore', 'release', 'ignore']}
        busy={ignore.isPending || restore.isPending || reread.isPending || claim.isPending}
        onMove={(move, reason) => {
          if (move === 'ignore') ignore.mutate({ ...seen, reason: reason ?? '' })
          else if (move === 'restore') restore.mutate(seen)
          else if (move === 'read') reread.mutate({ id: file.fileId })
          else claim.mutate({ ...seen, pid: null })
        }}
      />
    </>
  )
}

const MemberLink = ({ of }: { of: DeviceFile }) =>
  of.pid ? <Link to={`/patients/detail/${of.pid}/home`}>{`${of.name ?? ''} ${of.memberNo ?? ''}`}</Link> : '—'

const FileFacts = ({ of: file }: { of: DeviceFile }) => (
  <Facts
    items={[
      [t`会员`, <MemberLink key="member" of={file} />],
      [t`归属依据`, file.matchedBy && tr(metaOf(fileFields.matchedBy).options?.[file.matchedBy] ?? file.matchedBy)],
      [t`测量时间`, file.measuredAt?.slice(0, 16)],
      [t`收到时间`, file.receivedAt.slice(0, 16)],
      [t`设备上的编号`, file.saidId],
      [t`设备上的姓名`, file.saidName],
      [t`格式`, file.profile && (metaOf(fileFields.profile).options?.[file.profile] ?? file.profile)],
      [t`文件名`, file.filename],
    ]}
  />
)

const Warnings = ({ of: file }: { of: DeviceFile['reading']['warnings'] }) => (
  <Panel title={t`读取时的提醒`} note={t`${file.length} 条`} className="device-warnings">
    <ul>
      {file.map((w, i) => (
        <li key={i}>
          <code>{trSentence(w.at)}</code> {trSentence(w.sentence)}
        </li>
      ))}
    </ul>
  </Panel>
)

/** Whose eyes they are: members that fit, or any other. */
function Owner({ of: file }: { of: DeviceFile }) {
  const claim = useSend(devices['devices.claim'], { invalidates: STALE })
  const say = async (pid: number | undefined, identity: DeviceFile['identity'] = []) => {
    if (!pid) return
    const different = identity.filter((f) => f.comparison === 'different')
    if (!different.length) return claim.mutate({ id: file.fileId, version: file.version, pid })
    const message = different.map((f) => t`${tr(f.what)}：文件是 ${f.said ?? '—'}，会员是 ${f.member ?? '—'}`).join('\n')
    const differsReason = await askDiffers(message)
    if (differsReason !== undefined) claim.mutate({ id: file.fileId, version: file.version, pid, differsReason })
  }
  /** Somebody else than those offered: the server compares, and asks where they differ. */
  const choose = (pid: number | undefined) => {
    if (!pid) return
    const claimed = { id: file.fileId, version: file.version, pid }
    const insist = async (message: string) => {
      const differsReason = await askDiffers(message)
      if (differsReason !== undefined) claim.mutate({ ...claimed, differsReason })
    }
    claim.mutate(claimed, { onError: (error) => void (error.field === 'differsReason' && insist(error.message)) })
  }
  const others = file.candidates.filter((c) => c.pid !== file.pid)
  return (
    <Panel title={t`这是谁的检查`} note={file.pid ? t`已归属，可以改` : t`没有自动找到会员`}>
      <div className="device-owner">
        {others.map((c) => (
          <Button key={c.pid} onClick={() => void say(c.pid, c.identity)} disabled={claim.isPending}>
            {c.name} <span className="num">{c.memberNo}</span> <Badge>{tr(metaOf(fileFields.matchedBy).options?.[c.why] ?? c.why)}</Badge>
          </Button>
        ))}
        <PatientPicker chosen={undefined} onChange={choose} allowNew={false} placeholder={t`姓名、拼音、手机号或会员号`} />
      </div>
    </Panel>
  )
}

/** What the file says of the person beside the member: what differs, and what nobody could compare. */
const WhoseEyes = ({ of: identity, reason }: { of: DeviceFile['identity']; reason: string | null }) => (
  <Panel title={t`文件和会员`} note={reason && t`身份不符的理由：${reason}`}>
    <Rows
      className="grid"
      rows={identity}
      rowKey={(f) => f.what}
      columns={[
        { title: t`项目`, cell: (f) => tr(f.what) },
        { title: t`文件`, cell: (f) => f.said ?? t`文件未写` },
        { title: t`会员`, cell: (f) => f.member ?? '—' },
        { title: t`比较`, cell: (f) => <Compared of={f.comparison} /> },
      ]}
    />
  </Panel>
)
/** What the file holds and nobody takes. */
const Untaken = ({ of: elements }: { of: NonNullable<DeviceFile['reading']['untaken']> }) => (
  <Panel title={t`文件里没有取用的内容`} note={t`${elements.length} 项，请自行核对`}>
    <Facts items={elements.map((u) => [u.name, u.value])} />
  </Panel>
)
const BesideLines = ({ of: file }: { of: DeviceFile['reading']['beside'] }) => (
  <Panel title={t`文件里的其他内容`} note={t`只供参考，不写入检查`}>
    <Facts items={file.map((b) => [tr(b.what), [b.od && `OD ${b.od}`, b.os && `OS ${b.os}`, b.ou].filter(Boolean).join('  ')])} />
  </Panel>
)
