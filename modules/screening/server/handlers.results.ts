import { deleteTask, editTask, moveTask, newTask, signResults, taskOf, taskPage, taskTold } from './results/tasks.ts'
import { boardOf } from './results/board.ts'
import { behaveLetter, planLetter, readLetter, renewLetter } from './results/letters.ts'
import { openPack, pinOf, recallStation, renewPin } from './results/packs.ts'
import { letterPapers, seatsOf } from './results/papers.ts'
import { takeOps } from './results/ops.ts'
import { moveReferral, referralPage } from './results/referrals.ts'
import { correctResult, exportResults, resultOf, resultPage } from './results/results.ts'
import { statisticsOf } from './results/statistics.ts'
import type { resultEndpoints } from '../contract/endpoints.results.ts'
import type { Handlers } from '#kernel/server/index.ts'

export const resultHandlers: Handlers<typeof resultEndpoints> = {
  'eyefile.tasks.list': taskPage,
  'eyefile.tasks.get': (cx, { id }) => taskOf(cx, id),
  'eyefile.tasks.create': newTask,
  'eyefile.tasks.update': editTask,
  'eyefile.tasks.delete': (cx, { id }) => deleteTask(cx, id),
  'eyefile.tasks.move': moveTask,
  'eyefile.tasks.pin': (cx, { id }) => pinOf(cx, id),
  'eyefile.tasks.renew-pin': (cx, { id }) => renewPin(cx, id),
  'eyefile.tasks.told': taskTold,
  'eyefile.tasks.board': (cx, { id }) => boardOf(cx, id),
  'eyefile.tasks.pack': openPack,
  'eyefile.tasks.recall': recallStation,
  'eyefile.ops': takeOps,
  'eyefile.results.list': resultPage,
  'eyefile.results.export': async (out, query) => exportResults(out, query),
  'eyefile.results.statistics': statisticsOf,
  'eyefile.results.get': (cx, { id }) => resultOf(cx, id),
  'eyefile.results.correct': correctResult,
  'eyefile.results.renew-letter': (cx, { id }) => renewLetter(cx, id),
  'eyefile.results.sign': signResults,
  'eyefile.results.letters': letterPapers,
  'eyefile.results.seats': seatsOf,
  'eyefile.referrals.list': referralPage,
  'eyefile.referrals.move': moveReferral,
  'eyefile.letter.read': readLetter,
  'eyefile.letter.behave': behaveLetter,
  'eyefile.letter.plan': planLetter,
}
