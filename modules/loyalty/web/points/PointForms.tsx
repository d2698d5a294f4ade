/** Forms of points: transfer, exchange, draw; one drawer. */
import { Drawer } from 'antd'
import { useState, type ReactNode } from 'react'
import { showCount } from '#kernel/contract/index.ts'
import { Choose, DataTable, Form, Until, confirm, t, toast, useCall, useSend, Act, type FormState } from '#kernel/web/index.ts'
import { PatientPicker } from '#modules/patients/web/door.tsx'
import { loyalty } from '../../contract/endpoints.ts'
import type { Draw } from '../../contract/shapes.points.ts'
import { stalePoints } from '../stale.ts'
import { onOffer } from '../../contract/states.ts'

export type PointForm = 'points' | 'transfer' | 'exchange' | 'lottery'
const receiver = (f: FormState, id: string) => (
  <PatientPicker id={id} allowNew={false} chosen={f.values.transferId as number | undefined} onChange={(to) => f.set('transferId', to)} />
)
const giftChoice = (f: FormState, id: string) => (
  <Choose
    id={id}
    of={loyalty['points.gifts.list']}
    input={{ status: onOffer.is.on, per_page: 200 }}
    value="giftId"
    label={(g) => `${g.giftName}  ${t`${g.points} 分`}  ${t`库存 ${g.stock}`}`}
    chosen={f.values.giftId as number | undefined}
    onChange={(to) => f.set('giftId', to)}
    autoFocus
  />
)

interface PointDrawerProps {
  form: PointForm | undefined
  pid: number
  /** Balance of the member, once loaded. */
  points: number | undefined
  onClose: () => void
}
function PointDrawer({ form, onClose, ...member }: PointDrawerProps) {
  const titles: Readonly<Record<PointForm, string>> = {
    points: t`调整积分`,
    transfer: t`积分转赠`,
    exchange: t`积分兑换`,
    lottery: t`积分抽奖`,
  }
  const Shown = form && forms[form]
  return (
    <Drawer open={form !== undefined} onClose={onClose} title={form && titles[form]} size={520} destroyOnHidden>
      {Shown && <Shown {...member} onClose={onClose} />}
    </Drawer>
  )
}
type FormProps = Omit<PointDrawerProps, 'form'>
const heldOf = (points: number | undefined) => (points === undefined ? undefined : t`现有 ${showCount(points)} 分`)

const Adjust = ({ pid, onClose }: FormProps) => (
  <Form
    of={loyalty['patients.points.adjust']}
    fixed={{ pid }}
    invalidates={stalePoints}
    fields={[
      { key: 'points', span: 12, hint: t`增加填正数，扣减填负数` },
      { key: 'reason', span: 12 },
    ]}
    onDone={(after) => (toast(t`积分余额 ${showCount(after.points)}`, 'ok'), onClose())}
    onLeave={onClose}
  />
)

const Transfer = ({ pid, points, onClose }: FormProps) => (
  <Form
    of={loyalty['points.transfer']}
    fixed={{ pid }}
    invalidates={stalePoints}
    saveLabel={t`转赠`}
    fields={[
      { key: 'transferId', span: 12, control: receiver },
      { key: 'pointsNumber', span: 12, hint: heldOf(points) },
      { key: 'transferRemark', span: 12 },
    ]}
    onDone={(after) => (toast(t`已转赠，余 ${showCount(after.points)} 分`, 'ok'), onClose())}
    onLeave={onClose}
  />
)

const Exchange = ({ pid, points, onClose }: FormProps) => (
  <Form
    of={loyalty['points.exchange']}
    fixed={{ pid }}
    initial={{ handOver: true }}
    invalidates={stalePoints}
    saveLabel={t`兑换`}
    fields={[
      { key: 'giftId', label: '礼品', span: 12, control: giftChoice, hint: heldOf(points) },
      { key: 'handOver', span: 12 },
      { key: 'note', span: 12 },
    ]}
    onDone={(o) => (toast(t`已兑换 ${o.giftName}，用去 ${o.points} 分`, 'ok'), onClose())}
    onLeave={onClose}
  />
)

/** One press, one draw; the result is shown before the next. */
function LotteryDraw({ pid, points }: FormProps) {
  const [drawn, setDrawn] = useState<Draw>()
  const prizes = useCall(loyalty['points.lottery.prizes'], {}, { live: ['loyalty'] })
  const p = prizes.data
  const send = useSend(loyalty['points.lottery.draw'], { invalidates: stalePoints, onSuccess: setDrawn })
  const confirmDraw = async (cost: number) => {
    if (await confirm({ message: t`用 ${cost} 积分抽一次奖？`, ok: t`抽奖` })) send.mutate({ pid })
  }
  return (
    <Until of={prizes}>
      {p && (
        <>
          <p className="soft">{t`每次 ${p.cost} 分，现有 ${showCount(points ?? 0)} 分`}</p>
          <Act
            type="primary"
            size="large"
            block
            loading={send.isPending}
            unless={((points ?? 0) < p.cost && t`积分不够抽一次`) || (!p.list.some((x) => x.chance > 0) && t`现在没有可抽的奖项`)}
            onClick={() => void confirmDraw(p.cost)}
          >{t`抽奖`}</Act>
          <p className="figure" role="status" aria-live="assertive">
            {drawn && (drawn.kind === 0 ? t`未中奖` : t`抽中：${drawn.prizeName}`)}
          </p>
          <DataTable
            of={loyalty['points.lottery.records']}
            input={{ pid }}
            name="draws"
            rowKey="drawId"
            live={['loyalty']}
            columns={['at', 'prizeName', 'cost']}
            empty={{ text: t`还没有抽过奖` }}
          />
        </>
      )}
    </Until>
  )
}

const forms: Readonly<Record<PointForm, (props: FormProps) => ReactNode>> = {
  points: Adjust,
  transfer: Transfer,
  exchange: Exchange,
  lottery: LotteryDraw,
}

/** Buttons to exchange, transfer, draw and adjust points, with their drawer. */
export function usePointForms(pid: number, points: number | undefined) {
  const [form, setForm] = useState<PointForm>()
  return { open: setForm, drawer: <PointDrawer form={form} pid={pid} points={points} onClose={() => setForm(undefined)} /> }
}
