/** The words of papers the server draws: Chinese, which is what keys say, or English, built beside the threads' programs. */
import fs from 'node:fs/promises'
import path from 'node:path'
import type { PaperWords } from '#kernel/contract/paper.ts'
import { wordsIn, type Dictionary } from '#kernel/contract/words.ts'

let english: Promise<Dictionary> | undefined
const readEnglish = async (): Promise<Dictionary> => JSON.parse(await fs.readFile(path.resolve('dist/server/english.json'), 'utf8'))
export const wordsFor = async (language: 'zh' | 'en'): Promise<PaperWords> =>
  wordsIn(language === 'en' ? await (english ??= readEnglish()) : {}, language === 'en')
