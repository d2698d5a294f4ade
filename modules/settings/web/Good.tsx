/** Options of goods: stock warnings, promised delivery of spectacles. */
import { Link, Screen, t } from '#kernel/web/index.ts'
import { OptionsForm } from './OptionsForm.tsx'

export default function Good() {
  return (
    <Screen
      note={
        <span>
          {t`商品与价格在`} <Link to="/inventory/goods">{t`商品管理`}</Link>
        </span>
      }
    >
      <OptionsForm
        fields={[
          {
            group: '到货验收',
            items: [{ key: 'acceptByAnother', hint: t`二、三类医疗器械由制单人以外的人审核入库；订单到货由下单人以外的人收货` }],
          },
          { group: '库存预警', items: [{ key: 'nearExpiryDays', hint: t`有效期不足这些天的批次显示为近效期` }] },
          {
            group: '配镜取镜时间',
            items: [
              { key: 'frameStockDays', hint: t`下单时未填取镜时间的现片订单` },
              { key: 'frameCustomDays', hint: t`下单时未填取镜时间的定制片订单` },
              { key: 'frameWarrantyDays', hint: t`从取镜之日起；售后单按它判断质保内外` },
            ],
          },
        ]}
      />
    </Screen>
  )
}
