/** What a finding of the day asks for, and doing it: the doctor, a call to the family, a new measurement, the desk. */
import { t, toast, useCan, useGo, useSend } from '#kernel/web/index.ts'
import { training } from '../../contract/endpoints.ts'
import type { DaySession } from '../../contract/sessions.ts'
import { stale } from '../stale.ts'

/** Too little training is a call; no gain goes to the doctor, in the last week to a new measurement first. */
export function stepOf({ trend, week, weeks }: DaySession): 'call' | 'doctor' | 'measure' {
  if (trend?.verdict === 'absent') return 'call'
  return week !== null && weeks !== null && week >= weeks ? 'measure' : 'doctor'
}
export function useTell() {
  const go = useGo()
  const can = useCan()
  const options = { invalidates: stale }
  const desk = useSend(training['train.tell-desk'], { ...options, onSuccess: () => toast(t`已告诉前台，在今天的回访里`, 'ok') })
  const plan = useSend(training['train.tell-plan'], { ...options, onSuccess: () => toast(t`已列入回访`, 'ok') })
  return {
    busy: desk.isPending || plan.isPending,
    desk: (sdxUid: number) => desk.mutate({ sdxUid }),
    plan: (id: number, what: 'doctor' | 'call') => plan.mutate({ id, what }),
    decide: (session: DaySession) => {
      const what = stepOf(session)
      if (what === 'measure') return session.pid !== null && go(`/patients/detail/${session.pid}/reserve`, { new: 1 })
      if (session.planId !== null && can('train:edit')) plan.mutate({ id: session.planId, what })
      return undefined
    },
  }
}
export type Tell = ReturnType<typeof useTell>
