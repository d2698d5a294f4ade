/** The row in hand and what the keys do with it. Digits are a score; no letter has two meanings. */
import { useEffect, useRef, useState } from 'react'
import { confirm, t, toast, useSend } from '#kernel/web/index.ts'
import { training } from '../../contract/endpoints.ts'
import type { DaySession } from '../../contract/sessions.ts'
import { trainSession } from '../../contract/states.ts'
import { stale } from '../stale.ts'

const { is } = trainSession
const seen = ({ id, version }: DaySession) => ({ id, version })
async function askComplaint(name: string): Promise<string | undefined> {
  const message = t`${name} 训练时有什么不适？记下后按照计划完成签到`
  const answer = await confirm({ title: t`不适`, message, reason: { label: t`不适`, required: true } })
  return typeof answer === 'string' ? answer : undefined
}
/** The calls a day makes. `after` is told of a session that was signed, `choose` which comes into the hand. */
function useSends(after: (id: number) => void, choose: (id: number | undefined) => void) {
  const options = { invalidates: stale }
  const sign = useSend(training['train.sessions.sign'], { ...options, onSuccess: ({ id }) => after(id) })
  const makeUp = useSend(training['train.sessions.make-up'], { ...options, onSuccess: ({ id }) => after(id) })
  const undo = useSend(training['train.sessions.undo'], {
    ...options,
    onSuccess: ({ id }) => {
      toast(t`已撤销`, 'ok')
      choose(id)
    },
  })
  const many = useSend(training['train.sessions.sign-many'], {
    ...options,
    onSuccess: ({ signed, refused }) => {
      toast(t`已签到 ${signed} 位`, 'ok')
      for (const r of refused) toast(`${r.name}：${r.sentence}`, 'warn')
      choose(undefined)
    },
  })
  return { sign, makeUp, undo, many }
}
export function useDay(list: readonly DaySession[], day: string) {
  const [chosen, setChosen] = useState<number>()
  const [typed, setTyped] = useState('')
  const last = useRef<number>(undefined)
  const next = list.find((s) => s.status === is.planned)
  const current = list.find((s) => s.id === chosen) ?? next ?? list[0]
  useEffect(() => {
    setChosen(undefined)
    setTyped('')
  }, [day])
  const after = (id: number) => {
    last.current = id
    setTyped('')
    const position = list.findIndex((s) => s.id === id)
    setChosen([...list.slice(position + 1), ...list.slice(0, position)].find((s) => s.status === is.planned && s.id !== id)?.id)
  }
  const { sign, makeUp, undo, many } = useSends(after, (id) => {
    setTyped('')
    setChosen(id)
  })
  const score = typed === '' ? {} : { score: Math.min(100, Number(typed)) }
  const step = (by: number) => {
    const position = list.findIndex((s) => s.id === current?.id)
    setTyped('')
    setChosen(list[Math.max(0, Math.min(list.length - 1, position + by))]?.id)
  }
  const done = () => {
    if (!current) return
    if (current.status === is.planned) sign.mutate({ ...seen(current), ...score })
    else if (current.status === is.missed) makeUp.mutate({ ...seen(current), ...score })
    else step(1)
  }
  const complain = async () => {
    if (current?.status !== is.planned) return
    const words = await askComplaint(current.personName)
    if (words !== undefined) sign.mutate({ ...seen(current), complaint: words, ...score })
  }
  return {
    current,
    typed,
    busy: sign.isPending || makeUp.isPending || undo.isPending || many.isPending,
    type: (text: string) => setTyped(text.replaceAll(/\D/g, '').slice(0, 3)),
    choose: (id: number) => {
      setTyped('')
      setChosen(id)
    },
    step,
    done,
    absent: () => current?.status === is.planned && sign.mutate({ ...seen(current), absent: true }),
    makeUp: () => current?.status === is.missed && makeUp.mutate({ ...seen(current), ...score }),
    complain: () => void complain(),
    undo: () => {
      const id = current && current.status !== is.planned ? current.id : last.current
      if (id !== undefined) undo.mutate({ id })
    },
    signHour: (waiting: readonly DaySession[]) => {
      if (waiting.length) many.mutate({ ids: waiting.map((s) => s.id) })
    },
  }
}
export type DayKeys = ReturnType<typeof useDay>
