/** Signed contract: open or replace. */
import { Button } from 'antd'
import { Download as DownloadIcon, FileUp } from 'lucide-react'
import { useRef } from 'react'
import { Can, download, t, toast, useSend } from '#kernel/web/index.ts'
import { purchasing } from '../../contract/endpoints.ts'
import type { Contract } from '../../contract/shapes.ts'

export function SignedPaper({ contract: { contractId: id, fileName } }: { contract: Contract }) {
  const picked = useRef<HTMLInputElement>(null)
  const send = useSend(purchasing['contracts.keep-file'], {
    invalidates: [purchasing['contracts.list'], purchasing['contracts.get']],
    onSuccess: () => toast(t`合同文件已保存`, 'ok'),
  })
  return (
    <p className="signed-paper">
      {t`合同文件`}{' '}
      {fileName === null ? (
        <span className="soft">{t`还没有上传`}</span>
      ) : (
        <Button size="small" icon={<DownloadIcon size={13} />} onClick={() => void download(purchasing['contracts.file'], { id })}>
          {fileName}
        </Button>
      )}{' '}
      <Can code="contract:edit">
        <Button size="small" icon={<FileUp size={13} />} loading={send.isPending} onClick={() => picked.current?.click()}>
          {fileName === null ? t`上传合同文件` : t`换一份合同文件`}
        </Button>
        <input
          ref={picked}
          hidden
          type="file"
          aria-label={t`合同文件`}
          accept=".pdf,.jpg,.jpeg,.png,.webp"
          onChange={({ target }) => {
            const file = target.files?.[0]
            if (file) send.mutate({ id, file })
            // Allows selecting the same file again.
            target.value = ''
          }}
        />
      </Can>
    </p>
  )
}
