/** Presets a campaign starts from. */
import type { ReactNode } from 'react'
import { Choose, Screen, t } from '#kernel/web/index.ts'
import { callsOf, inUse } from '#kernel/contract/index.ts'
import { FamilyList } from '#kernel/web/family/FamilyList.tsx'
import { loyalty } from '#modules/loyalty/contract/endpoints.ts'
import families from '../../contract/families.ts'
import { OnePicture } from '../PictureField.tsx'

const calls = callsOf(families)
export const Presets = ({ tabs }: { tabs: ReactNode }) => (
  <Screen fill actions={tabs}>
    <FamilyList
      families={families}
      calls={calls}
      name="campaign-settings"
      columns={['name', 'kind', 'rewardKind', 'rewardPoints', 'attributionDays', 'perPerson', 'ceiling', 'status', 'uses']}
      fields={[
        { key: 'name', span: 12 },
        'kind',
        'rewardKind',
        {
          key: 'couponKindId',
          when: (v) => v.rewardKind === 1,
          control: (form, id) => (
            <Choose
              id={id}
              of={loyalty['card-volume.list']}
              input={{ status: inUse.is.on, page_size: 200 }}
              value="id"
              label={(k) => k.name}
              chosen={form.values.couponKindId as number | null | undefined}
              onChange={(chosen) => form.set('couponKindId', chosen ?? null)}
            />
          ),
        },
        { key: 'rewardPoints', when: (v) => v.rewardKind === 2 },
        'attributionDays',
        'perPerson',
        'ceiling',
        { key: 'shareText', span: 12 },
        {
          key: 'poster',
          span: 12,
          control: (form, id) => (
            <OnePicture id={id} url={form.values.poster as string | null} onChange={(url) => form.set('poster', url)} />
          ),
        },
        'status',
      ]}
      empty={t`还没有活动模板`}
    />
  </Screen>
)
