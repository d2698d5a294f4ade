import { implement } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import endpoints from '../contract/endpoints.ts'
import { dryRun } from './dry-run.ts'
import { exportRevisits } from './export.ts'
import { ofMember, stepsOfTask, typeInfo } from './member.ts'
import { moveMany } from './move-many.ts'
import { revisitPage } from './queries.ts'
import { rulesOf, saveRule } from './rules.ts'
import { createRevisit, deleteRevisit, updateRevisit } from './save.ts'
import { batch, byTemplate } from './series.ts'
import { toStatus, undo } from './status.ts'

export default implement(endpoints, {
  'revisits.list': (cx, query) => revisitPage(cx, { ...query, hid: ownStore(cx, query.hid ?? cx.who.hid) }, query),
  'revisits.create': createRevisit,
  'revisits.update': updateRevisit,
  'revisits.status': toStatus,
  'revisits.undo': (cx, { rvid }) => undo(cx, rvid),
  'revisits.batch': batch,
  'revisits.by-template': byTemplate,
  'revisits.bulk-export': exportRevisits,
  'revisits.list-by-patient': ofMember,
  'revisits.delete': (cx, { id }) => deleteRevisit(cx, id),
  'revisits.move': moveMany,
  'revisits.steps': (cx, { rvid }) => stepsOfTask(cx, rvid),
  'revisits.rules.list': (cx, { hid }) => rulesOf(cx, hid ?? cx.who.hid),
  'revisits.rules.save': saveRule,
  'revisits.rules.dry-run': (cx, { hid, days }) => dryRun(cx, hid ?? cx.who.hid, days),
  'revisits.types.info': (cx, { id }) => typeInfo(cx, id),
})
