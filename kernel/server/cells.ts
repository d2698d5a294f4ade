/** Cells of files people make: texts that cannot become formulas, and what people type made into what a field asks for. */
import { bareOf, metaOf, z } from '#kernel/contract/index.ts'

/** Characters within which people write a number, a moment or a telephone number. */
const LONGEST = 100
/** Chinese keyboards write the signs full-width as well, and spreadsheets set to Chinese read them alike. */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r\n]/
/**
 * A text that a spreadsheet program would run as a formula gets an apostrophe (OWASP, CSV Injection, 2023). `unguarded` takes it away
 * again.
 */
export const guarded = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)
export const unguarded = (text: string): string => (text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text)

const HALF = /[０-９Ａ-Ｚａ-ｚ＋－．，：／％]/g
/** Characters nobody sees: spaces without width and marks of direction. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
/** Full-width digits, letters and signs of Chinese keyboards as the plain ones. */
const plain = (text: string): string => text.replace(HALF, (c) => String.fromCharCode(c.charCodeAt(0) - 0xfee0)).replace(/[−–—]/g, '-')

const words: Readonly<Record<string, string>> = {
  male: '男',
  m: '男',
  man: '男',
  boy: '男',
  男性: '男',
  female: '女',
  f: '女',
  woman: '女',
  girl: '女',
  女性: '女',
  true: '是',
  false: '否',
}
const yes = new Set(['是', 'y', 'yes', 'true', '1', '√', '有'])
const no = new Set(['否', 'n', 'no', 'false', '0', '×', '无'])

const ERROR = /^#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!)$/i
/** A long number as a spreadsheet shows it: `1.38123E+10`. Its last digits are gone. */
const SCIENTIFIC = /^\d(\.\d+)?e\+\d+$/i
/**
 * Why a cell holds no value any more, and what to do: errors of a formula, truth values in a text, numbers whose digits the spreadsheet
 * dropped.
 */
export function spoiled(field: z.ZodType, cell: string): string | undefined {
  const text = cell.trim()
  if (ERROR.test(text)) return `单元格是错误值 ${text}，请改正后重新导入`
  if (!(bareOf(field) instanceof z.ZodString) || metaOf(field).options) return undefined
  if (/^(true|false)$/i.test(text)) return '单元格是逻辑值，请改为文字后重新导入'
  if (SCIENTIFIC.test(text)) return 'Excel 已丢失末位，请把该列设为文本后重新导出'
  return undefined
}

/**
 * What stood in a cell as the value its field asks for: choices by their words, numbers with signs and separators, days as people write
 * them. What cannot be read stays as it is, so that the field refuses it in its own words. An empty cell is undefined.
 */
export function valueOf(field: z.ZodType, content: string): unknown {
  const text = unguarded(content).replace(INVISIBLE, '').trim()
  if (text === '') return undefined
  const meta = metaOf(field)
  const bare = bareOf(field)
  if (meta.options) return choiceOf(bare, meta.options, text)
  // No number, day or telephone number is as long: it is not looked at closer, which would take a pattern the square of it.
  if (text.length > LONGEST) return text
  switch (meta.format) {
    case 'flag':
      return yes.has(text.toLowerCase()) ? true : no.has(text.toLowerCase()) ? false : text
    case 'date':
      // What expires in a month is good to its last day: so it is printed on boxes of lenses and drugs.
      return dayOf(text) ?? (meta.when === 'expiry' ? lastDayOf(text) : undefined) ?? momentOf(text)?.slice(0, 10) ?? text
    case 'moment':
      return momentOf(text) ?? text
    case 'phone':
      return phoneOf(text)
    default:
      return bare instanceof z.ZodNumber ? numberOf(text) : text
  }
}

function choiceOf(bare: z.ZodType, options: Readonly<Record<string, string>>, text: string): unknown {
  const numeric = bare instanceof z.ZodLiteral ? [...bare.values].every((v) => typeof v === 'number') : bare instanceof z.ZodNumber
  const word = words[text.toLowerCase()]
  const found = Object.entries(options).find(([value, label]) => label === text || value === text || label === word)
  return found ? (numeric ? Number(found[0]) : found[0]) : text
}

function numberOf(text: string): unknown {
  const clean = plain(text)
    .replace(/^[¥￥$]\s*/, '')
    .replace(/(?<=\d),(?=\d{3}\b)/g, '')
    .replace(/\s*(元|d|mm|°|岁|折|小时|h|mmhg|cm|kg)$/i, '')
  return /^[+-]?\s*(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(clean) ? Number(clean.replace(/\s/g, '')) : text
}

/** 2016-05-03 from 2016/5/3, 2016.5.3, 2016年5月3日, 20160503 or Excel's day number. */
export function dayOf(text: string): string | undefined {
  const t = plain(text)
  const parts =
    /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*[日号]?(?:[ T]0{1,2}:00(?::00(?:\.0+)?)?Z?)?$/.exec(t) ??
    /^(\d{4})(\d{2})(\d{2})$/.exec(t)
  if (parts) return `${parts[1]}-${parts[2]!.padStart(2, '0')}-${parts[3]!.padStart(2, '0')}`
  // Excel counts days from 1899-12-30; 10,000 to 60,000 are 1927 to 2064.
  if (/^[1-5]\d{4}$/.test(t)) return new Date(Date.UTC(1899, 11, 30) + Number(t) * 86_400_000).toISOString().slice(0, 10)
  return undefined
}
/** 2028-05-31 from 2028-05, 2028/5, 2028年5月. */
function lastDayOf(text: string): string | undefined {
  const [, year, month] = /^(20\d{2})\s*[-/.年]\s*(0?[1-9]|1[0-2])\s*月?$/.exec(plain(text)) ?? []
  return year && month && new Date(Date.UTC(Number(year), Number(month), 0)).toISOString().slice(0, 10)
}
function momentOf(text: string): string | undefined {
  const [, day = '', hour, minute, second] = /^(.*?)(?:[ T]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?Z?)?$/.exec(plain(text)) ?? []
  const date = dayOf(day)
  return date && (hour ? `${date} ${hour.padStart(2, '0')}:${minute}:${second ?? '00'}` : `${date} 00:00:00`)
}
/** Spreadsheets turn long numbers into 13900001111.0. */
const phoneOf = (text: string): string => plain(text).replace(/\.0+$/, '')
