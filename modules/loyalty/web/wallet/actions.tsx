import { Button } from 'antd'
import { Printer } from 'lucide-react'
import { t } from '#kernel/web/index.ts'

/** Opens the receipt of a stored-value bill. */
export const printButton = ({ cbid }: { cbid: number }) => (
  <Button size="small" icon={<Printer size={13} />} href={`/charge-record-print/${cbid}`} target="_blank">{t`打印`}</Button>
)
