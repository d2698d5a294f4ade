/** The interface in Chinese or English. Chinese texts are the keys; English comes from one dictionary, loaded only when chosen. */
import type { PaperWords } from '#kernel/contract/paper.ts'
import { inWords, sentenceIn } from '#kernel/contract/words.ts'
import { teller } from './i18n/sentence.ts'

export type Language = 'zh' | 'en'
const KEY = 'mingmou.language'

let dictionary: Readonly<Record<string, string>> = {}

let spoken: Language | undefined
/** The language chosen on this machine, or that of the page; Chinese unless somebody chose English. */
export const language = (): Language => spoken ?? (localStorage.getItem(KEY) === 'en' ? 'en' : 'zh')

/** Remembers the language; the page is loaded again so that every text changes at once. */
export const chooseLanguage = (to: Language): void => {
  localStorage.setItem(KEY, to)
  location.reload()
}

/** Takes the English texts (the application merges them from the modules). */
export const setDictionary = (entries: Readonly<Record<string, string>>): void => {
  dictionary = entries
  tell = undefined
}

let loadEnglish = (): Promise<Readonly<Record<string, string>>> => Promise.resolve({})
/** Says where the English texts are. */
export const offerEnglish = (load: typeof loadEnglish): void => {
  loadEnglish = load
}
/** Has the page speak a language from when it answers on, whichever was chosen. */
export async function speak(wanted: Language): Promise<void> {
  setDictionary(wanted === 'en' ? await loadEnglish() : {})
  spoken = wanted
  document.documentElement.lang = wanted === 'en' ? 'en' : 'zh-CN'
}

/** A text by its Chinese key: labels, titles and states that come from the contract as data. Labels of a pair name their eye first. */
export const tr = (key: string): string => inWords(dictionary, key)

let tell: ((sentence: string) => string) | undefined
/** A sentence that was put together elsewhere (refusals of the server, checks of the contract), by the keys whose placeholders fit it. */
export function trSentence(sentence: string): string {
  if (language() === 'zh') return sentence
  tell ??= teller(dictionary, tr)
  return tell(sentence)
}

/** A text of a screen: t`共 ${total} 条`. Its key is `共 {0} 条`. */
export const t = (parts: TemplateStringsArray, ...values: ReadonlyArray<string | number>): string => sentenceIn(tr, parts, values)

/** What a paper is put into words by, in the language of the page. */
export const spokenWords = (): PaperWords => ({ t, tr, english: language() === 'en' })
