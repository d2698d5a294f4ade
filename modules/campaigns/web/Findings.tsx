/** What may not be said in a text that is being typed, with its law, date and what may be said instead. */
import { t, tr } from '#kernel/web/index.ts'
import { Ban, CircleAlert, Check } from 'lucide-react'
import { checkWording, type WordingFinding } from '#modules/marketing/contract/wording/wording.ts'
import './campaigns.css'

interface FindingsProps {
  /** Field label → text. */
  texts: ReadonlyArray<readonly [label: string, text: string]>
  onReplace?: (finding: WordingFinding, label: string) => void
}
export function Findings({ texts, onReplace }: FindingsProps) {
  const findings = texts.flatMap(([label, text]) => checkWording(text).map((finding) => ({ label, finding })))
  if (!findings.length)
    return (
      <p className="finding-none">
        <Check size={14} /> {t`没有不能说的词`}
      </p>
    )
  return (
    <ul className="findings" aria-label={t`用词检查`}>
      {findings.map(({ label, finding }, i) => (
        <li key={i} className={`word-finding ${finding.level}`}>
          <strong>
            {finding.level === 'blocked' ? <Ban size={14} /> : <CircleAlert size={14} />}{' '}
            {finding.level === 'blocked' ? t`「${finding.words}」不能说` : t`「${finding.words}」要说明`}
          </strong>
          <blockquote>{finding.why}</blockquote>
          <small>
            {tr(label)} · {finding.source}，{finding.date}
          </small>
          {finding.instead && onReplace && (
            <button type="button" className="finding-act" onClick={() => onReplace(finding, label)}>
              {t`换成「${finding.instead}」`}
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}
