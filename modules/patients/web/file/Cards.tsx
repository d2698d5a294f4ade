/** Cards and numbers a member is found by. */
import { Button, Drawer } from 'antd'
import { Plus, Unlink } from 'lucide-react'
import { useState } from 'react'
import { metaOf, show } from '#kernel/contract/index.ts'
import { Can, Empty, Form, Panel, Status, Until, confirm, t, toast, tr, useCall, useSend } from '#kernel/web/index.ts'
import { patients } from '../../contract/endpoints.ts'
import { MemberCard } from '../../contract/shapes.record.ts'
import { cardStates } from '../../contract/states.ts'

const stale = [patients['patients.card.list']]
export function Cards({ pid }: { pid: number }) {
  const [open, setOpen] = useState(false)
  const cards = useCall(patients['patients.card.list'], { id: pid }, { live: ['patients'] })
  const untie = useSend(patients['patients.card.untie'], { invalidates: stale, onSuccess: () => toast(t`已解绑`, 'ok') })
  const ask = async (card: MemberCard) => {
    if (await confirm({ message: t`解绑卡号 ${card.cardNo}？解绑后刷卡找不到这位会员`, danger: true, ok: t`解绑` }))
      untie.mutate({ id: card.id })
  }
  return (
    <Panel
      title={t`绑定的卡`}
      actions={
        <Can code="patient:save">
          <Button size="small" icon={<Plus size={14} />} onClick={() => setOpen(true)}>{t`绑定卡`}</Button>
        </Can>
      }
    >
      <Until of={cards}>
        {cards.data?.length ? (
          <ul className="member-family">
            {cards.data.map((card) => (
              <li key={card.id}>
                <strong className="num">{card.cardNo}</strong>
                <span className="soft">{tr(show(MemberCard.shape.kind, card.kind))}</span>
                <Status of={metaOf(MemberCard.shape.status)} value={card.status} />
                <span className="soft num">{card.at.slice(0, 10)}</span>
                <span className="member-family-tools">
                  {card.status === cardStates.is.tied && (
                    <Can code="patient:save">
                      <button type="button" className="icon-btn" aria-label={t`解绑 ${card.cardNo}`} onClick={() => void ask(card)}>
                        <Unlink size={14} />
                      </button>
                    </Can>
                  )}
                </span>
              </li>
            ))}
          </ul>
        ) : (
          <Empty text={t`还没有绑定卡。绑定后刷卡或扫码即可找到会员`} />
        )}
      </Until>
      <Drawer title={t`绑定卡`} open={open} onClose={() => setOpen(false)} size={420} destroyOnHidden>
        <Form
          of={patients['patients.card.bind']}
          fixed={{ pid }}
          initial={{ kind: 1 }}
          invalidates={[...stale, patients['patients.search-by-name']]}
          onLeave={() => setOpen(false)}
          onDone={() => (toast(t`已绑定`, 'ok'), setOpen(false))}
          saveLabel={t`绑定`}
          fields={[
            { key: 'cardNo', span: 12, hint: t`可以直接刷卡或扫码` },
            { key: 'kind', span: 12 },
          ]}
        />
      </Drawer>
    </Panel>
  )
}
