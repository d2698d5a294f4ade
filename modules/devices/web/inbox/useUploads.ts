/** Sends files one after the other, and tells of each what came of it. */
import { useState } from 'react'
import { CallFailed, call, t, toast, trSentence } from '#kernel/web/index.ts'
import { devices } from '../../contract/endpoints.ts'

export interface Uploads {
  /** How many are still to be sent. */
  left: number
  send: (files: readonly File[], source?: 'drop' | 'serial') => Promise<void>
}
/** `came` is told the number of the last file that arrived. */
export function useUploads(hid: number, came: (fileId: number) => void): Uploads {
  const [left, setLeft] = useState(0)
  const one = async (file: File, source: 'drop' | 'serial') => {
    try {
      const { fileId, known: isKnown } = await call(devices['devices.upload'], { hid, file, source }, { quiet: true })
      if (isKnown) toast(t`${file.name}：已经收到过，没有重复保存`, 'info')
      came(fileId)
    } catch (error) {
      // What was refused is told with its file; the others go on.
      if (!(error instanceof CallFailed)) throw error
      toast(`${file.name}：${trSentence(error.message)}`, 'bad')
    }
  }
  const send = async (files: readonly File[], source: 'drop' | 'serial' = 'drop') => {
    setLeft((n) => n + files.length)
    for (const file of files) {
      await one(file, source)
      setLeft((n) => n - 1)
    }
  }
  return { left, send }
}
