/** Two illustrations of the front page from example figures, labelled as such: an eye grid and an axial-length curve. */
import { t } from '#kernel/web/i18n.ts'

const rows = [
  { eye: 'od', letters: 'OD', name: () => t`右眼`, s: '−3.25', c: '−0.75', a: '175', va: '1.0' },
  { eye: 'os', letters: 'OS', name: () => t`左眼`, s: '−2.75', c: '−0.50', a: '5', va: '1.0' },
] as const

export const RefractionCard = () => (
  <figure className="card" aria-label={t`示例：验光录入`}>
    <figcaption>
      {t`主觉验光`} <small>{t`示例`}</small>
    </figcaption>
    <table>
      <thead>
        <tr>
          <th />
          <th>{t`球镜 S`}</th>
          <th>{t`柱镜 C`}</th>
          <th>{t`轴位 A`}</th>
          <th>{t`矫正视力`}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((r) => (
          <tr key={r.eye} className={r.eye}>
            <th>
              {r.name()} <small>{r.letters}</small>
            </th>
            <td>{r.s}</td>
            <td>{r.c}</td>
            <td>{r.a}</td>
            <td>{r.va}</td>
          </tr>
        ))}
      </tbody>
    </table>
    <p>
      <kbd>325</kbd> → −3.25　<kbd>+75</kbd> → +0.75　<kbd>Enter</kbd> {t`下一格`}
    </p>
  </figure>
)

/** Axial length of a child over four years, mm: example data on illustrative bands. */
const visits = [
  [8, 23.4, 23.3],
  [8.5, 23.62, 23.5],
  [9, 23.83, 23.7],
  [9.5, 23.93, 23.79],
  [10, 24.0, 23.86],
  [10.5, 24.06, 23.92],
  [11, 24.12, 23.98],
] as const
const x = (age: number) => 34 + (age - 8) * 94
const y = (mm: number) => 150 - (mm - 22.4) * 58
const line = (eye: 1 | 2) => visits.map((v, i) => `${i ? 'L' : 'M'}${x(v[0])} ${y(v[eye])}`).join('')
const band = (low: number, high: number) =>
  [
    `M${x(8)} ${y(low)}Q${x(9.5)} ${y(low + 0.42)} ${x(11)} ${y(low + 0.66)}`,
    `L${x(11)} ${y(high + 0.66)}Q${x(9.5)} ${y(high + 0.42)} ${x(8)} ${y(high)}Z`,
  ].join('')

export const Curve = () => (
  <figure className="card" aria-label={t`示例：眼轴曲线`}>
    <figcaption>
      {t`眼轴曲线`} <small>{t`示例`}</small>
    </figcaption>
    <svg viewBox="0 0 330 172" role="img" aria-label={t`8 岁到 11 岁，配戴角膜塑形镜后眼轴增长变慢`}>
      <path d={band(22.5, 24.1)} className="band" />
      <path d={band(22.9, 23.7)} className="band" />
      <rect x={x(9)} y={14} width={x(11) - x(9)} height={16} rx={3} className="ribbon" />
      <text x={x(9) + 8} y={26}>{t`角膜塑形镜`}</text>
      <path d={line(2)} className="os" />
      <path d={line(1)} className="od" />
      {visits.map((v) => (
        <g key={v[0]}>
          <circle cx={x(v[0])} cy={y(v[1])} r={2.6} className="od" />
          <rect x={x(v[0]) - 2.3} y={y(v[2]) - 2.3} width={4.6} height={4.6} className="os" />
        </g>
      ))}
      {[8, 9, 10, 11].map((age) => (
        <text key={age} x={x(age)} y={167} textAnchor="middle">{t`${age} 岁`}</text>
      ))}
      <text x={4} y={y(24)}>
        24
      </text>
      <text x={4} y={y(23)}>
        23
      </text>
    </svg>
    <p>
      <i className="od" /> {t`右眼 OD`}　<i className="os" /> {t`左眼 OS`}　mm
    </p>
  </figure>
)
