/** Codes of a campaign for staff, members and places, with the poster to print. */
import { Button, Input, Modal, Segmented } from 'antd'
import { useState } from 'react'
import { Act, Qr, Rows, call, t, useCall } from '#kernel/web/index.ts'
import { StaffPicker } from '#modules/account/web/door.tsx'
import { PatientPicker } from '#modules/patients/web/door.tsx'
import { campaigns } from '../../contract/endpoints.ts'
import type { Campaign, ExtensionCode, PromoterRow } from '../../contract/shapes.campaigns.ts'

type Whose = 'staff' | 'member' | 'place'
export function Codes({ own, list, close }: { own: Campaign; list: readonly PromoterRow[]; close: () => void }) {
  const [whose, setWhose] = useState<Whose>('place')
  const [promoterId, setPromoter] = useState<number>()
  const [pid, setPid] = useState<number>()
  const [place, setPlace] = useState('')
  const [made, setMade] = useState<ExtensionCode>()
  const chosen = { staff: promoterId, member: pid, place: place.trim() || undefined }[whose]
  const promoters = useCall(campaigns['campaign.promoter'], { campaignId: own.campaignId }, { enabled: false })
  const make = async () => {
    const query = { staff: { promoterId }, member: { pid }, place: {} }[whose]
    const input = { campaignId: own.campaignId, ...query, ...(place.trim() ? { place: place.trim() } : {}) }
    // A refusal is told by the call.
    const code = await call(campaigns['campaign.extension-code'], input).catch(() => undefined)
    if (!code) return
    setMade(code)
    void promoters.refetch()
  }
  return (
    <Modal open title={t`码与海报`} footer={null} onCancel={close} width={620} destroyOnHidden>
      <div className="codes">
        <Segmented<Whose>
          value={whose}
          onChange={setWhose}
          options={[
            { value: 'place', label: t`渠道` },
            { value: 'staff', label: t`员工` },
            { value: 'member', label: t`会员` },
          ]}
        />
        {whose === 'staff' && <StaffPicker chosen={promoterId} onChange={(ctid) => setPromoter(ctid ?? undefined)} />}
        {whose === 'member' && <PatientPicker chosen={pid} onChange={(next) => setPid(next)} />}
        <Input
          value={place}
          maxLength={30}
          aria-label={t`渠道`}
          placeholder={t`渠道，如门口海报`}
          onChange={(e) => setPlace(e.target.value)}
        />
        <Act type="primary" unless={!chosen && t`请选择推广人，或填写渠道`} onClick={() => void make()}>{t`生成推广码`}</Act>
        {made && <Poster made={made} />}
        {list.length > 0 && (
          <Rows
            rows={[...list]}
            rowKey={(r) => r.codeId}
            columns={[
              { title: t`推广人`, cell: (r) => r.promoterName },
              { title: t`渠道`, cell: (r) => r.place ?? '—' },
              { title: t`推广码`, cell: (r) => <code>{r.code}</code> },
              { title: t`看`, right: true, cell: (r) => r.scans },
              { title: t`报名`, right: true, cell: (r) => r.signUps },
            ]}
          />
        )}
      </div>
    </Modal>
  )
}
const Poster = ({ made }: { made: ExtensionCode }) => (
  <figure className="poster">
    {made.posterUrl && <img src={made.posterUrl} alt={made.title} />}
    <Qr of={`${window.location.origin}${made.url}`} />
    <figcaption>
      <strong>{made.title}</strong>
      {made.shareText && <span>{made.shareText}</span>}
      <small>
        {[made.promoterName, made.place].filter(Boolean).join(' · ')} <code>{made.code}</code>
      </small>
    </figcaption>
    <Button size="small" onClick={() => window.print()}>{t`打印海报`}</Button>
  </figure>
)
