/** What a page says in points: a word and what is meant by it. */

type Point = readonly [title: string, text: string]
interface PointsProps {
  title: string
  of: readonly Point[]
}

/** Points side by side, three or four in a row. */
export const Points = ({ title, of, inRow }: PointsProps & { inRow: 'three' | 'four' }) => (
  <section>
    <h2>{title}</h2>
    <dl className={inRow}>
      {of.map(([point, text]) => (
        <div key={point}>
          <dt>{point}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  </section>
)

/** Points one after the other, as a day goes. */
export const Steps = ({ title, of }: PointsProps) => (
  <section>
    <h2>{title}</h2>
    <ol className="day">
      {of.map(([point, text]) => (
        <li key={point}>
          <b>{point}</b>
          <span>{text}</span>
        </li>
      ))}
    </ol>
  </section>
)
