import { Screen, t } from '#kernel/web/index.ts'
import { PlanTable } from './PlanTable.tsx'

export default function MyopiaPlans() {
  return (
    <Screen fill note={t`近视防控的方案，眼轴和等效球镜在旁边`}>
      <PlanTable purpose={1} />
    </Screen>
  )
}
