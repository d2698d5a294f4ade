/** Preview of the parents' report, to save or print in the current language. */
import { Download, Printer } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Empty, fetchFile, language, Loading, save, Screen, t, useId, useSearch } from '#kernel/web/index.ts'
import { patientFile } from '../contract/endpoints.ts'
import './patient-file.css'

interface File {
  html: string
  blob: Blob
  filename: string
}
/** Every read is audited, so the file is loaded once and then printed or saved. Null if refused. */
function useFile(pid: number, day: string | undefined): File | null | undefined {
  const [file, setFile] = useState<File | null>()
  useEffect(() => {
    const controller = new AbortController()
    const query = { pid, lang: language(), ...(day && /^\d{4}-\d{2}-\d{2}$/.test(day) ? { day } : {}) }
    fetchFile(patientFile['patient-file.parent-report'], query, { signal: controller.signal }).then(
      async ({ blob, filename }) => setFile({ blob, filename, html: await blob.text() }),
      // The call has reported why.
      () => controller.signal.aborted || setFile(null),
    )
    return () => controller.abort()
  }, [pid, day])
  return file
}

export default function ParentReport() {
  const [{ day }] = useSearch()
  const file = useFile(useId('pid'), day)
  const frame = useRef<HTMLIFrameElement>(null)
  const print = () => frame.current?.contentWindow?.print()
  return (
    <Screen
      fill
      actions={
        file && (
          <>
            <button type="button" className="btn" onClick={() => save(file.blob, file.filename)}>
              <Download size={15} aria-hidden /> {t`下载`}
            </button>
            <button type="button" className="btn main" onClick={print}>
              <Printer size={15} aria-hidden /> {t`打印`}
            </button>
          </>
        )
      }
    >
      {file && (
        <iframe ref={frame} className="parent-report" title={t`家长报告`} sandbox="allow-same-origin allow-modals" srcDoc={file.html} />
      )}
      {file === undefined && <Loading />}
      {file === null && <Empty text={t`还没有可以给家长的检查结果`} />}
    </Screen>
  )
}
