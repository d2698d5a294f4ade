/** The screens that write an order of a fitted lens, under the paths of the seeds. */
import { useParams, useScreen } from '#kernel/web/index.ts'
import { orderKinds } from '../../contract/kinds/index.ts'
import { Written } from './Written.tsx'

export default function OrderForm() {
  const path = useScreen()?.path ?? ''
  const kind = path.startsWith('/order/contact-lens') ? orderKinds.soft : orderKinds.okjing
  return <Written of={kind} id={Number(useParams().orderId) || 0} again={path.includes('-supplement/')} />
}
