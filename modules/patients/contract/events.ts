import { event } from '#kernel/contract/index.ts'

/** Biometry and refraction that came in with imported members, for the exams to keep. One eye may be missing. */
export interface ImportedBiometry {
  pid: number
  /** Day of the measurement. */
  at: string
  /** mm; `null` when the file has none. */
  alOd: number | null
  alOs: number | null
  acdOd: number | null
  acdOs: number | null
  ltOd: number | null
  ltOs: number | null
  vtOd: number | null
  vtOs: number | null
  /** Cycloplegic spherical equivalent, D. */
  seOd: number | null
  seOs: number | null
  /** Import the rows belong to, for undo. */
  importId: number
  rowNo: number
}
export const biometryImported = event<ImportedBiometry>('patients.biometry-imported')

/** A member wrote over WeChat, or pressed a key of the clinic's menu (`menu`): the conversation holds it already. */
export interface WechatHeard {
  pid: number
  openId: string
  text: string
  menu: boolean
}
export const wechatHeard = event<WechatHeard>('patients.wechat-heard')
/** A member scanned the code a store shows: the conversation holds it already. `scene`: what stands in the code. */
export interface WechatScanned {
  pid: number
  openId: string
  scene: string
}
export const wechatScanned = event<WechatScanned>('patients.wechat-scanned')

/**
 * Two records of one person are about to become one, in this transaction: who keeps things a person has one of makes room. Told before any
 * row moves.
 */
export const membersMerging = event<{ mergeId: number; keepPid: number; dropPid: number }>('patients.members-merging')
/** A merge was taken back: the rows that moved are where they were. */
export const membersParted = event<{ mergeId: number; keepPid: number; dropPid: number }>('patients.members-parted')
/** A member's personal facts are erased in this transaction: what tells who somebody is goes from what law keeps of them, too. */
export const memberErased = event<{ pid: number }>('patients.member-erased')

/** A level is set by hand, in this transaction: whoever may not give it refuses. The members still hold the former one. */
export const levelSet = event<{
  levelId: number
  members: ReadonlyArray<{ pid: number; formerLevelId: number | null }>
  reason: string | undefined
}>('patients.level-set')
