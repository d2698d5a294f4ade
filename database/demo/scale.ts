import { environment } from '#kernel/server/environment.ts'

/** Members of the demo when DEMO_MEMBERS says so (tests build a small one). */
export const shortDemo = (): number | undefined => environment().DEMO_MEMBERS
