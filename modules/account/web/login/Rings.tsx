/** Side of the public pages: rings of an eye chart, the logo and one sentence. */
import { t } from '#kernel/web/i18n.ts'

const rings = Array.from({ length: 14 }, (_, i) => ({ r: 36 + i * 20.5, opacity: Math.max(0.14, 1 - i * 0.068) }))

export const Rings = ({ className, headline }: { className: string; headline?: string | undefined }) => (
  <header className={`rings ${className}`}>
    <a className="rings-brand" href="/portal">
      <svg width="22" height="22" viewBox="0 0 24 24" aria-hidden>
        <circle cx="12" cy="12" r="10" fill="none" stroke="currentColor" strokeWidth="2" />
        <circle cx="12" cy="12" r="4" fill="currentColor" opacity=".55" />
      </svg>
      {t`明眸`}
    </a>
    <svg className="rings-eye" viewBox="-310 -310 620 620" aria-hidden>
      {rings.map(({ r, opacity }) => (
        <circle key={r} r={r} fill="none" stroke="#6BCBC2" strokeWidth="1.7" opacity={opacity} />
      ))}
      <circle r="16" fill="none" stroke="#6BCBC2" strokeWidth="1.7" />
      <circle r="13.5" fill="#6BCBC2" />
    </svg>
    <div className="rings-words">
      <p>
        {headline ?? (
          <>
            {t`看清每一次检查，`}
            <br />
            {t`也看清每一天的诊所。`}
          </>
        )}
      </p>
      <small>{t`预约 · 接诊 · 验光 · 配镜 · 随访`}</small>
    </div>
  </header>
)
