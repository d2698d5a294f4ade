/** A button that says why it cannot be pressed. */
import { Button, type ButtonProps } from 'antd'
import { unless, type DisabledReason } from './unless.ts'

type ActProps = Omit<ButtonProps, 'href'> & {
  /** Why it cannot be pressed now, in a sentence; nothing when it can. */
  unless: DisabledReason
}
/**
 * `disabled` is for the moment in which its own answer is awaited. `<Act unless={!room && t`请先选择诊室`} onClick={call}>`; where nothing can
 * stand in the way, `Button` is enough.
 */
export const Act = ({ unless: why, onClick, ...rest }: ActProps) => <Button {...rest} {...unless(why, onClick)} />
