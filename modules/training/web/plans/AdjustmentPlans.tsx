import { Screen, t } from '#kernel/web/index.ts'
import { PlanTable } from './PlanTable.tsx'

export default function AdjustmentPlans() {
  return (
    <Screen fill note={t`调节与聚散的方案`}>
      <PlanTable purpose={2} />
    </Screen>
  )
}
