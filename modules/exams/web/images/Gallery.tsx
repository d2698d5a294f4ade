/** Every picture of a member, by day and eye, newest first; voided ones are left out. */
import { useState } from 'react'
import { Panel, t, useCall } from '#kernel/web/index.ts'
import { examImages } from '../../contract/images/endpoints.ts'
import type { ExamImage } from '../../contract/images/shapes.ts'
import { dayOf } from './beside.ts'
import { Eye, Thumb } from './Pane.tsx'
import { Viewer } from './Viewer.tsx'
import './images.css'

interface Props {
  pid: number
  days?: readonly string[]
  type?: ExamImage['imageType']
  title?: string
}
/** Pictures of some days or of one type, or all; nothing stands where there are none. */
export default function Gallery({ pid, days, type, title }: Props) {
  const all = useCall(examImages['examImage.list'], { pid, per_page: 200 }, { live: ['exams'] })
  const [open, setOpen] = useState<number>()
  const pictures = (all.data?.list ?? []).filter(
    (one) => (!days || days.includes(dayOf(one))) && (type === undefined || one.imageType === type),
  )
  const shown = pictures.find((one) => one.id === open)
  if (pictures.length === 0) return null
  return (
    <Panel className="whole" title={title ?? t`图像`} note={t`按日期和眼别`}>
      <div className="panel-body gallery-days">
        {[...new Set(pictures.map(dayOf))].map((day) => (
          <section key={day}>
            <h3 className="num">{day}</h3>
            <Days of={pictures.filter((one) => dayOf(one) === day)} onOpen={setOpen} />
          </section>
        ))}
      </div>
      {shown && <Viewer image={shown} all={all.data?.list ?? []} onClose={() => setOpen(undefined)} />}
    </Panel>
  )
}
const Days = ({ of: image, onOpen }: { of: readonly ExamImage[]; onOpen: (id: number) => void }) => (
  <div className="pictures">
    {(['OD', 'OS', 'OU'] as const).map((eye) => {
      const some = image.filter((one) => one.eye === eye)
      return (
        some.length > 0 && (
          <div key={eye} className="picture-row">
            <Eye of={eye} />
            {some.map((one) => (
              <Thumb key={one.id} image={one} onOpen={() => onOpen(one.id)} />
            ))}
          </div>
        )
      )
    })}
  </div>
)
