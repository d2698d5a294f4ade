/** The consent texts in force, and publishing a new version of one. */
import { Button, Drawer } from 'antd'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { metaOf } from '#kernel/contract/index.ts'
import { Can, Form, Panel, Screen, t, toast, tr, useCall } from '#kernel/web/index.ts'
import { patients } from '../../contract/endpoints.ts'
import { ConsentText } from '../../contract/shapes.record.ts'

const wordOf = (kind: ConsentText['kind']): string => tr(metaOf(ConsentText.shape.kind).options![String(kind)]!)

export default function ConsentTexts() {
  const [edited, setEdited] = useState<ConsentText>()
  const texts = useCall(patients['patients.consent.texts'], {}, { live: ['patients'] })
  return (
    <Screen of={texts} note={t`发布新版本后，已取得的同意需要重新确认`}>
      {texts.data?.map((text) => (
        <Panel
          key={text.kind}
          title={wordOf(text.kind)}
          note={t`第 ${text.no} 版 ${text.at?.slice(0, 10) ?? ''}`}
          actions={
            <Can code="consent:publish">
              <Button size="small" icon={<Pencil size={14} />} onClick={() => setEdited(text)}>{t`修改并发布`}</Button>
            </Can>
          }
        >
          <div className="panel-body consent-shown">
            {text.text.split('\n').map((line, i) => (
              <p key={i}>{line}</p>
            ))}
          </div>
        </Panel>
      ))}
      <Drawer
        title={edited && t`发布“${wordOf(edited.kind)}”`}
        open={edited !== undefined}
        onClose={() => setEdited(undefined)}
        size={720}
        destroyOnHidden
      >
        {edited && (
          <Form
            of={patients['patients.consent.publish']}
            fixed={{ kind: edited.kind }}
            initial={{ text: edited.text }}
            draft={`consent-${edited.kind}`}
            invalidates={[patients['patients.consent.texts'], patients['patients.consent.states']]}
            saveLabel={t`发布新版本`}
            onLeave={() => setEdited(undefined)}
            fields={[{ key: 'text', span: 12, hint: t`写明由谁、为什么、处理哪些信息、保存多久、如何撤回` }]}
            onDone={(text) => (toast(t`已发布第 ${text.no} 版`, 'ok'), setEdited(undefined))}
          />
        )}
      </Drawer>
    </Screen>
  )
}
