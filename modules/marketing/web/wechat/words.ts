import { metaOf } from '#kernel/contract/index.ts'
import { tr } from '#kernel/web/index.ts'
import { wechatKind } from '../../contract/fields.ts'

/** What a WeChat template of a store says, in a word. */
export const wechatWord = (kind: string): string => tr(metaOf(wechatKind).options?.[kind] ?? kind)
