/**
 * A receipt sent to this counter's printer as it takes it, without the browser's dialog: offered on rolls, where the browser can reach a
 * printer.
 */
import { Receipt } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { escposOf, rollDots } from '#kernel/contract/escpos/escpos.ts'
import { besideOf, type Article } from '#kernel/contract/article.ts'
import { clinicNow } from '#kernel/contract/format.ts'
import type { PaperSizeName, PaperWords } from '#kernel/contract/paper.ts'
import { t } from '../i18n.ts'
import { toast } from '../notice.ts'
import { simulated } from '../session.ts'
import { choosePrinter, forgetPrinter, knownPrinter, sendToPrinter, ways, type Way } from './printer.ts'
import { gb18030 } from './gb18030.ts'

export interface DirectProps {
  article: Article
  size: PaperSizeName
  copies: number
  words: PaperWords
  /** Printed as soon as it stands. */
  now: boolean
  /** Has the printing counted, and answers its mark; undefined: it is not printed. */
  count: () => Promise<string | null | undefined>
}
/** Bytes of a receipt for the printer. */
export const receiptBytes = ({ article, size, copies, words }: Omit<DirectProps, 'now' | 'count'>): Uint8Array =>
  escposOf([article], { dots: rollDots[size] ?? 576, encode: gb18030, words: besideOf(words, clinicNow(), simulated()), copies })

export default function Direct(props: DirectProps) {
  const [printer, setPrinter] = useState(knownPrinter)
  const [busy, setBusy] = useState(false)
  const printed = useRef(false)
  const print = async () => {
    if (busy) return
    setBusy(true)
    try {
      const mark = await props.count()
      if (mark === undefined) return
      await sendToPrinter(receiptBytes({ ...props, article: { ...props.article, mark } }))
      toast(t`已送到小票机`, 'ok')
    } catch {
      toast(t`小票机没有响应，请检查连接后再试，或用浏览器打印`, 'bad')
    } finally {
      setBusy(false)
    }
  }
  const choose = async (way: Way) => {
    if (!(await choosePrinter(way))) return
    setPrinter(knownPrinter())
    await print()
  }
  useEffect(() => {
    if (!props.now || !printer || printed.current) return
    printed.current = true
    void print()
  })
  if (printer)
    return (
      <>
        <button type="button" className="btn" aria-busy={busy} onClick={() => void print()}>
          <Receipt size={15} aria-hidden /> {t`直接打印到小票机`}
        </button>
        <button type="button" className="btn" onClick={() => (forgetPrinter(), setPrinter(undefined))}>{t`更换小票机`}</button>
      </>
    )
  return ways().map((way) => (
    <button key={way} type="button" className="btn" onClick={() => void choose(way)}>
      <Receipt size={15} aria-hidden /> {way === 'usb' ? t`连接小票机（USB）` : t`连接小票机（串口）`}
    </button>
  ))
}
