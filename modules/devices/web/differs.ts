import { confirm, t } from '#kernel/web/index.ts'

/** Asks why a file is the member's although it names somebody else: the reason, or undefined when nobody says so. */
export async function askDiffers(message: string): Promise<string | undefined> {
  const reason = await confirm({
    title: t`文件和会员不是同一个人？`,
    message,
    reason: { label: t`理由`, required: true },
    danger: true,
  })
  return typeof reason === 'string' ? reason : undefined
}
