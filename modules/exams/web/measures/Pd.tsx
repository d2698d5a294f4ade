/** Below the pupillary distances: what the others say one of them should be. */
import { Button } from 'antd'
import { t, type FormState } from '#kernel/web/index.ts'
import { nearPd } from '../../contract/formulas/formulas.ts'
import { number } from '../form/history.ts'

/** What the other distances say this one should be; taken over only when somebody presses. */
export default function Suggest({ form }: { form: FormState }) {
  const [od, os, far] = ['pdFarOd', 'pdFarOs', 'pdFar'].map((n) => number(form.values[n]))
  const sum = od && os ? od + os : null
  const near = far ? Math.round(nearPd(far, number(form.values.workingDistance) ?? 400) * 2) / 2 : null
  return (
    <p className="soft">
      {sum !== null && sum !== far && <Button size="small" onClick={() => form.set('pdFar', sum)}>{t`远用瞳距取单眼之和 ${sum}`}</Button>}{' '}
      {near !== null && form.values.pdNear === undefined && (
        <Button size="small" onClick={() => form.set('pdNear', near)}>{t`近用瞳距取计算值 ${near}`}</Button>
      )}
    </p>
  )
}
