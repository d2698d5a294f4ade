/** Wordings of the store: written, checked, registered with the operators. */
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { Can, Form, Panel, Rows, Status, Until, t, toast, tr, useCall, useSend, useWho } from '#kernel/web/index.ts'
import { wordOf } from '#kernel/contract/index.ts'
import { marketing } from '../../contract/endpoints.ts'
import type { MessageTemplate } from '../../contract/shapes.ts'
import { templateStates } from '../../contract/states.ts'
import { checkWording } from '../../contract/wording/wording.ts'

export function Templates() {
  const { hid } = useWho()
  const [edited, setEdited] = useState<Partial<MessageTemplate>>()
  const list = useCall(marketing['sms-tasks.template'], { hid }, { live: ['marketing'] })
  const decide = useSend(marketing['marketing.templates.decide'], { invalidates: [marketing['sms-tasks.template']] })
  return (
    <Until of={list}>
      <Panel
        title={t`短信模板`}
        note={t`运营商只收报备过的写法。{name} 称呼、{store} 门店、{day} 日期、{link} 选时间的链接自动填`}
        actions={
          <Can code="marketing:edit">
            <Button type="primary" onClick={() => setEdited({ purpose: 'care' })}>{t`新建模板`}</Button>
          </Can>
        }
      >
        <Rows
          rows={list.data?.list ?? []}
          rowKey={(r) => r.id}
          columns={[
            { title: t`模板`, cell: (r) => r.name },
            { title: t`用途`, cell: (r) => (r.purpose === 'care' ? t`关怀` : t`营销`) },
            { title: t`内容`, cell: (r) => r.text },
            { title: t`条数`, cell: (r) => r.pieces },
            { title: t`报备`, cell: (r) => <Status of={templateStates} value={r.state} /> },
            {
              title: '',
              cell: (r) => (
                <>
                  <Can code="marketing:edit">
                    <button type="button" className="link" onClick={() => setEdited(r)}>{t`修改`}</button>
                  </Can>{' '}
                  {r.state === templateStates.is.pending && (
                    <Can code="marketing:approve">
                      <button type="button" className="link" onClick={() => decide.mutate({ id: r.id, state: templateStates.is.passed })}>
                        {tr(wordOf(templateStates, templateStates.is.passed))}
                      </button>{' '}
                      <button
                        type="button"
                        className="link bad"
                        onClick={() => decide.mutate({ id: r.id, state: templateStates.is.rejected, reason: t`运营商驳回` })}
                      >{t`被驳回`}</button>
                    </Can>
                  )}
                </>
              ),
            },
          ]}
        />
      </Panel>
      <TemplateDrawer edited={edited} onClose={() => setEdited(undefined)} />
    </Until>
  )
}
/** Writing a wording, with the checker of words beside it. */
function TemplateDrawer({ edited, onClose }: { edited: Partial<MessageTemplate> | undefined; onClose: () => void }) {
  const { hid } = useWho()
  return (
    <Drawer title={t`短信模板`} open={edited !== undefined} onClose={onClose} size={560} destroyOnHidden>
      {edited && (
        <Form
          of={marketing['marketing.templates.save']}
          fixed={{ hid, ...(edited.id ? { id: edited.id, version: edited.version } : {}) }}
          initial={{ name: edited.name, purpose: edited.purpose, text: edited.text }}
          invalidates={[marketing['sms-tasks.template']]}
          fields={['name', 'purpose', { key: 'text', span: 12, hint: t`改了内容要重新报备` }]}
          rules={(values) =>
            checkWording(String(values.text ?? ''))
              .filter((f) => f.level === 'blocked')
              .map((f) => ({ field: 'text', sentence: t`“${f.words}”不能说：${tr(f.why)}（${f.date}）` }))
          }
          onDone={() => (toast(t`已保存，待报备`, 'ok'), onClose())}
          onLeave={onClose}
        />
      )}
    </Drawer>
  )
}
