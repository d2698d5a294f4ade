import type { FormState } from '#kernel/web/index.ts'
import { Templated } from './Templated.tsx'

/** An assessment by the clinic's template. */
export default function AssessForm({ form }: { form: FormState }) {
  return <Templated form={form} use={2} />
}
