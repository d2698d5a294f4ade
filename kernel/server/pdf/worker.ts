/** The thread papers are drawn in: a program of its own (`dist/server/pdf.mjs`), which keeps its fonts between two papers. */
import { answer } from '../parse/thread.ts'
import { Unreadable } from '../parse/unreadable.ts'
import { draw } from './draw.ts'
import type { PrintedDocument } from './printed.ts'

const decoder = new TextDecoder()
/** The paper as `pdf.ts` wrote it. */
const printedOf = (bytes: Uint8Array): PrintedDocument => JSON.parse(decoder.decode(bytes))
answer((bytes) => draw(printedOf(bytes)), Unreadable)
