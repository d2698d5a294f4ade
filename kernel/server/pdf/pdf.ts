/** Papers as PDF, drawn in a thread of their own (decision 0111): text that can be searched and copied, codes that can be scanned. */
import { readIn } from '../parse/parse.ts'
import type { PrintedDocument } from './printed.ts'

export type { PrintedDocument } from './printed.ts'
const encoder = new TextEncoder()
export const pdfOf = (printed: PrintedDocument): Promise<Uint8Array> => readIn('pdf', encoder.encode(JSON.stringify(printed)), 'paper')
