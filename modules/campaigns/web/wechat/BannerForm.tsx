/** One banner: picture, title, where it leads, and from when until when. */
import { DatePicker, Input, Select } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { Act, Choose, t, tr, useWho } from '#kernel/web/index.ts'
import { campaigns } from '../../contract/endpoints.ts'
import { onShelf } from '../../contract/states.ts'
import { bannerTargets, type Banner, type BannerTarget } from '../../contract/shapes.promotions.ts'
import { Findings } from '../Findings.tsx'
import { OnePicture } from '../PictureField.tsx'

type Edited = Omit<Banner, 'bannerId' | 'sort'>
interface BannerFormProps {
  initial: Partial<Edited>
  busy: boolean
  onSave: (banner: Edited) => void
}
export function BannerForm({ initial, busy, onSave }: BannerFormProps) {
  const who = useWho()
  const [banner, setBanner] = useState<Edited>({
    title: '',
    image: '',
    target: '',
    contentId: null,
    fromDate: null,
    toDate: null,
    ...initial,
  })
  const set = (patch: Partial<Edited>) => setBanner((now) => ({ ...now, ...patch }))
  const missing = (!banner.image && t`请先选择图片`) || (!banner.title.trim() && t`请先写标题`)
  return (
    <div className="banner-form">
      <OnePicture url={banner.image || null} onChange={(image) => set({ image: image ?? '' })} />
      <label>
        {t`标题`}
        <Input maxLength={30} value={banner.title} onChange={(e) => set({ title: e.target.value })} />
      </label>
      <Findings texts={[['标题', banner.title]]} />
      <label>
        {t`跳转`}
        <Select
          value={banner.target}
          style={{ width: '100%' }}
          options={Object.entries(bannerTargets).map(([value, label]) => ({ value: value as BannerTarget, label: tr(label) }))}
          onChange={(target) => set({ target })}
        />
      </label>
      {banner.target === 'content' && (
        <label>
          {t`内容`}
          <Choose
            of={campaigns['content-manage.list']}
            input={{ hid: who.hid, status: onShelf.is.up, pageSize: 200 }}
            value="contentId"
            label={(row) => row.title}
            chosen={banner.contentId}
            onChange={(contentId) => set({ contentId: contentId === undefined ? null : Number(contentId) })}
          />
        </label>
      )}
      <label>
        {t`期间`}
        <DatePicker.RangePicker
          allowEmpty={[true, true]}
          value={[banner.fromDate ? dayjs(banner.fromDate) : null, banner.toDate ? dayjs(banner.toDate) : null]}
          onChange={(days) => set({ fromDate: days?.[0]?.format('YYYY-MM-DD') ?? null, toDate: days?.[1]?.format('YYYY-MM-DD') ?? null })}
        />
      </label>
      <Act type="primary" loading={busy} unless={missing} onClick={() => onSave(banner)}>
        {t`保存`}
      </Act>
    </div>
  )
}
