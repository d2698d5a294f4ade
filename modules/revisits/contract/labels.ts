import { metaOf } from '#kernel/contract/index.ts'
import { channel, taskType } from './fields.ts'

export const followUpWord = (kind: number): string => metaOf(taskType).options?.[kind] ?? ''
export const channelWord = (kind: number): string => metaOf(channel).options?.[kind] ?? ''
