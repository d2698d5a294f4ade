import { useRef, type PointerEvent } from 'react'
import { t, Act } from '#kernel/web/index.ts'

/** A signature drawn by finger, pen or mouse, as an SVG path in a 300 × 100 box. Space signs with a line, for who cannot draw. */
export function SignaturePad({ value, onChange }: { value: string; onChange: (path: string) => void }) {
  const drawing = useRef(false)
  const point = (e: PointerEvent<SVGSVGElement>): string => {
    const box = e.currentTarget.getBoundingClientRect()
    return `${(((e.clientX - box.left) / box.width) * 300).toFixed(1)} ${(((e.clientY - box.top) / box.height) * 100).toFixed(1)}`
  }
  return (
    <div>
      <svg
        className="signature"
        viewBox="0 0 300 100"
        role="img"
        aria-label={t`在此签名`}
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
      </svg>
      <Act size="small" unless={!value && t`还没有签名`} onClick={() => onChange('')}>{t`重签`}</Act>
    </div>
  )
}
