import { Input } from 'antd'
import { useState } from 'react'
import { t } from '#kernel/web/index.ts'

/** Code input for devices without a scanner. */
export function TypedCode({ take }: { take: (code: string) => void }) {
  const [code, setCode] = useState('')
  return (
    <Input
      className="count-typed"
      aria-label={t`条码或批号`}
      placeholder={t`没有扫描枪时输入条码或批号`}
      value={code}
      onChange={(e) => setCode(e.target.value)}
      onPressEnter={() => (take(code), setCode(''))}
    />
  )
}
