/** What the codes of a column mean: each convention that may be meant, with the names of people it would make what. */
import { Radio } from 'antd'
import type { ImportResult } from '#kernel/contract/index.ts'
import { t, tr } from '../i18n.ts'
import { Dot } from '../screen/pieces.tsx'
import { Panel } from '../screen/Screen.tsx'

export function Codes({ of: result, choose, busy }: { of: ImportResult; choose: (field: string, key: string) => void; busy: boolean }) {
  return (
    <>
      {result.codes.map((column) => (
        <Panel
          key={column.field}
          title={t`“${tr(column.label)}”列是代码，请选择含义`}
          {...(column.chosen ? {} : { note: <Dot tone="warn">{t`未选择，不导入`}</Dot> })}
        >
          <Radio.Group
            className="import-codes"
            aria-label={tr(column.label)}
            disabled={busy}
            value={column.chosen}
            onChange={(e) => choose(column.field, String(e.target.value))}
          >
            {column.conventions.map(({ key, label, fits }) => (
              <Radio key={key} value={key} disabled={!fits}>
                <strong>{tr(label)}</strong>
                {column.codes.map(({ code, names, means: meanings }) => {
                  const word = meanings.find((m) => m.key === key)?.word
                  return (
                    <span key={code} className="soft">
                      {code} → {word === null || word === undefined ? t`没有这个代码` : word ? tr(word) : t`不详`}：
                      {names.filter(Boolean).join('、')}
                    </span>
                  )
                })}
              </Radio>
            ))}
          </Radio.Group>
        </Panel>
      ))}
    </>
  )
}
