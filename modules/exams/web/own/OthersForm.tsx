import type { FormState } from '#kernel/web/index.ts'
import { Templated } from './Templated.tsx'

/** An examination of the clinic's own. */
export default function OthersForm({ form }: { form: FormState }) {
  return <Templated form={form} use={1} />
}
