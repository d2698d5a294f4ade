/** Prescriptions of a member: what is in force, what was; writing a new one. */
import { Button } from 'antd'
import { show } from '#kernel/contract/index.ts'
import {
  Badge,
  Can,
  Empty,
  Panel,
  Rx,
  Status,
  confirm,
  download,
  t,
  tr,
  useCall,
  useCan,
  useGo,
  useId,
  useSearch,
  useSend,
} from '#kernel/web/index.ts'
import { Moves } from '#kernel/web/screen/Moves.tsx'
import { useSister } from '#modules/exams/web/door.tsx'
import { PatientPage } from '#modules/patients/web/door.tsx'
import { records } from '../contract/endpoints.ts'
import { prescriptionFields } from '../contract/fields.ts'
import { rxType, typeOf, usesOf, type RxType } from '../contract/prescription/prescribe.ts'
import type { Prescription } from '../contract/shapes.ts'
import { prescriptionMachine } from '../contract/states.ts'
import './records.css'
import { OutsideRx } from './outside/OutsideRx.tsx'
import { useReread } from './signing/Reread.tsx'
import { RxEditor } from './RxEditor.tsx'
import { FittingOf } from './okjing/RxFitting.tsx'
import { typeLabel } from './RxKinds.tsx'
import { kindLabel } from './RxLines.tsx'

const stale = [records['prescription.list']]

export default function Prescriptions() {
  const pid = useId('patientId')
  const [{ edit, resid }, setSearch] = useSearch()
  const list = useCall(records['prescription.list'], { pid, per_page: 50 }, { live: ['records'] })
  const rows = list.data?.list ?? []
  const editing = rows.find((r) => String(r.id) === edit && r.status === prescriptionMachine.is.draft)
  const close = () => setSearch({ edit: undefined, examId: undefined, fittingId: undefined })
  const typing = edit === 'outside' || Boolean(editing?.outside)
  const writing = !typing && (edit === 'new' || editing !== undefined)
  return (
    <PatientPage
      of={list}
      note={writing ? (editing?.rxNo ?? t`新处方`) : t`${list.data?.total ?? 0} 张`}
      actions={
        !writing && (
          <Can code="prescription:edit">
            <Button onClick={() => setSearch({ edit: 'outside' }, true)}>{t`录入外来处方`}</Button>
            <Button type="primary" onClick={() => setSearch({ edit: 'new', resid }, true)}>{t`开处方`}</Button>
          </Can>
        )
      }
    >
      <OutsideRx pid={pid} rx={editing?.outside ? editing : undefined} open={typing} close={close} />
      {writing ? (
        <RxEditor key={edit} pid={pid} rx={editing} onDone={close} />
      ) : rows.length === 0 ? (
        <Empty text={t`还没有处方。验光保存后可以据此开具`} />
      ) : (
        <Panel>
          {rows.map((rx) => (
            <Card key={rx.id} rx={rx} onEdit={() => setSearch({ edit: rx.id }, true)} />
          ))}
        </Panel>
      )}
    </PatientPage>
  )
}

/** Another house's: which one, when, and its paper. */
const Outside = ({ rx, of: origin }: { rx: Prescription; of: NonNullable<Prescription['outside']> }) => (
  <>
    <Badge tone="info">{t`外来`}</Badge> <span>{origin.issuer}</span>
    {origin.fileId !== null && (
      <button
        type="button"
        className="link"
        onClick={() => void download(records['frame.rx-glasses.photo'], { id: rx.id, pid: rx.pid })}
      >{t`查看原件`}</button>
    )}
  </>
)

/** What it follows, who signed it, and what became of it. */
const Fate = ({ rx }: { rx: Prescription }) => (
  <>
    <FittingOf rx={rx} />
    {rx.signedAt && <span className="soft">{t`签发：${rx.signerName ?? '—'} ${rx.signedAt.slice(5, 16)}`}</span>}
    {rx.replacesNo && <span className="soft">{t`替代 ${rx.replacesNo}`}</span>}
    {rx.replacedByNo && <span className="soft">{t`已重开为 ${rx.replacedByNo}`}</span>}
    {rx.voidReason && <span className="bad">{t`作废：${rx.voidReason}`}</span>}
  </>
)
/** Lenses fitted to the eye are ordered by what the prescription is for. */
function Fits({ rx }: { rx: Prescription }) {
  const go = useGo()
  const from = { pid: rx.pid, prescriptionId: rx.id }
  const has = (type: RxType) => rx.list.some((l) => usesOf[type].includes(l.kind))
  return (
    <Can code="order:edit">
      {has(rxType.orthok) && <Button size="small" onClick={() => go('/order/okjing-add', from)}>{t`去订硬镜`}</Button>}
      {has(rxType.contact) && <Button size="small" onClick={() => go('/order/contact-lens-add', from)}>{t`去订软镜`}</Button>}
    </Can>
  )
}
function Card({ rx, onEdit }: { rx: Prescription; onEdit: () => void }) {
  const go = useGo()
  return (
    <article className="rx-card">
      <header>
        <strong className="num">{rx.rxNo}</strong>
        {typeOf(rx.feeBillType) !== rxType.glasses && <Badge tone="info">{tr(typeLabel(rx.feeBillType))}</Badge>}
        <Status of={prescriptionMachine} value={rx.status} />
        {rx.outside && <Outside rx={rx} of={rx.outside} />}
        <span className="num">{rx.orderDate}</span>
        <span>{rx.doctorName}</span>
        <span className="soft">{t`有效期至 ${rx.validUntil}`}</span>
        <Fate rx={rx} />
        <span className="screen-actions">
          <Changing rx={rx} onEdit={onEdit} />
          {typeOf(rx.feeBillType) === rxType.glasses && prescriptionMachine.in.valid.includes(rx.status) && (
            <Can code="frame:edit">
              <Button size="small" onClick={() => go('/process/add', { pid: rx.pid, prescriptionId: rx.id })}>{t`去配镜`}</Button>
            </Can>
          )}
          {prescriptionMachine.in.valid.includes(rx.status) && <Fits rx={rx} />}
          <Button size="small" onClick={() => go(`/rx-bill-print/${rx.id}`)}>{t`打印`}</Button>
        </span>
      </header>
      <div className="pairs">
        {rx.drugs.map((d) => (
          <div key={d.id}>
            <strong>{d.name}</strong> <span className="soft">{d.spec}</span> × {d.quantity} {d.unit}
            <br />
            {[d.route, d.dose, d.frequency, t`${d.days} 天`].filter(Boolean).join(' · ')}
            {d.allergyHit && <Badge tone="bad">{t`已知“${d.allergyHit}”过敏`}</Badge>}
          </div>
        ))}
        {rx.trainings.map((l) => (
          <div key={l.id}>
            <strong>{l.name}</strong> <span className="num">{t`${l.weeks} 周，每周 ${l.perWeek} 次，每次 ${l.minutes} 分钟`}</span>
          </div>
        ))}
        {rx.list.map((l) => (
          <div key={l.lineId}>
            <small>
              {tr(kindLabel(l.kind))}
              {l.examAt && ` · ${t`验光 ${l.examAt.slice(0, 10)}`}`}
              {l.confirmed.length > 0 && ` · ${t`${l.confirmed.length} 处与验光不同或少见，已确认`}`}
            </small>
            <Rx of={l} />
          </div>
        ))}
      </div>
      {(rx.diagnose ?? rx.note) && <footer>{[rx.diagnose, rx.note].filter(Boolean).join(' · ')}</footer>}
      {rx.reviewMonths !== null && (
        <footer className="soft">
          {t`复查间隔`} {show(prescriptionFields.reviewMonths, rx.reviewMonths)} {t`月`}
        </footer>
      )}
    </article>
  )
}

/** What else happens when a prescription that was paid for is withdrawn. */
const whatStops = ({ status }: Prescription): string =>
  prescriptionMachine.in.unpaid.includes(status) ? '' : t`未完成的订单会立即停止，收费台会看到退费或重做；已交付的会生成紧急回访。`

/** What may be done with a prescription; with another store's, nothing, or its moves with a reason. */
function Changing({ rx, onEdit }: { rx: Prescription; onEdit: () => void }) {
  const sign = useSend(records['prescription.sign'], { invalidates: stale })
  const review = useSend(records['prescription.review'], { invalidates: stale })
  const cancel = useSend(records['prescription.void'], { invalidates: stale })
  const again = useSend(records['prescription.replace'], { invalidates: stale, onSuccess: (next) => setSearch({ edit: next.id }) })
  const remove = useSend(records['prescription.delete'], { invalidates: stale })
  const sister = useSister(rx)
  const can = useCan()
  const [, setSearch] = useSearch()
  const drafts = can('prescription:edit') && rx.status === prescriptionMachine.is.draft
  const drop = async () => {
    if (await confirm({ message: t`删除处方草稿 ${rx.rxNo}？`, danger: true })) remove.mutate({ id: rx.id })
  }
  const reread = useReread(rx)
  const replaceable = prescriptionMachine.in.withdrawable.includes(rx.status) && can('prescription:sign')
  const replace = async () => {
    const reason = await confirm({
      message: `${t`重开：${rx.rxNo} 作废，内容带入一张新草稿。`}${whatStops(rx)}`,
      reason: { label: t`重开的原因`, required: true },
    })
    if (typeof reason === 'string') again.mutate({ id: rx.id, version: rx.version, reason })
  }
  const move = async (name: keyof typeof prescriptionMachine.moves, words: string | undefined) => {
    const reason = words ?? (await sister.reason())
    if (reason === false) return
    if (name === 'sign') await reread.asked(() => sign.mutate({ id: rx.id, version: rx.version, reason }))
    else if (name === 'review') await reread.asked(() => review.mutate({ id: rx.id, version: rx.version, reason }))
    else if (name === 'void') cancel.mutate({ id: rx.id, version: rx.version, reason: reason ?? '' })
  }
  return (
    <>
      {sister.closed && <span className="soft">{sister.closed}</span>}
      {drafts && !sister.foreign && <Button size="small" onClick={onEdit}>{t`编辑`}</Button>}
      {!sister.closed && (
        <Moves
          of={prescriptionMachine}
          status={rx.status}
          only={['sign', 'review', 'void']}
          onMove={(name, reason) => void move(name, reason)}
          busy={sign.isPending || cancel.isPending || review.isPending}
          behind={[
            ...(replaceable ? [{ key: 'replace', label: t`重开`, run: () => void replace() }] : []),
            ...(drafts && !sister.foreign ? [{ key: 'delete', label: t`删除草稿`, run: () => void drop() }] : []),
          ]}
        />
      )}
      {reread.dialog}
    </>
  )
}
