import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { useScanner } from './scanner.ts'

afterEach(cleanup)
const heard: string[] = []
const Taker = ({ name, fallback = false }: { name: string; fallback?: boolean }) => {
  useScanner((code) => void heard.push(`${name} ${code}`), { fallback })
  return <input aria-label={name} />
}
/** Keys of one person: a scanner's come within milliseconds. */
let clock = 1000
function type(keys: string, gap: number, target: Element = document.body): void {
  for (const key of keys === '' ? [] : [...keys, 'Enter']) {
    clock += gap
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    Object.defineProperty(event, 'timeStamp', { value: clock })
    fireEvent(target, event)
  }
  clock += 1000
}

/** Adds what is scanned to what was scanned before, once its goods are there. */
const Box = ({ goods }: { goods?: readonly string[] }) => {
  const [list, setList] = useState<readonly string[]>([])
  useScanner((code) => setList([...list, goods?.includes(code) ? code : '?']), { ready: goods !== undefined })
  return <output>{list.join(' ')}</output>
}

describe('a scanner', () => {
  afterEach(() => void (heard.length = 0))
  it('keeps codes that come before what they are looked up in, in their order', () => {
    const { rerender } = render(<Box />)
    for (const code of ['690001', '690002', '690003']) type(code, 5)
    expect(screen.getByRole('status').textContent).toBe('')
    rerender(<Box goods={['690001', '690002', '690003', '690004']} />)
    expect(screen.getByRole('status').textContent).toBe('690001 690002 690003')
    type('690004', 5)
    expect(screen.getByRole('status').textContent).toBe('690001 690002 690003 690004')
  })
  it('is heard by what was opened last, and by the shell when no screen takes codes', () => {
    const shell = <Taker name="shell" fallback />
    const { rerender } = render(shell)
    type('69012345', 5)
    rerender(
      <>
        {shell}
        <Taker key="list" name="list" />
      </>,
    )
    type('69012345', 5)
    rerender(
      <>
        {shell}
        <Taker key="list" name="list" />
        <Taker key="form" name="form" />
      </>,
    )
    type('69012345', 5)
    rerender(
      <>
        {shell}
        <Taker key="list" name="list" />
      </>,
    )
    type('69012345', 5)
    expect(heard).toEqual(['shell 69012345', 'list 69012345', 'form 69012345', 'list 69012345'])
  })
  it('is told from fingers by its speed, and from a word by its length', () => {
    render(<Taker name="page" />)
    type('69012345', 120)
    type('abc', 5)
    expect(heard).toEqual([])
    type('ABCDE', 5, screen.getByLabelText('page'))
    expect(heard).toEqual(['page ABCDE'])
  })
  it('what was typed before a shortcut is no code, however fast it came: it stays in its field', () => {
    render(<Taker name="form" />)
    const field = screen.getByLabelText<HTMLInputElement>('form')
    fireEvent.input(field, { target: { value: '2016-03-05' } })
    for (const init of [...'2016-03-05']
      .map((key) => ({ key }))
      .concat([{ key: 'Control' }, { key: 's', ctrlKey: true } as { key: string }, { key: 'Enter' }])) {
      const event = new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true })
      Object.defineProperty(event, 'timeStamp', { value: (clock += 2) })
      fireEvent(field, event)
    }
    expect(heard).toEqual([])
    expect(field.value).toBe('2016-03-05')
  })
  it('the separator of a GS1 code, which keyboards send as Ctrl+], is part of the code', () => {
    render(<Taker name="list" />)
    const keys: Array<[string, boolean]> = [...'10A12'].map((key): [string, boolean] => [key, false])
    for (const [key, ctrlKey] of [
      ...keys,
      [']', true] as const,
      ['2', false] as const,
      ['1', false] as const,
      ['B', false] as const,
      ['Enter', false] as const,
    ]) {
      clock += 5
      const event = new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true })
      Object.defineProperty(event, 'timeStamp', { value: clock })
      fireEvent(document.body, event)
    }
    expect(heard).toEqual(['list 10A12\u001d21B'])
  })
})
