/** In which order a store examines: the sections of a visit, and where the keys go from one to the next. */
import { t, tr } from '#kernel/web/index.ts'
import { OptionsForm } from '#modules/settings/web/door.tsx'
import { inWorkOrder } from '../../contract/kinds/index.ts'

export default function Order() {
  return (
    <OptionsForm
      fields={[
        {
          group: '检查页',
          items: [
            {
              key: 'examOrder',
              span: 12,
              options: inWorkOrder.map(({ tab, title }) => ({ value: tab, label: tr(title) })),
              hint: t`按选择的先后排在前面，其余照常；留空为通常的顺序`,
            },
          ],
        },
      ]}
    />
  )
}
