/** The store: names, hours, limits, logo, print heads. Head office also opens further stores here. */
import { Button, Drawer } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Can, Form, Screen, t, toast, useCall, useCan, useWho } from '#kernel/web/index.ts'
import { institution } from '#modules/institution/contract/endpoints.ts'
import { settings } from '../contract/endpoints.ts'
import { Parts } from './door.tsx'
import { LogoField } from './LogoField.tsx'

export default function Institution() {
  const [opening, setOpening] = useState(false)
  return (
    <Screen
      actions={
        <Can code="settings:store">
          <Button type="primary" icon={<Plus size={15} />} onClick={() => setOpening(true)}>{t`新开门店`}</Button>
        </Can>
      }
    >
      <Parts
        groups={[
          {
            title: '门店',
            parts: [
              { key: 'store', title: '门店资料', show: () => <StoreForm /> },
              { key: 'hours', title: '营业时间', show: () => <HoursForm /> },
              { key: 'print', title: '打印设置', show: () => <PrintForm /> },
            ],
          },
        ]}
      />
      <NewStore open={opening} close={() => setOpening(false)} />
    </Screen>
  )
}

function StoreForm() {
  const { hid } = useWho()
  const mayEdit = useCan()('institution:edit')
  const store = useCall(institution['saler.index'], { hid })
  if (!store.data) return null
  return (
    <Form
      of={institution['saler.save']}
      fixed={{ hid }}
      initial={store.data}
      readOnly={!mayEdit}
      invalidates={[institution['saler.index']]}
      onDone={() => toast(t`已保存`, 'ok')}
      fields={[
        {
          group: '门店资料',
          items: [
            'name',
            'shortName',
            'phone',
            'address',
            { key: 'openedOn', hint: t`早于这一天的检查、病历和单据不能写入` },
            {
              key: 'logo',
              span: 12,
              control: (form, id) => (
                <LogoField
                  id={id}
                  disabled={!mayEdit}
                  value={form.values.logo as string | null | undefined}
                  onChange={(logo) => form.set('logo', logo)}
                />
              ),
            },
          ],
        },
        { group: '验光与收费', items: ['sightStandard', { key: 'memberDiscountMin', hint: t`员工给会员的折扣不得低于它` }] },
        {
          group: '配镜',
          items: ['orderMethod', { key: 'isOptRequired', hint: t`没有处方又没有填验光师的配镜单不能保存` }, 'hospitalNote'],
        },
      ]}
    />
  )
}

export function PrintForm() {
  const { hid } = useWho()
  const mayEdit = useCan()('institution:edit')
  const store = useCall(institution['saler.index'], { hid })
  if (!store.data) return null
  const { name, shortName } = store.data
  return (
    <Form
      of={institution['saler.save']}
      fixed={{ hid, name, shortName }}
      initial={store.data}
      readOnly={!mayEdit}
      invalidates={[institution['saler.index']]}
      onDone={() => toast(t`已保存，重新打开页面后的单据按此打印`, 'ok')}
      fields={[
        {
          group: '打印',
          items: [
            { key: 'printHead', span: 12, hint: t`空着则印门店名称` },
            { key: 'includeOrgName', span: 12, hint: t`单据的抬头在门店前加上机构名称` },
            { key: 'printFoot', span: 12, hint: t`印在单据末尾，例如售后电话` },
          ],
        },
      ]}
    />
  )
}

function HoursForm() {
  const { hid } = useWho()
  const mayEdit = useCan()('institution:edit')
  const store = useCall(institution['saler.index'], { hid })
  if (!store.data) return null
  return (
    <Form
      of={institution['saler.hours']}
      fixed={{ hid }}
      initial={store.data}
      readOnly={!mayEdit}
      invalidates={[institution['saler.index']]}
      onDone={() => toast(t`已保存`, 'ok')}
      fields={[
        { group: '第一段', items: ['timeOpen', 'timeClose'] },
        { group: '第二段', note: t`午休分开时填写`, items: ['timeOpen2', 'timeClose2'] },
        { group: '第三段', items: ['timeOpen3', 'timeClose3'] },
      ]}
    />
  )
}

function NewStore({ open, close }: { open: boolean; close: () => void }) {
  const { hid, hospitalName } = useWho()
  return (
    <Drawer open={open} onClose={close} title={t`新开门店`} size={560} destroyOnHidden>
      <Form
        of={settings['settings.open-store']}
        initial={{ copyFrom: hid }}
        saveLabel={t`开店`}
        onLeave={close}
        fields={[
          'name',
          'shortName',
          'phone',
          'address',
          'timeOpen',
          'timeClose',
          {
            key: 'copyFrom',
            span: 12,
            label: '沿用设置',
            options: [{ value: hid, label: hospitalName }],
            hint: t`等级、标签、模板与流程设置从这家门店复制；清空则从零开始`,
          },
        ]}
        onDone={(store) => {
          toast(t`${store.name} 已开，可在右上角切换门店`, 'ok')
          // The navbar's list of stores is part of the account.
          location.reload()
        }}
      />
    </Drawer>
  )
}
