/** Template messages of the store, as its WeChat account has them: care goes by them first. */
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { Can, Form, Panel, Rows, Status, Until, t, toast, useCall, useWho } from '#kernel/web/index.ts'
import { marketing } from '../../contract/endpoints.ts'
import type { WechatTemplateRow } from '../../contract/shapes.ts'
import { ruleStates } from '../../contract/states.ts'
import { wechatWord } from './words.ts'

export function WechatTemplates() {
  const { hid } = useWho()
  const [edited, setEdited] = useState<Partial<WechatTemplateRow>>()
  const list = useCall(marketing['marketing.wechat-templates'], { hid }, { live: ['marketing'] })
  return (
    <Until of={list}>
      <Panel
        title={t`微信模板`}
        note={t`关怀先走微信，不要钱；微信不许用模板消息做营销`}
        actions={
          <Can code="marketing:edit">
            <Button
              onClick={() => setEdited({ kind: 'recheck', fields: [{ key: 'thing1', label: '就诊人', text: '{name}' }] })}
            >{t`新建模板`}</Button>
          </Can>
        }
      >
        <Rows
          rows={list.data ?? []}
          rowKey={(r) => r.id}
          columns={[
            { title: t`模板`, cell: (r) => wechatWord(r.kind) },
            { title: t`模板编号`, cell: (r) => r.number },
            { title: t`内容`, cell: (r) => r.fields.map(({ label, text }) => `${label}：${text}`).join('；') },
            { title: t`使用`, cell: (r) => <Status of={ruleStates} value={r.status} /> },
            {
              title: '',
              cell: (r) => (
                <Can code="marketing:edit">
                  <button type="button" className="link" onClick={() => setEdited(r)}>{t`修改`}</button>
                </Can>
              ),
            },
          ]}
        />
      </Panel>
      <Drawer title={t`微信模板`} open={edited !== undefined} onClose={() => setEdited(undefined)} size={640} destroyOnHidden>
        {edited && (
          <Form
            of={marketing['marketing.wechat-templates.save']}
            fixed={{ hid, ...(edited.id ? { id: edited.id, version: edited.version } : {}) }}
            initial={edited}
            invalidates={[marketing['marketing.wechat-templates']]}
            fields={[
              'kind',
              'number',
              'status',
              { key: 'fields', hint: t`{name} 称呼、{store} 门店、{day} 日期自动填；点开就到选时间的页` },
            ]}
            onDone={() => (toast(t`已保存`, 'ok'), setEdited(undefined))}
            onLeave={() => setEdited(undefined)}
          />
        )}
      </Drawer>
    </Until>
  )
}
