/** The lottery: prizes with their chances as they stand, and what was drawn. */
import { Button, Drawer, Segmented } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import {
  Can,
  Choose,
  DataTable,
  Empty,
  Form,
  Panel,
  Status,
  Until,
  confirm,
  t,
  toast,
  useCall,
  useHolds,
  useSearch,
  useSend,
  type FormState,
} from '#kernel/web/index.ts'
import { loyalty } from '../../contract/endpoints.ts'
import { Prize } from '../../contract/shapes.points.ts'
import { PointsPage } from '../points/PointsPage.tsx'

const list = [loyalty['points.lottery.prizes']]
const gift = (f: FormState, id: string) => (
  <Choose
    id={id}
    of={loyalty['points.gifts.list']}
    input={{ status: 0, per_page: 200 }}
    value="giftId"
    label={(g) => g.giftName}
    chosen={f.values.giftId as number | null | undefined}
    onChange={(to) => f.set('giftId', to)}
  />
)
const coupon = (f: FormState, id: string) => (
  <Choose
    id={id}
    of={loyalty['card-volume.list']}
    input={{ status: 0, page_size: 200 }}
    value="id"
    label={(k) => k.name}
    chosen={f.values.couponKindId as number | null | undefined}
    onChange={(to) => f.set('couponKindId', to)}
  />
)

export default function Lottery() {
  const [search, setSearch] = useSearch()
  const [edited, setEdited] = useState<Partial<Prize>>()
  const drawn = search.tab === 'draws'
  return (
    <PointsPage
      fill
      actions={
        <>
          <Segmented
            aria-label={t`查看`}
            value={drawn ? 'draws' : 'prizes'}
            options={[
              { value: 'prizes', label: t`奖项` },
              { value: 'draws', label: t`抽奖记录` },
            ]}
            onChange={(v) => setSearch({ tab: v === 'draws' ? v : undefined, page: undefined }, true)}
          />
          <Can code="gift:edit">
            <Button type="primary" icon={<Plus size={15} />} onClick={() => setEdited({ kind: 1, weight: 10 })}>{t`新增奖项`}</Button>
          </Can>
        </>
      }
    >
      {drawn ? (
        <DataTable
          of={loyalty['points.lottery.records']}
          rowKey="drawId"
          live={['loyalty']}
          columns={['at', 'patientName', 'memberNo', 'prizeName', 'kind', 'cost', 'chance', 'operatorName']}
          filters={['kind', { range: ['startTime', 'endTime'] }]}
          empty={{ text: t`还没有人抽过奖` }}
        />
      ) : (
        <PrizeTable onOpen={setEdited} />
      )}
      <Drawer
        open={edited !== undefined}
        onClose={() => setEdited(undefined)}
        title={edited?.prizeId ? t`修改奖项` : t`新增奖项`}
        size={520}
        destroyOnHidden
      >
        {edited && (
          <Form
            of={loyalty['points.lottery.save']}
            fixed={edited.prizeId ? { prizeId: edited.prizeId } : {}}
            initial={edited}
            invalidates={list}
            onDone={() => setEdited(undefined)}
            onLeave={() => setEdited(undefined)}
            fields={[
              { key: 'name', span: 12 },
              { key: 'kind', span: 12 },
              { key: 'points', span: 12, when: (v) => v.kind === 1 },
              { key: 'giftId', span: 12, when: (v) => v.kind === 2, control: gift },
              { key: 'couponKindId', span: 12, when: (v) => v.kind === 3, control: coupon },
              { key: 'weight', hint: t`概率 = 权重 ÷ 全部可抽奖项的权重之和` },
              { key: 'quantity', hint: t`不填为不限` },
              'sort',
              'status',
            ]}
          />
        )}
      </Drawer>
    </PointsPage>
  )
}

function PrizeTable({ onOpen }: { onOpen: (prize: Prize) => void }) {
  const prizes = useCall(loyalty['points.lottery.prizes'], {}, { live: ['loyalty'] })
  const p = prizes.data
  const may = useHolds()('gift:edit')
  const remove = useSend(loyalty['points.lottery.delete'], { invalidates: list, onSuccess: () => toast(t`已删除`, 'ok') })
  const ask = async (p: Prize) => {
    if (await confirm({ message: t`删除奖项“${p.name}”？`, danger: true })) remove.mutate({ id: p.prizeId })
  }
  return (
    <Until of={prizes}>
      {p && (
        <Panel title={t`每次 ${p.cost} 分`} note={p.daily ? t`每位会员每天最多 ${p.daily} 次` : t`不限次数`}>
          {p.list.length === 0 ? (
            <Empty text={t`还没有奖项，抽奖未开放`} />
          ) : (
            <table className="grid num">
              <thead>
                <tr>
                  <th>{t`奖项名称`}</th>
                  <th>{t`奖品类型`}</th>
                  <th className="right">{t`权重`}</th>
                  <th className="right">{t`当前概率`} %</th>
                  <th className="right">{t`已中出`}</th>
                  <th className="right">{t`总数量`}</th>
                  <th>{t`状态`}</th>
                  <th />
                </tr>
              </thead>
              <tbody>
                {p.list.map((x) => (
                  <tr key={x.prizeId}>
                    <td>{x.name}</td>
                    <td>
                      <Status of={Prize.shape.kind.meta()!} value={x.kind} />
                    </td>
                    <td className="right">{x.weight}</td>
                    <td className="right">{x.chance.toFixed(2)}</td>
                    <td className="right">{x.drawn}</td>
                    <td className="right">{x.quantity ?? '—'}</td>
                    <td>
                      <Status of={Prize.shape.status.meta()!} value={x.status} />
                    </td>
                    <td className="row-actions">
                      {may && (
                        <>
                          <Button size="small" onClick={() => onOpen(x)}>{t`修改`}</Button>
                          {x.drawn === 0 && <Button size="small" onClick={() => void ask(x)}>{t`删除`}</Button>}
                        </>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </Panel>
      )}
    </Until>
  )
}
