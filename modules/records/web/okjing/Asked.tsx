/** Items that are asked: each answered yes, no or unknown, with who said it; what is not pressed was not asked. */
import { useState } from 'react'
import { bareOf, fieldsOf, metaOf, z } from '#kernel/contract/index.ts'
import { t, tr, type FormState } from '#kernel/web/index.ts'

interface Line {
  item: string
  reply: string
  saidBy?: string | null
  text?: string | null
}
const Lines = z.array(z.object({ item: z.string(), reply: z.string(), saidBy: z.string().nullish(), text: z.string().nullish() }))

export function Asked({ form, name, field, readOnly }: { form: FormState; name: string; field: z.ZodType; readOnly: boolean }) {
  const bare = bareOf(field)
  const parts = bare instanceof z.ZodArray && bare.element instanceof z.ZodType ? fieldsOf(bare.element) : {}
  const words = (shape: z.ZodType | undefined) => Object.entries((shape && metaOf(shape).options) ?? {})
  const lines: Line[] = Lines.safeParse(form.values[name]).data ?? []
  const [chosen, choose] = useState<string | null>()
  const who = chosen === undefined ? (lines.at(-1)?.saidBy ?? null) : chosen
  const put = (item: string, answer: string) => {
    const others = lines.filter((l) => l.item !== item)
    const same = lines.find((l) => l.item === item)?.reply === answer
    form.set(name, same ? others : [...others, { item, reply: answer, saidBy: who }])
  }
  return (
    <div className="panel plain asked" role="group" aria-label={tr(metaOf(field).label ?? '')}>
      <label className="asked-who">
        {t`陈述人`}
        <select
          value={who ?? ''}
          disabled={readOnly}
          onChange={(e) => {
            const next = e.target.value || null
            choose(next)
            if (lines.length)
              form.set(
                name,
                lines.map((l) => ({ ...l, saidBy: next })),
              )
          }}
        >
          <option value="">—</option>
          {words(parts.saidBy).map(([value, label]) => (
            <option key={value} value={value}>
              {tr(label)}
            </option>
          ))}
        </select>
      </label>
      <ul>
        {words(parts.item).map(([item, label]) => (
          <li key={item}>
            <span>{tr(label)}</span>
            {words(parts.reply).map(([answer, word]) => (
              <button
                key={answer}
                type="button"
                className={`asked-${answer}`}
                aria-pressed={lines.some((l) => l.item === item && l.reply === answer)}
                {...(readOnly ? { 'aria-disabled': true } : { onClick: () => put(item, answer) })}
              >
                {tr(word)}
              </button>
            ))}
          </li>
        ))}
      </ul>
    </div>
  )
}
