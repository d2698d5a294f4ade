/** The answer to a finding: a reason of a list, or in words behind 其他. Who may not confirm it reads who may. */
import { Input, Select } from 'antd'
import { OTHER, type ShownFinding } from '#kernel/contract/index.ts'
import { byName } from '../find/byName.ts'
import { t, tr, trSentence } from '../i18n.ts'

interface ReasonProps {
  finding: Pick<ShownFinding, 'sentence' | 'unless' | 'who'>
  reasons: readonly string[]
  value: string
  onChange: (reason: string) => void
}
export function Reason({ finding, reasons, value, onChange }: ReasonProps) {
  if (finding.unless !== null)
    return <span className="soft">{finding.who === null ? t`不能确认，请改正` : t`须由${tr(finding.who)}确认`}</span>
  const label = t`理由：${trSentence(finding.sentence)}`
  const own = value.startsWith(OTHER)
  return (
    <span className="reason">
      <Select
        data-stop
        size="small"
        aria-label={label}
        placeholder={t`确认并选择理由`}
        popupMatchSelectWidth={false}
        style={{ minWidth: 200 }}
        allowClear
        showSearch={byName}
        value={own ? OTHER : value || null}
        options={reasons.map((reason) => ({ value: reason, label: tr(reason) }))}
        onChange={(reason: string | null) => onChange(reason ?? '')}
      />
      {own && (
        <Input
          size="small"
          aria-label={t`其他理由：${trSentence(finding.sentence)}`}
          placeholder={t`至少四个字`}
          maxLength={190}
          value={value.slice(OTHER.length).replace(/^：/, '')}
          onChange={(e) => onChange(`${OTHER}：${e.target.value}`)}
        />
      )}
    </span>
  )
}
