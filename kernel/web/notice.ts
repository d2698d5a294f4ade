/** Toasts and the confirm dialog, in plain DOM: the login page has them too and it carries no component library. */
import { plainDialog } from '#kernel/contract/catalogue.ts'
import { tr } from './i18n.ts'

export type NoticeTone = 'ok' | 'warn' | 'bad' | 'info'

let shelf: HTMLElement | undefined

/** Shows a sentence for a while (errors longer). The same sentence is not shown twice at once. */
export function toast(text: string, tone: NoticeTone = 'info'): void {
  if (!shelf?.isConnected) {
    shelf = document.createElement('div')
    shelf.className = 'toasts'
    shelf.setAttribute('aria-live', 'polite')
    document.body.append(shelf)
  }
  if ([...shelf.children].some((c) => c.textContent === text)) return
  const note = document.createElement('div')
  note.className = `toast ${tone}`
  note.setAttribute('role', tone === 'bad' || tone === 'warn' ? 'alert' : 'status')
  note.textContent = text
  note.onclick = () => note.remove()
  shelf.append(note)
  setTimeout(() => note.remove(), tone === 'bad' || tone === 'warn' ? 6000 : 3000)
}

export interface ConfirmQuestion {
  title?: string
  message: string
  ok?: string
  /** `null` leaves the second button out. */
  cancel?: string | null
  /** Asks for a reason; the answer is its text. */
  reason?: { label: string; required: boolean; initial?: string; kind?: 'line' | 'secret' }
  danger?: boolean
}

/** Asks in a dialog titled 提示 with 确定 and 取消 (R075). Answers true, or the reason given; false when cancelled. */
export function confirm(question: string | ConfirmQuestion): Promise<boolean | string> {
  const q = typeof question === 'string' ? { message: question } : question
  const dialog = document.createElement('dialog')
  dialog.className = `ask ${q.danger ? 'danger' : ''}`
  const form = element('form', '')
  form.setAttribute('method', 'dialog')
  const title = element('h2', q.title ?? tr(plainDialog.title))
  title.id = `ask-${Math.random().toString(36).slice(2)}`
  dialog.setAttribute('aria-labelledby', title.id)
  form.append(title, element('p', q.message))
  const reason = q.reason && reasonField(form, q.reason)
  const foot = element('footer', '')
  const cancel = q.cancel === null ? undefined : button(foot, q.cancel ?? tr(plainDialog.cancel), 'plain')
  const ok = button(foot, q.ok ?? tr(plainDialog.ok), 'main')
  form.append(foot)
  dialog.append(form)
  document.body.append(dialog)
  const before = document.activeElement
  return new Promise((answer) => {
    const close = (value: boolean | string) => {
      dialog.remove()
      if (before instanceof HTMLElement) before.focus()
      answer(value)
    }
    form.onsubmit = (event) => {
      event.preventDefault()
      if (reason && q.reason?.required && !reason.value.trim()) return reason.focus()
      close(reason ? reason.value.trim() : true)
    }
    if (cancel) cancel.onclick = () => close(false)
    dialog.oncancel = (event) => (event.preventDefault(), close(false))
    if (dialog.showModal) dialog.showModal()
    else dialog.setAttribute('open', '')
    ;(reason ?? ok).focus()
  })
}

function element<K extends keyof HTMLElementTagNameMap>(tag: K, text: string): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag)
  if (text) made.textContent = text
  return made
}
function button(into: HTMLElement, text: string, kind: 'main' | 'plain'): HTMLButtonElement {
  const made = element('button', text)
  made.type = kind === 'main' ? 'submit' : 'button'
  made.className = `btn ${kind}`
  into.append(made)
  return made
}
function reasonField(into: HTMLElement, spec: NonNullable<ConfirmQuestion['reason']>): HTMLTextAreaElement | HTMLInputElement {
  const label = element('label', spec.label)
  const area = element(spec.kind ? 'input' : 'textarea', '')
  if (area instanceof HTMLInputElement) {
    area.type = spec.kind === 'secret' ? 'password' : 'text'
    area.autocomplete = 'off'
  } else area.rows = 3
  area.maxLength = 500
  area.value = spec.initial ?? ''
  label.append(area)
  into.append(label)
  return area
}
