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
  confirm,
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
import { ExamComparison } from './ExamComparison.tsx'
import { FrameShape } from './FrameShape.tsx'
import { afterTake, isFar, startingWith, takeOf, toggled, type Chosen } from './chosen.ts'

export function FilePanel({ id, close }: { id: number; close: () => void }) {
  const read = useCall(devices['devices.file'], { id }, { live: ['devices', 'exams'] })
  return (
    <div className="device-file">
      <Until of={read}>{read.data && <File key={read.data.version} of={read.data} close={close} />}</Until>
    </div>
  )
}

const STALE = [devices['devices.list'], devices['devices.file']]
function File({ of, close }: { of: DeviceFile; close: () => void }) {
  const holds = useHolds()
  const [chosen, setChosen] = useState<Chosen>(() => startingWith(of.compared))
  const [clock, setClock] = useState<'device' | 'received'>(isFar(of) ? 'received' : 'device')
  const accept = useSend(devices['devices.accept'], { invalidates: STALE, onSuccess: (file) => toast(afterTake(file), 'ok') })
  const open = of.status === deviceFile.is.claimed
  const take = takeOf(chosen)
  const why = whyNot(of, take.length, holds('exam:edit'))
  const run = () => !why && accept.mutate({ id: of.fileId, version: of.version, clock, take })
  useLetters({ a: run, Escape: close })
  return (
    <>
      <Panel title={of.model ?? of.filename} note={<Status of={deviceFile} value={of.status} />} actions={<FileMoves of={of} />}>
        <FileFacts of={of} />
      </Panel>
      {of.identity.length > 0 && <WhoseEyes of={of.identity} reason={of.differsReason} />}
      {of.reading.warnings.length > 0 && <Warnings of={of.reading.warnings} />}
      {deviceFile.in.claimable.some((s) => s === of.status) && <Owner of={of} />}
      {of.compared.map((exam) => (
        <ExamComparison
          key={exam.index}
          of={exam}
          chosen={chosen[exam.index] ?? []}
          {...(open ? { onToggle: (field: string) => setChosen((now) => toggled(now, exam.index, field)) } : {})}
        />
      ))}
      {of.reading.frame && <FrameShape of={of.reading.frame} />}
      {of.reading.beside.length > 0 && <BesideLines of={of.reading.beside} />}
      {(of.reading.untaken?.length ?? 0) > 0 && <Untaken of={of.reading.untaken ?? []} />}
      {open && (
        <footer className="device-take">
          {of.measuredAt && isFar(of) && (
            <Radio.Group
              value={clock}
              onChange={(e) => setClock(e.target.value === 'device' ? 'device' : 'received')}
              aria-label={t`检查时间`}
            >
              <Radio value="received">{t`按收到时间 ${of.receivedAt.slice(0, 16)}`}</Radio>
              <Radio value="device">{t`按仪器时间 ${of.measuredAt.slice(0, 16)}`}</Radio>
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
const whyNot = (of: DeviceFile, many: number, may: boolean): string | false => {
  if (of.status !== deviceFile.is.claimed) return t`先选择会员`
  if (!may) return t`没有填写检查的权限`
  return many === 0 && !of.reading.frame && t`没有选中任何测量值`
}

function FileMoves({ of }: { of: DeviceFile }) {
  const ignore = useSend(devices['devices.ignore'], { invalidates: STALE })
  const restore = useSend(devices['devices.restore'], { invalidates: STALE })
  const reread = useSend(devices['devices.reread'], { invalidates: STALE })
  const claim = useSend(devices['devices.claim'], { invalidates: STALE })
  const seen = { id: of.fileId, version: of.version }
  return (
    <>
      <Button
        size="small"
        icon={<Download size={14} />}
        onClick={() => void download(devices['devices.raw'], { id: of.fileId })}
      >{t`原文件`}</Button>
      <Moves
        of={deviceFile}
        status={of.status}
        only={['read', 'restore', 'release', 'ignore']}
        busy={ignore.isPending || restore.isPending || reread.isPending || claim.isPending}
        onMove={(move, reason) => {
          if (move === 'ignore') ignore.mutate({ ...seen, reason: reason ?? '' })
          else if (move === 'restore') restore.mutate(seen)
          else if (move === 'read') reread.mutate({ id: of.fileId })
          else claim.mutate({ ...seen, pid: null })
        }}
      />
    </>
  )
}

const MemberLink = ({ of }: { of: DeviceFile }) =>
  of.pid ? <Link to={`/patients/detail/${of.pid}/home`}>{`${of.name ?? ''} ${of.memberNo ?? ''}`}</Link> : '—'

const FileFacts = ({ of }: { of: DeviceFile }) => (
  <Facts
    items={[
      [t`会员`, <MemberLink key="member" of={of} />],
      [t`归属依据`, of.matchedBy && tr(metaOf(fileFields.matchedBy).options?.[of.matchedBy] ?? of.matchedBy)],
      [t`测量时间`, of.measuredAt?.slice(0, 16)],
      [t`收到时间`, of.receivedAt.slice(0, 16)],
      [t`设备上的编号`, of.saidId],
      [t`设备上的姓名`, of.saidName],
      [t`格式`, of.profile && (metaOf(fileFields.profile).options?.[of.profile] ?? of.profile)],
      [t`文件名`, of.filename],
    ]}
  />
)

const Warnings = ({ of }: { of: DeviceFile['reading']['warnings'] }) => (
  <Panel title={t`读取时的提醒`} note={t`${of.length} 条`} className="device-warnings">
    <ul>
      {of.map((w, i) => (
        <li key={i}>
          <code>{trSentence(w.at)}</code> {trSentence(w.sentence)}
        </li>
      ))}
    </ul>
  </Panel>
)

/** Whose eyes they are: members that fit, or any other. */
function Owner({ of }: { of: DeviceFile }) {
  const claim = useSend(devices['devices.claim'], { invalidates: STALE })
  const say = async (pid: number | undefined, identity: DeviceFile['identity'] = []) => {
    if (!pid) return
    const different = identity.filter((f) => f.comparison === 'different')
    if (!different.length) return claim.mutate({ id: of.fileId, version: of.version, pid })
    const message = different.map((f) => t`${tr(f.what)}：文件是 ${f.said ?? '—'}，会员是 ${f.member ?? '—'}`).join('\n')
    const differsReason = await confirm({
      title: t`文件和会员不是同一个人？`,
      message,
      reason: { label: t`理由`, required: true },
      danger: true,
    })
    if (typeof differsReason === 'string') claim.mutate({ id: of.fileId, version: of.version, pid, differsReason })
  }
  /** Somebody else than those offered: the server compares, and asks where they differ. */
  const choose = (pid: number | undefined) => {
    if (!pid) return
    const claimed = { id: of.fileId, version: of.version, pid }
    const insist = async (message: string) => {
      const differsReason = await confirm({
        title: t`文件和会员不是同一个人？`,
        message,
        reason: { label: t`理由`, required: true },
        danger: true,
      })
      if (typeof differsReason === 'string') claim.mutate({ ...claimed, differsReason })
    }
    claim.mutate(claimed, { onError: (error) => void (error.field === 'differsReason' && insist(error.message)) })
  }
  const others = of.candidates.filter((c) => c.pid !== of.pid)
  return (
    <Panel title={t`这是谁的检查`} note={of.pid ? t`已归属，可以改` : t`没有自动找到会员`}>
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
const WhoseEyes = ({ of, reason }: { of: DeviceFile['identity']; reason: string | null }) => (
  <Panel title={t`文件和会员`} note={reason && t`身份不符的理由：${reason}`}>
    <Rows
      className="grid"
      rows={of}
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
const Untaken = ({ of }: { of: NonNullable<DeviceFile['reading']['untaken']> }) => (
  <Panel title={t`文件里没有取用的内容`} note={t`${of.length} 项，请自行核对`}>
    <Facts items={of.map((u) => [u.name, u.value])} />
  </Panel>
)
const BesideLines = ({ of }: { of: DeviceFile['reading']['beside'] }) => (
  <Panel title={t`文件里的其他内容`} note={t`只供参考，不写入检查`}>
    <Facts items={of.map((b) => [tr(b.what), [b.od && `OD ${b.od}`, b.os && `OS ${b.os}`, b.ou].filter(Boolean).join('  ')])} />
  </Panel>
)
