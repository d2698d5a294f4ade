/**
 * Finds a member with the keyboard alone: part of the name, pinyin or its first letters, tail of the number, member number; or registers a
 * new one.
 */
import { Drawer } from 'antd'
import { X } from 'lucide-react'
import { useEffect, useId, useState, type KeyboardEvent } from 'react'
import { showGender } from '#kernel/contract/index.ts'
import { Age, t, tr, useCall, useHolds, useSettled, useWho } from '#kernel/web/index.ts'
import { patients } from '../../contract/endpoints.ts'
import type { PatientHit } from '../../contract/shapes.ts'
import { PatientForm } from '../list/PatientForm.tsx'
import '../patients.css'

export interface PatientPickerProps {
  /** Number of the member chosen. */
  chosen: number | null | undefined
  onChange: (pid: number | undefined, hit: PatientHit | undefined) => void
  id?: string
  autoFocus?: boolean
  disabled?: boolean
  placeholder?: string
  /** False where only members who are here already make sense. */
  allowNew?: boolean
}

export function PatientPicker({
  chosen,
  onChange,
  id,
  autoFocus = false,
  disabled = false,
  placeholder,
  allowNew = true,
}: PatientPickerProps) {
  const [hit, setHit] = useState<PatientHit>()
  const [again, setAgain] = useState(false)
  const member = hit?.pid === chosen ? hit : undefined
  const read = useCall(patients['patients.get'], { id: chosen ?? 0 }, { enabled: Boolean(chosen) && !member })
  const shown = member ?? (read.data?.pid === chosen ? read.data : undefined)
  const take = (next: PatientHit | undefined) => {
    setHit(next)
    setAgain(!next)
    onChange(next?.pid, next)
  }
  if (!chosen || !shown)
    return (
      <Finder
        take={take}
        allowNew={allowNew}
        autoFocus={autoFocus || again}
        disabled={disabled}
        {...(id ? { id } : {})}
        {...(placeholder ? { placeholder } : {})}
      />
    )
  return (
    <div className="member-chosen num">
      <strong>{shown.name}</strong>
      <span>{tr(showGender(shown.gender))}</span>
      <span>
        <Age birth={shown.birth} />
      </span>
      <small className="soft">{shown.memberNo}</small>
      {!disabled && (
        <button type="button" {...(id ? { id } : {})} className="icon-btn" aria-label={t`换一位会员`} onClick={() => take(undefined)}>
          <X size={15} />
        </button>
      )}
    </div>
  )
}

interface FinderProps {
  take: (hit: PatientHit) => void
  allowNew: boolean
  autoFocus: boolean
  disabled: boolean
  id?: string
  placeholder?: string
}
function Finder({ take, allowNew, autoFocus, disabled, id, placeholder }: FinderProps) {
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const [fresh, setFresh] = useState<string>()
  const [active, setActive] = useState(0)
  const list = useId()
  const mayRegister = useHolds()('patient:save') && allowNew
  const text = typed.trim()
  const { hits, searched } = useHits(text)
  const many = hits.length + (mayRegister ? 1 : 0)
  const shown = open && text !== '' && searched
  useEffect(() => setActive(0), [hits])
  const choose = (index: number) => {
    setOpen(false)
    const hit = hits[index]
    if (hit) take(hit)
    else if (mayRegister) setFresh(text)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setActive(Math.min(active + 1, many - 1))
    else if (event.key === 'ArrowUp') setActive(Math.max(active - 1, 0))
    else if (event.key === 'Escape' && shown) setOpen(false)
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing && open && searched && many > 0) choose(active)
    else return
    event.preventDefault()
    // The drawer under the list stays.
    if (event.key === 'Escape') event.stopPropagation()
  }
  return (
    <div className="member-picker">
      <input
        {...(id ? { id } : {})}
        role="combobox"
        aria-expanded={shown}
        aria-controls={shown ? list : undefined}
        aria-activedescendant={shown && many ? `${list}-${active}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        aria-label={t`会员`}
        placeholder={placeholder ?? t`姓名、拼音首字母、手机尾号、会员号`}
        autoFocus={autoFocus}
        disabled={disabled}
        value={typed}
        onChange={(e) => (setTyped(e.target.value), setOpen(true))}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      {shown && <Options id={list} hits={hits} at={active} point={setActive} choose={choose} fresh={mayRegister ? text : undefined} />}
      <Register name={fresh} close={() => setFresh(undefined)} done={(hit) => (setFresh(undefined), setTyped(''), take(hit))} />
    </div>
  )
}

interface OptionsProps {
  id: string
  hits: readonly PatientHit[]
  at: number
  point: (index: number) => void
  choose: (index: number) => void
  /** What a new member would be registered under; undefined offers none. */
  fresh: string | undefined
}
const Options = ({ id, hits, at: active, point, choose, fresh }: OptionsProps) => (
  <div className="member-options" id={id} role="listbox" aria-label={t`会员`} onMouseDown={(e) => e.preventDefault()}>
    {hits.map((hit, i) => (
      <Option key={hit.pid} hit={hit} id={`${id}-${i}`} on={i === active} point={() => point(i)} choose={() => choose(i)} />
    ))}
    {fresh !== undefined ? (
      <div
        id={`${id}-${hits.length}`}
        role="option"
        aria-selected={active === hits.length}
        onMouseMove={() => point(hits.length)}
        onClick={() => choose(hits.length)}
      >{t`＋ 登记新会员“${fresh}”`}</div>
    ) : (
      hits.length === 0 && <div role="option" aria-selected={false} aria-disabled>{t`没有找到`}</div>
    )}
  </div>
)

const Option = ({ hit, id, on, point, choose }: { hit: PatientHit; id: string; on: boolean; point: () => void; choose: () => void }) => (
  <div id={id} role="option" aria-selected={on} onMouseMove={point} onClick={choose}>
    <strong>{hit.name}</strong>
    <span>{tr(showGender(hit.gender))}</span>
    <span>
      <Age birth={hit.birth} />
    </span>
    <small>{hit.memberNo}</small>
    <span className="num">{hit.mobile ?? ''}</span>
  </div>
)

const NONE: readonly PatientHit[] = []
/** What is found, a moment after the last key. */
function useHits(text: string): { hits: readonly PatientHit[]; searched: boolean } {
  const { hid } = useWho()
  const settled = useSettled(text)
  const query = useCall(patients['patients.search-by-name'], { hid, name: settled || '-' }, { enabled: settled !== '', keep: true })
  return { hits: settled && query.data ? query.data.list : NONE, searched: settled !== '' && settled === text && !query.isFetching }
}

/** Registers somebody from wherever a member is asked for; digits typed are the number, anything else is the name. */
const Register = ({ name, close, done }: { name: string | undefined; close: () => void; done: (hit: PatientHit) => void }) => (
  <Drawer title={t`登记新会员`} open={name !== undefined} onClose={close} size={720} destroyOnHidden>
    {name !== undefined && (
      <PatientForm
        short
        initial={/^[\d+ -]+$/.test(name) ? { mobile: name } : { name }}
        onDone={({ pid, memberNo, name: called, gender, birth, mobile, levelName }) =>
          done({ pid, memberNo, name: called, gender, birth, mobile, levelName })
        }
        onLeave={close}
        onTwin={done}
      />
    )}
  </Drawer>
)
