/** The last scan, to be read from two metres: colour, sign and word, and what it sounded like. */
import { t, tr, trSentence } from '#kernel/web/index.ts'
import { eyeName } from '../../contract/check/check.ts'
import type { BoxPiece } from './box.ts'
import { lineOf } from './box.ts'
import type { BoxState } from './useBox.ts'

/** `ask`: not compared yet, in a colour of its own. */
type Tone = 'ok' | 'bad' | 'warn' | 'ask' | 'idle'
interface Words {
  readonly tone: Tone
  readonly word: string
  readonly sentence: string
}
const SIGNS: Readonly<Record<Tone, string>> = { ok: '✓', bad: '✕', warn: '!', ask: '?', idle: '…' }
const sounds = (): Readonly<Record<Tone, string>> => ({ ok: t`一声高音`, bad: t`两声低音`, warn: t`一声中音`, ask: t`一声中音`, idle: '' })

export function Band({ of: box, piece }: { of: BoxState; piece: BoxPiece | undefined }) {
  const { tone, word, sentence } = wordsOf(box, piece)
  return (
    <div className={`receive-band ${tone}`} role="status" aria-live="assertive">
      <i aria-hidden>{SIGNS[tone]}</i>
      <div>
        <strong>{word}</strong>
        <span>{sentence}</span>
      </div>
      <em>{sounds()[tone]}</em>
    </div>
  )
}
function wordsOf({ told: state, orders, box }: BoxState, piece: BoxPiece | undefined): Words {
  if (state && 'word' in state) return { tone: state.tone, word: tr(state.word), sentence: trSentence(state.sentence) }
  if (!orders.length) return { tone: 'idle', word: t`收完了`, sentence: t`没有还在等的货` }
  if (!piece)
    return {
      tone: 'idle',
      word: t`扫第一片`,
      sentence: box.pieces.length ? t`已恢复上次扫描的 ${box.pieces.length} 片` : t`扫描盒上的条码`,
    }
  const eye = tr(eyeName(lineOf(orders, piece.lineId)?.line.eye ?? null))
  const first = piece.found.find((f) => f.never) ?? piece.found[0]
  if (piece.verdict === 'pass')
    return { tone: 'ok', word: eye ? t`${eye}，相符` : t`相符，${piece.quantity} 件`, sentence: t`与订单一致，已收下。` }
  if (piece.verdict === 'rejected') return { tone: 'bad', word: t`拒收`, sentence: piece.reason ?? '' }
  if (piece.verdict === 'mismatch') return { tone: 'warn', word: t`待判定`, sentence: piece.reason ?? '' }
  if (piece.verdict === 'accepted') return { tone: 'warn', word: t`让步接收`, sentence: piece.reason ?? '' }
  return {
    tone: 'bad',
    word: first?.field === 'eye' ? t`左右眼反了` : t`不符`,
    sentence: t`${first ? trSentence(first.sentence) : ''}。没有收下。`,
  }
}
