/** One campaign: its funnel, sessions, sign-ups and who brought them. */
import { Button, Modal } from 'antd'
import { QrCode, Download, Pencil } from 'lucide-react'
import { useState } from 'react'
import { Can, Form, Money, Until, confirm, download, t, toast, tr, useCall, useSend, useWho } from '#kernel/web/index.ts'
import { campaigns } from '../../contract/endpoints.ts'
import { audiences } from '../../contract/fields.ts'
import type { Campaign } from '../../contract/shapes.campaigns.ts'
import { campaign } from '../../contract/states.ts'
import { staleCampaigns } from '../stale.ts'
import { Codes } from './Codes.tsx'
import { Funnel } from './Funnel.tsx'
import { Promoters } from './Promoters.tsx'
import { SignUps } from './SignUps.tsx'

const { is } = campaign
export function Detail({ id, onEdit }: { id: number; onEdit: (own: Campaign) => void }) {
  const own = useCall(campaigns['campaign.get'], { id }, { live: ['campaigns'] })
  const promoters = useCall(campaigns['campaign.promoter'], { campaignId: id }, { live: ['campaigns', 'billing'] })
  const [coding, setCoding] = useState(false)
  return (
    <section className="campaign-detail">
      <Until of={[own, promoters]}>
        {own.data && (
          <>
            <Head own={own.data} onEdit={onEdit} onCodes={() => setCoding(true)} />
            {promoters.data && own.data.status !== is.draft && <Funnel answer={promoters.data} own={own.data} />}
            <div className="campaign-halves">
              <SignUps own={own.data} />
              {promoters.data && <Promoters answer={promoters.data} own={own.data} />}
            </div>
            {coding && <Codes own={own.data} list={promoters.data?.list ?? []} close={() => setCoding(false)} />}
          </>
        )}
      </Until>
    </section>
  )
}

function Head({ own, onEdit, onCodes }: { own: Campaign; onEdit: (own: Campaign) => void; onCodes: () => void }) {
  const who = useWho()
  const ages = own.ageFrom !== null || own.ageTo !== null ? t`${own.ageFrom ?? 0}–${own.ageTo ?? 120} 岁` : ''
  const exported = () =>
    void download(campaigns['campaign.apply-export'], { hid: who.hid, campaignId: own.campaignId }).catch(() => undefined)
  return (
    <header className="campaign-head">
      <h2>{own.title}</h2>
      <p>
        {[
          own.fromAt && own.toAt ? t`${own.fromAt.slice(5, 10)} 至 ${own.toAt.slice(5, 10)}` : t`时间未定`,
          tr(audiences[own.audience]),
          ages,
          t`每户 ${own.perPerson} 个名额`,
        ]
          .filter(Boolean)
          .join('，')}{' '}
        {t`已花`} <Money of={own.spent} />
        {own.ceiling !== null && (
          <>
            {'，'}
            {t`封顶`} <Money of={own.ceiling} />
          </>
        )}
      </p>
      <div className="screen-actions">
        {own.status !== is.draft && <Button icon={<QrCode size={15} />} onClick={onCodes}>{t`码与海报`}</Button>}
        <Can code="marketing:view">
          <Button icon={<Download size={15} />} onClick={exported}>{t`导出`}</Button>
        </Can>
        <Can code="marketing:edit">
          <Button icon={<Pencil size={15} />} onClick={() => onEdit(own)}>{t`修改`}</Button>
          <Steps own={own} />
        </Can>
      </div>
    </header>
  )
}
function Steps({ own }: { own: Campaign }) {
  const set = useSend(campaigns['campaign.status'], { invalidates: staleCampaigns, onSuccess: () => toast(t`已保存`, 'ok') })
  const remove = useSend(campaigns['campaign.delete'], { invalidates: staleCampaigns, onSuccess: () => toast(t`已删除`, 'ok') })
  const [stopping, setStopping] = useState(false)
  const drop = async () => {
    if (await confirm({ message: t`删除草稿“${own.title}”？`, danger: true })) remove.mutate({ id: own.campaignId })
  }
  if (own.status === is.draft)
    return (
      <>
        <Can code="content:publish">
          <Button
            type="primary"
            loading={set.isPending}
            onClick={() => set.mutate({ id: own.campaignId, status: is.waiting })}
          >{t`发布`}</Button>
        </Can>
        <Button danger onClick={() => void drop()}>{t`删除`}</Button>
      </>
    )
  if (!campaign.in.open.includes(own.status)) return null
  return (
    <>
      <Button danger onClick={() => setStopping(true)}>{t`停止报名`}</Button>
      <Modal open={stopping} title={t`停止报名`} footer={null} onCancel={() => setStopping(false)} destroyOnHidden>
        <Form
          of={campaigns['campaign.status']}
          fixed={{ id: own.campaignId, status: is.withdrawn }}
          fields={[{ key: 'reason', span: 12, hint: t`已报名和已发出的照旧` }]}
          invalidates={staleCampaigns}
          onDone={() => (toast(t`已停止报名`, 'ok'), setStopping(false))}
          onLeave={() => setStopping(false)}
        />
      </Modal>
    </>
  )
}
