import { useId, useRef, type PointerEvent } from 'react'
import { t } from '../i18n.ts'
import { Act } from '../screen/Act.tsx'

/** A signature that was given. */
export const Signature = ({ of: path, label }: { of: string; label: string }) => (
  <svg className="signature" viewBox="0 0 300 100" role="img" aria-label={label}>
    <path d={path} />
  </svg>
)

export interface SignaturePadProps {
  /** Whose signature: stands over the box and names it. */
  label: string
  value: string
  onChange: (path: string) => void
}
/** A signature drawn by finger, pen or mouse, as an SVG path in a 300 × 100 box. Space signs with a line, for who cannot draw. */
export function SignaturePad({ label, value, onChange }: SignaturePadProps) {
  const drawing = useRef(false)
  const id = useId()
  const point = (e: PointerEvent<SVGSVGElement>): string => {
    const box = e.currentTarget.getBoundingClientRect()
    return `${(((e.clientX - box.left) / box.width) * 300).toFixed(1)} ${(((e.clientY - box.top) / box.height) * 100).toFixed(1)}`
  }
  return (
    <div className="signing">
      <span id={id}>{label}</span>
      <svg
        className="signature"
        viewBox="0 0 300 100"
        role="img"
        aria-labelledby={id}
        aria-roledescription={t`签名区，可手写；按空格画线代签`}
        tabIndex={0}
        onKeyDown={(e) => {
          if (e.key === ' ') {
            e.preventDefault()
            onChange('M20 60 L280 60')
          }
        }}
        onPointerDown={(e) => {
          drawing.current = true
          e.currentTarget.setPointerCapture(e.pointerId)
          onChange(`${value}${value ? ' ' : ''}M${point(e)}`)
        }}
        onPointerMove={(e) => {
          if (drawing.current && value.length < 19_000) onChange(`${value} L${point(e)}`)
        }}
        onPointerUp={() => {
          drawing.current = false
        }}
      >
        <path d={value || 'M0 0'} />
        {!value && (
          <text x="150" y="58" textAnchor="middle" aria-hidden>
            {t`在此签名`}
          </text>
        )}
      </svg>
      <Act size="small" unless={!value && t`还没有签名`} onClick={() => onChange('')}>{t`重签`}</Act>
    </div>
  )
}
