/** WeChat: who is bound, the banners of the phone pages, links for the menu, codes of campaigns. */
import { Button, Drawer, Select } from 'antd'
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import {
  Can,
  Empty,
  Figures,
  Link,
  Panel,
  Qr,
  Rows,
  Screen,
  Until,
  t,
  toast,
  tr,
  useCall,
  useHolds,
  useSend,
  useWho,
} from '#kernel/web/index.ts'
import { campaigns } from '../../contract/endpoints.ts'
import { campaign } from '../../contract/states.ts'
import { bannerTargets, type Banner, type BannerTarget } from '../../contract/shapes.promotions.ts'
import { BannerForm } from './BannerForm.tsx'
import '../campaigns.css'

const MOST = 8
export default function Wechat() {
  const who = useWho()
  const banners = useCall(campaigns['banners.get'], { hid: who.hid }, { live: ['campaigns'] })
  const bound = useCall(campaigns['wechat.followers'], { hid: who.hid }, { live: ['patients'] })
  const running = useCall(campaigns['campaign.list'], { hid: who.hid, status: campaign.is.running, page_size: 50 }, { live: ['campaigns'] })
  return (
    <Screen note={bound.data && t`${bound.data.bound} 位会员绑定了微信`}>
      <Until of={[banners, bound, running]}>
        {bound.data && (
          <Figures
            items={[
              { label: '会员', value: bound.data.members },
              { label: '已绑定微信', value: bound.data.bound },
              { label: '未绑定', value: bound.data.members - bound.data.bound },
              { label: '近 30 天新绑定', value: bound.data.recent },
            ]}
          />
        )}
        {banners.data && <BannerPanel list={banners.data.list} hid={banners.data.hid} />}
        <div className="wechat-halves">
          <MenuLinks />
          <Panel title={t`进行中的活动`}>
            {running.data?.list.length ? (
              <Rows
                rows={running.data.list}
                rowKey={(c) => c.campaignId}
                columns={[
                  { title: t`活动`, cell: (c) => <Link to={`/members/campaigns?campaign=${c.campaignId}`}>{c.title}</Link> },
                  { title: t`看`, right: true, cell: (c) => c.views },
                  { title: t`报名`, right: true, cell: (c) => c.taken },
                  {
                    title: t`操作`,
                    cell: (c) => (
                      <a href={`/preview-wechat?campaign=${c.campaignId}`} target="_blank" rel="noreferrer">
                        {t`在手机上看`}
                      </a>
                    ),
                  },
                ]}
              />
            ) : (
              <Empty text={t`没有进行中的活动`} />
            )}
          </Panel>
        </div>
      </Until>
    </Screen>
  )
}

type Edited = Omit<Banner, 'bannerId' | 'sort'>
function BannerPanel({ list, hid }: { list: readonly Banner[]; hid: number }) {
  const mayEdit = useHolds()('content:edit')
  const [edited, setEdited] = useState<{ index: number; banner: Partial<Edited> }>()
  const send = useSend(campaigns['banners.update'], {
    invalidates: [campaigns['banners.get']],
    onSuccess: () => (toast(t`横幅已保存`, 'ok'), setEdited(undefined)),
  })
  const save = (rows: readonly Edited[]) =>
    send.mutate({
      hid,
      list: rows.map(({ title, image, target, contentId, fromDate, toDate }) => ({ title, image, target, contentId, fromDate, toDate })),
    })
  const swap = (i: number, j: number) => {
    const rows = [...list]
    const [a, b] = [rows[i], rows[j]]
    if (!a || !b) return
    rows[i] = b
    rows[j] = a
    save(rows)
  }
  return (
    <Panel title={t`横幅`}>
      <p className="soft">{t`手机首页和商城按这个次序显示，最多 ${MOST} 张`}</p>
      <ol className="banners">
        {list.map((banner, i) => (
          <BannerItem key={banner.bannerId} banner={banner}>
            {mayEdit && (
              <Acts
                title={banner.title}
                onUp={() => swap(i, i - 1)}
                onDown={() => swap(i, i + 1)}
                onEdit={() => setEdited({ index: i, banner })}
                onRemove={() => save(list.filter((_, k) => k !== i))}
              />
            )}
          </BannerItem>
        ))}
      </ol>
      {!list.length && <Empty text={t`还没有横幅`} />}
      {list.length < MOST && (
        <Can code="content:edit">
          <Button icon={<Plus size={15} />} onClick={() => setEdited({ index: list.length, banner: { target: '' } })}>{t`新增横幅`}</Button>
        </Can>
      )}
      <Drawer open={edited !== undefined} onClose={() => setEdited(undefined)} title={t`横幅`} size={480} destroyOnHidden>
        {edited && (
          <BannerForm
            initial={edited.banner}
            busy={send.isPending}
            onSave={(banner) => {
              const rows: Edited[] = [...list]
              rows[edited.index] = banner
              save(rows)
            }}
          />
        )}
      </Drawer>
    </Panel>
  )
}

const BannerItem = ({ banner, children }: { banner: Banner; children: ReactNode }) => (
  <li>
    <img src={banner.image} alt={banner.title} />
    <div>
      <strong>{banner.title}</strong>
      <small>
        {tr(bannerTargets[banner.target])}
        {banner.fromDate || banner.toDate ? ` · ${banner.fromDate?.slice(5) ?? ''} – ${banner.toDate?.slice(5) ?? ''}` : ''}
      </small>
    </div>
    {children}
  </li>
)
interface ActsProps {
  title: string
  onUp: () => void
  onDown: () => void
  onEdit: () => void
  onRemove: () => void
}
const Acts = ({ title, onUp, onDown, onEdit, onRemove }: ActsProps) => (
  <span className="banner-acts">
    <Button size="small" icon={<ArrowUp size={13} />} aria-label={t`上移“${title}”`} onClick={onUp} />
    <Button size="small" icon={<ArrowDown size={13} />} aria-label={t`下移“${title}”`} onClick={onDown} />
    <Button size="small" onClick={onEdit}>{t`修改`}</Button>
    <Button size="small" danger icon={<Trash2 size={13} />} aria-label={t`移除“${title}”`} onClick={onRemove} />
  </span>
)

/** Addresses to put into the menu of the official account. */
function MenuLinks() {
  const [target, setTarget] = useState<BannerTarget>('/h5')
  const url = `${window.location.origin}${target}`
  return (
    <Panel title={t`菜单链接`}>
      <div className="menu-link">
        <Select
          aria-label={t`页面`}
          value={target}
          style={{ width: 160 }}
          options={Object.entries(bannerTargets)
            .filter(([key]) => key.startsWith('/'))
            .map(([value, label]) => ({ value: value as BannerTarget, label: tr(label) }))}
          onChange={setTarget}
        />
        <code>{url}</code>
        <Button size="small" onClick={() => void navigator.clipboard.writeText(url).then(() => toast(t`已复制`, 'ok'))}>{t`复制`}</Button>
      </div>
      <Qr of={url} />
    </Panel>
  )
}
