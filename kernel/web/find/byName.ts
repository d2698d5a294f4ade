/** How every list is searched: by a part of a name, by its pinyin, whole, in part or by initials. */
type Match = (text: string, typed: string) => readonly number[] | null
let pinyin: Match | undefined

/** Brings the sounds of the characters; until they are there, names are found by what they are written with. */
export const loadPinyin = (): Promise<unknown> =>
  import('pinyin-pro').then(({ match }) => {
    pinyin = (text, typed) => match(text, typed, { continuous: true })
  })
const LATIN = /^[a-z]+$/

/** True when a name is one somebody who typed this may mean: 门诊收费 of `收费`, `mzsf`, `shou fei`. */
export function named(name: string, typed: string): boolean {
  const want = typed.trim().toLowerCase().replaceAll(' ', '')
  if (!want || name.toLowerCase().replaceAll(' ', '').includes(want)) return true
  return LATIN.test(want) && Boolean(pinyin?.(name, want)?.length)
}
/** For `showSearch` of a list. */
export const byName = {
  filterOption: (typed: string, option?: { label?: unknown }): boolean => typeof option?.label === 'string' && named(option.label, typed),
}

/** Delete on a closed list empties it: its cross is for the mouse and no stop of the Tab key. */
export function clearByKey(event: KeyboardEvent): void {
  const element = event.target
  if (event.key !== 'Delete' || !(element instanceof HTMLInputElement) || element.value || element.getAttribute('aria-expanded') === 'true')
    return
  element.closest('.ant-select')?.querySelector<HTMLElement>('.ant-select-clear')?.click()
}
