import { Button } from 'antd'
import { showChange } from '#kernel/contract/index.ts'
import { Can, t } from '#kernel/web/index.ts'
import type { PointForm } from './PointForms.tsx'

/** Actions on a member's points, by permission. */
export const PointButtons = ({ onOpen }: { onOpen: (form: PointForm) => void }) => (
  <>
    <Can code="points:adjust">
      <Button onClick={() => onOpen('points')}>{t`调整积分`}</Button>
    </Can>
    <Can code="points:transfer">
      <Button onClick={() => onOpen('transfer')}>{t`转赠`}</Button>
    </Can>
    <Can code="points:exchange">
      <Button onClick={() => onOpen('lottery')}>{t`抽奖`}</Button>
      <Button type="primary" onClick={() => onOpen('exchange')}>{t`兑换礼品`}</Button>
    </Can>
  </>
)
/** A change of points with its sign. */
export const Signed = ({ points }: { points: number }) => <span className={points < 0 ? 'num bad' : 'num'}>{showChange(points)}</span>
