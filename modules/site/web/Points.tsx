/** Bullet points: a term and its explanation. */

type Point = readonly [title: string, text: string]
interface PointsProps {
  title: string
  points: readonly Point[]
}

/** Points side by side, three or four per row. */
export const Points = ({ title, points, inRow }: PointsProps & { inRow: 'three' | 'four' }) => (
  <section>
    <h2>{title}</h2>
    <dl className={inRow}>
      {points.map(([point, text]) => (
        <div key={point}>
          <dt>{point}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  </section>
)

/** Points in sequence, like the steps of a day. */
export const Steps = ({ title, points }: PointsProps) => (
  <section>
    <h2>{title}</h2>
    <ol className="day">
      {points.map(([point, text]) => (
        <li key={point}>
          <b>{point}</b>
          <span>{text}</span>
        </li>
      ))}
    </ol>
  </section>
)
