/** Lottery: prizes with their current chances, and past draws. */
import { Button, Drawer } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Can, Choose, DataTable, Form, t, useTabs, type FormState } from '#kernel/web/index.ts'
import { inUse } from '#kernel/contract/index.ts'
import { loyalty } from '../../contract/endpoints.ts'
import type { Prize } from '../../contract/shapes.points.ts'
import { PointsPage } from '../points/PointsPage.tsx'
import { Prizes } from './Prizes.tsx'
import { onOffer } from '../../contract/states.ts'

export default function Lottery() {
  const [edited, setEdited] = useState<Partial<Prize>>()
  const close = () => setEdited(undefined)
  const [tab, tabs] = useTabs([
    ['prizes', t`奖项`],
    ['draws', t`抽奖记录`],
  ])
  return (
    <PointsPage
      fill
      actions={
        <>
          {tabs}
          <Can code="gift:edit">
            <Button type="primary" icon={<Plus size={15} />} onClick={() => setEdited({ kind: 1, weight: 10 })}>{t`新增奖项`}</Button>
          </Can>
        </>
      }
    >
      {tab === 'draws' ? (
        <DataTable
          of={loyalty['points.lottery.records']}
          rowKey="drawId"
          live={['loyalty']}
          columns={['at', 'patientName', 'memberNo', 'prizeName', 'kind', 'cost', 'chance', 'operatorName']}
          filters={['kind', { range: ['startTime', 'endTime'] }]}
          empty={{ text: t`还没有人抽过奖` }}
        />
      ) : (
        <Prizes onOpen={setEdited} />
      )}
      <Drawer open={edited !== undefined} onClose={close} title={edited?.prizeId ? t`修改奖项` : t`新增奖项`} size={520} destroyOnHidden>
        {edited && <PrizeForm prize={edited} close={close} />}
      </Drawer>
    </PointsPage>
  )
}

const PrizeForm = ({ prize, close }: { prize: Partial<Prize>; close: () => void }) => (
  <Form
    of={loyalty['points.lottery.save']}
    fixed={prize.prizeId ? { prizeId: prize.prizeId } : {}}
    initial={prize}
    invalidates={[loyalty['points.lottery.prizes']]}
    onDone={close}
    onLeave={close}
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
)
const gift = (f: FormState, id: string) => (
  <Choose
    id={id}
    of={loyalty['points.gifts.list']}
    input={{ status: onOffer.is.on, per_page: 200 }}
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
    input={{ status: inUse.is.on, page_size: 200 }}
    value="id"
    label={(k) => k.name}
    chosen={f.values.couponKindId as number | null | undefined}
    onChange={(to) => f.set('couponKindId', to)}
  />
)
