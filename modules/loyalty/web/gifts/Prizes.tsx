import { Button } from 'antd'
import { Empty, Panel, Rows, Status, Until, confirm, t, toast, useCall, useHolds, useSend } from '#kernel/web/index.ts'
import { loyalty } from '../../contract/endpoints.ts'
import { Prize } from '../../contract/shapes.points.ts'

type Opens = { onOpen: (prize: Prize) => void }

/** Prizes with their current chances. */
export function Prizes({ onOpen }: Opens) {
  const prizes = useCall(loyalty['points.lottery.prizes'], {}, { live: ['loyalty'] })
  const p = prizes.data
  return (
    <Until of={prizes}>
      {p && (
        <Panel title={t`每次 ${p.cost} 分`} note={p.daily ? t`每位会员每天最多 ${p.daily} 次` : t`不限次数`}>
          {p.list.length ? <PrizeTable prizes={p.list} onOpen={onOpen} /> : <Empty text={t`还没有奖项，抽奖未开放`} />}
        </Panel>
      )}
    </Until>
  )
}

function PrizeTable({ prizes, onOpen }: { prizes: readonly Prize[] } & Opens) {
  const mayEdit = useHolds()('gift:edit')
  return (
    <Rows
      rows={prizes}
      rowKey={(x) => x.prizeId}
      columns={[
        { title: t`奖项名称`, cell: (x) => x.name },
        { title: t`奖品类型`, cell: (x) => <Status of={Prize.shape.kind.meta()!} value={x.kind} /> },
        { title: t`权重`, right: true, cell: (x) => x.weight },
        { title: `${t`当前概率`} %`, right: true, cell: (x) => x.chance.toFixed(2) },
        { title: t`已中出`, right: true, cell: (x) => x.drawn },
        { title: t`总数量`, right: true, cell: (x) => x.quantity ?? '—' },
        { title: t`状态`, cell: (x) => <Status of={Prize.shape.status.meta()!} value={x.status} /> },
        { title: '', className: 'row-actions', cell: (x) => mayEdit && <PrizeActions prize={x} onOpen={onOpen} /> },
      ]}
    />
  )
}

function PrizeActions({ prize, onOpen }: { prize: Prize } & Opens) {
  const remove = useSend(loyalty['points.lottery.delete'], {
    invalidates: [loyalty['points.lottery.prizes']],
    onSuccess: () => toast(t`已删除`, 'ok'),
  })
  const confirmDelete = async () => {
    if (await confirm({ message: t`删除奖项“${prize.name}”？`, danger: true })) remove.mutate({ id: prize.prizeId })
  }
  return (
    <>
      <Button size="small" onClick={() => onOpen(prize)}>{t`修改`}</Button>
      {prize.drawn === 0 && <Button size="small" onClick={() => void confirmDelete()}>{t`删除`}</Button>}
    </>
  )
}
