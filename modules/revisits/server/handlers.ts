import { implement, locked, update } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import endpoints from '../contract/endpoints.ts'
import { cardOf } from './card.ts'
import { claim, release } from './claim.ts'
import { dryRun } from './rules/dry-run.ts'
import { nightOf } from './rules/engine.ts'
import { exportRevisits } from './export.ts'
import { ofMember, stepsOfTask, typeInfo } from './member.ts'
import { moveMany } from './move-many.ts'
import { counts, queue } from './queue.ts'
import { revisitPage } from './queries.ts'
import { rulesOf, saveRule } from './rules/rules.ts'
import { createRevisit, deleteRevisit, updateRevisit } from './save.ts'
import { batch, byTemplate } from './rules/series.ts'
import { bookFrom, toStatus, undo } from './status.ts'
import { calendar, trace } from './trace.ts'
import { writeTo } from './tell/tell.ts'

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
  'revisits.queue': (cx, { hid }) => queue(cx, hid),
  'revisits.claim': claim,
  'revisits.release': (cx, { hid }) => release(cx, hid),
  'revisits.card': (cx, { rvid }) => cardOf(cx, rvid),
  'revisits.book': bookFrom,
  'revisits.message': writeTo,
  'revisits.counts': (cx, { hid }) => counts(cx, hid),
  'revisits.stop-lift': async (cx, { id }) => {
    const stop = await locked(cx, 'contact_stop', { id })
    if (!stop.liftedAt) await update(cx, 'contact_stop', { id }, { liftedAt: cx.now, liftedBy: cx.who.ctid || null })
    return null
  },
  'revisits.calendar': calendar,
  'revisits.trace': trace,
  'revisits.rules.list': (cx, { hid }) => rulesOf(cx, hid ?? cx.who.hid),
  'revisits.rules.save': saveRule,
  'revisits.rules.dry-run': (cx, { hid, days }) => dryRun(cx, hid ?? cx.who.hid, days),
  'revisits.rules.run': async (cx, { hid }) => {
    await nightOf(cx, ownStore(cx, hid ?? cx.who.hid))
    return null
  },
  'revisits.types.info': (cx, { id }) => typeInfo(cx, id),
})
