/** A campaign being written: what, when and for whom, sessions, reward, words. */
import { Select } from 'antd'
import { inUse } from '#kernel/contract/index.ts'
import { Choose, Form, t, tr, useCall, useWho, type FormItem, type FormState, type SentOf } from '#kernel/web/index.ts'
import { loyalty } from '#modules/loyalty/contract/endpoints.ts'
import { campaigns } from '../../contract/endpoints.ts'
import { formFieldKeys, formFields } from '../../contract/fields.ts'
import type { Campaign } from '../../contract/shapes.campaigns.ts'
import { campaign } from '../../contract/states.ts'
import { Findings } from '../Findings.tsx'
import { OnePicture } from '../PictureField.tsx'
import { RichText } from '../content/RichText.tsx'
import { staleCampaigns } from '../stale.ts'

type Field = Exclude<keyof SentOf<(typeof campaigns)['campaign.create']> & string, 'hid'>
interface CampaignFormProps {
  initial: Partial<Campaign>
  close: () => void
  onMade: (campaignId: number) => void
}
export function CampaignForm({ initial, close, onMade }: CampaignFormProps) {
  const onDone = (made: Campaign) => (onMade(made.campaignId), close())
  const isDraft = (initial.status ?? campaign.is.draft) === campaign.is.draft
  const common = { fields: fieldsFor(isDraft), invalidates: staleCampaigns, onDone, onLeave: close }
  if (initial.campaignId)
    return (
      <Form
        of={campaigns['campaign.update']}
        fixed={{ id: initial.campaignId, ...(initial.version === undefined ? {} : { version: initial.version }) }}
        initial={initial}
        {...common}
      />
    )
  return (
    <Form
      of={campaigns['campaign.create']}
      initial={{ kind: 1, perPerson: 1, attributionDays: 7, holdMinutes: 30 }}
      draft="campaign"
      {...common}
    />
  )
}

const fieldsFor = (isDraft: boolean): ReadonlyArray<FormItem<Field>> => [
  ...(isDraft
    ? [{ key: 'presetId' as const, span: 12, control: (form: FormState, id: string) => <PresetField form={form} id={id} /> }]
    : []),
  { key: 'title', span: 12 },
  { key: 'kind', disabled: !isDraft },
  { key: 'audience', disabled: !isDraft },
  'fromAt',
  'toAt',
  'ageFrom',
  'ageTo',
  { key: 'perPerson', disabled: !isDraft },
  { key: 'holdMinutes', when: (v) => v.kind === 1 },
  { key: 'sessions', span: 12, when: (v) => v.kind === 1, columns: ['startsAt', 'endsAt', 'quota'], blank: { quota: 10 } },
  { key: 'fields', span: 12, when: (v) => v.kind === 1 || v.kind === 3, control: (form, id) => <Asked form={form} id={id} /> },
  {
    group: '奖励',
    items: [
      { key: 'rewardKind', disabled: !isDraft },
      { key: 'couponKindId', when: (v) => v.rewardKind === 1, disabled: !isDraft, control: (form, id) => <Coupon form={form} id={id} /> },
      { key: 'rewardPoints', when: (v) => v.rewardKind === 2, disabled: !isDraft },
      { key: 'promoterPoints', hint: t`会员带来新客，到店后得` },
      'attributionDays',
      { key: 'ceiling', hint: t`发出的奖励合计不超过` },
    ],
  },
  {
    key: 'content',
    span: 12,
    control: (form, id) => <RichText id={id} html={String(form.values.content ?? '')} onChange={(html) => form.set('content', html)} low />,
  },
  { key: 'shareText', span: 12 },
  { render: (form) => <Findings texts={textsOf(form)} /> },
  { key: 'wordingReason', span: 12, hint: t`用到要说明的词时填写` },
  {
    key: 'poster',
    span: 12,
    control: (form, id) => <OnePicture id={id} url={form.values.poster as string | null} onChange={(url) => form.set('poster', url)} />,
  },
  'medical',
  { key: 'adNo', when: (v) => v.medical === true },
  { key: 'adUntil', when: (v) => v.medical === true },
]
const textsOf = ({ values }: FormState) =>
  [
    ['活动名称', String(values.title ?? '')],
    ['活动说明', String(values.content ?? '').replace(/<[^>]*>/g, '\n')],
    ['分享语', String(values.shareText ?? '')],
  ] as const

/** What a preset says is filled in, to be changed. */
function PresetField({ form, id }: { form: FormState; id: string }) {
  const who = useWho()
  return (
    <Choose
      id={id}
      of={campaigns['campaign-settings.list']}
      input={{ hid: who.hid, status: inUse.is.on }}
      value="id"
      label={(preset) => preset.name}
      chosen={form.values.presetId as number | null | undefined}
      onChange={(presetId, preset) => {
        const { kind, poster, shareText, rewardKind, couponKindId, rewardPoints, attributionDays, perPerson, ceiling } = preset ?? {}
        const filled = preset
          ? { kind, poster, shareText, rewardKind, couponKindId, rewardPoints, attributionDays, perPerson, ceiling }
          : {}
        form.setAll({ presetId: presetId ?? null, ...filled })
      }}
    />
  )
}
const Asked = ({ form, id }: { form: FormState; id: string }) => (
  <Select
    id={id}
    mode="multiple"
    style={{ width: '100%' }}
    placeholder={t`姓名、手机号和出生日期总会问`}
    value={(form.values.fields as string[] | undefined) ?? []}
    options={formFieldKeys.map((key) => ({ value: key, label: tr(formFields[key].label) }))}
    onChange={(keys: string[]) => form.set('fields', keys)}
  />
)
function Coupon({ form, id }: { form: FormState; id: string }) {
  const kinds = useCall(loyalty['card-volume.list'], { status: inUse.is.on, page_size: 200 })
  return (
    <Select
      id={id}
      style={{ width: '100%' }}
      loading={kinds.isLoading}
      value={form.values.couponKindId as number | null | undefined}
      options={(kinds.data?.list ?? []).map((k) => ({ value: k.id, label: k.name }))}
      onChange={(chosen: number) => form.set('couponKindId', chosen)}
    />
  )
}
