/** Stages of a spectacle order in this store, and options of queue and prescription. */
import './settings.css'
import { Panel, Screen, Slot, t, tr, useCall, useWho } from '#kernel/web/index.ts'
import { settings } from '../contract/endpoints.ts'
import { belowFlow } from '../contract/slots.ts'
import { OptionsForm } from './OptionsForm.tsx'

/** Stages of a kind of lens; stock lenses wait for no delivery. */
function Stages({ stage, inspected }: { stage: string; inspected: boolean | undefined }) {
  const stages = [['选择商品'], ['待付款'], ['待来料'], ['初检', inspected], ['加工'], ['终检'], ['取镜']] as const
  return (
    <div className="stages-of">
      <strong>{stage}</strong>
      <ol className="stages">
        {stages.map(([name, on]) => (
          <li key={name} className={on === false ? 'off' : undefined}>
            <span>{tr(name)}</span>
            {on === false && <i className="sr">{t`（跳过）`}</i>}
          </li>
        ))}
      </ol>
    </div>
  )
}

/** What is given, refunded and told. */
const giving = () =>
  ({
    group: '赠送、退费和储值',
    items: [
      { key: 'grantDayMost', hint: t`一个人一天手工送出的卡券、积分和赠金折合到这么多为止，再多须由他人批准；留空为不限` },
      { key: 'refundApproveFrom', hint: t`一笔退费达到这个金额须由他人批准；留空为不限` },
      { key: 'storedNotice', hint: t`充值、消费、退款、转账和更正后告诉会员变动和余额；短信计入短信条数` },
    ],
  }) as const

export default function Flow() {
  const { hid } = useWho()
  const { data } = useCall(settings['settings.info'], { id: hid })
  return (
    <Screen note={t`关闭的环节自动跳过，并记入订单经过；已在该环节的订单不受影响`}>
      <Panel className="stages-panel" title={t`框架镜订单经过`}>
        <Stages stage={t`现片`} inspected={data?.frameInitialInspection} />
        <Stages stage={t`订制`} inspected={data?.frameCustomInspection} />
      </Panel>
      <OptionsForm
        fields={[
          {
            group: '框架镜订单',
            items: [
              { key: 'frameInitialInspection', hint: t`库存镜片与订单核对后再加工` },
              { key: 'frameCustomInspection', hint: t`来料与订单核对后再加工；终检须按国标实测合格，不能关闭` },
              { key: 'frameStartDeposit', hint: t`定金达到总价的这个比例即出库开工，尾款收清才能取镜；留空为收清才开工` },
              { key: 'frameStartOnAccount', hint: t`挂账后即出库开工，挂账的可以取镜，欠款记入应收` },
            ],
          },
          {
            group: '角膜塑形资质',
            note: t`卫医发〔2001〕258号：二级以上医疗机构，设眼科，由中级以上职称的眼科医师验配；印在初诊与取镜记录上`,
            items: ['okInstitution', 'okDepartment', 'okLicence', 'okPhysician', 'okPhysicianTitle', 'okEmergencyPhone'],
          },
          {
            group: '微信预约',
            items: [
              { key: 'wechatBookDays', hint: t`会员在微信里最远能约到第几天` },
              { key: 'wechatLeadMinutes', hint: t`离就诊不到这么久的时段不再给微信` },
              { key: 'remindBySms', hint: t`绑定微信的会员收微信提醒，其余的发短信（计入短信条数）` },
              { key: 'wechatOpenMax', hint: t`一位会员同时最多有几个由微信约的就诊` },
            ],
          },
          giving(),
          {
            group: '学校筛查',
            items: [
              { key: 'studentKeepMonths', hint: t`离校后满这么久、又没有转为会员的学生，自动去掉姓名、证件号和电话，结果保留作统计` },
            ],
          },
          {
            group: '候诊与处方',
            items: [
              { key: 'passesMax', hint: t`过号到这个次数的号不再叫` },
              { key: 'rxReviewMonths', hint: t`开处方时未填复查间隔则用它；留空为不设` },
              { key: 'backdateBillDays', hint: t`更早的收费日期需要补录权限和原因` },
              { key: 'backdateExamDays', hint: t`更早的检查时间需要补录权限和原因；留空为不限` },
              { key: 'backdateRecordDays', hint: t`更早的病历、处方和订单日期需要补录权限和原因` },
              { key: 'videoPort', hint: t`电脑没有摄像头时，向本机这个端口的拍照助手取图` },
            ],
          },
        ]}
      />
      <Slot of={belowFlow} told={{ hid }} />
    </Screen>
  )
}
