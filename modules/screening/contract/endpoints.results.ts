import { binary, del, done, get, open, outside, post, put } from '#kernel/contract/index.ts'
import * as r from './shapes.results.ts'
import * as t from './shapes.tasks.ts'

const view = { can: 'screening:view' } as const
const edit = { can: 'screening:edit' } as const
const manage = { can: 'screening:manage' } as const
const tasks = '/v1/eyefile/tasks'
const results = '/v1/eyefile/results'
const taskFails = ['task_days', 'class_of_school', 'task_closed', 'task_empty'] as const

export const resultEndpoints = {
  'eyefile.tasks.list': get(tasks, {
    ...view,
    summary: 'Ours: screening tasks of a store, newest first, with how far they are',
    input: t.TaskQuery,
    output: t.TaskPage,
  }),
  'eyefile.tasks.get': get(`${tasks}/{id}`, {
    ...view,
    summary: 'Ours: a task with its classes',
    input: t.TaskId,
    output: t.ScreeningTask,
  }),
  'eyefile.tasks.create': post(tasks, {
    ...manage,
    summary: 'Ours: plans a screening; its standard is the one in force on the first day',
    input: t.NewTask,
    output: t.ScreeningTask,
    fails: taskFails,
  }),
  'eyefile.tasks.update': put(`${tasks}/{id}`, {
    ...manage,
    summary: 'Ours: changes a task that is not published',
    input: t.EditTask,
    output: t.ScreeningTask,
    changes: 'id',
    fails: taskFails,
  }),
  'eyefile.tasks.delete': del(`${tasks}/{id}`, {
    ...manage,
    summary: 'Ours: deletes a draft',
    input: t.TaskId,
    output: done(),
    fails: ['task_published'],
  }),
  'eyefile.tasks.move': put(`${tasks}/{id}/{move}`, {
    ...manage,
    summary: 'Ours: publishes (the children are entered, retests drawn), finishes, opens again or archives',
    input: t.MoveTask,
    output: t.ScreeningTask,
    fails: ['task_empty', 'task_disputed', 'task_device'],
  }),
  'eyefile.tasks.pin': get(`${tasks}/{id}/pin`, {
    ...manage,
    summary: 'Ours: the eight characters stations are opened with',
    input: t.TaskId,
    output: t.TaskPin,
  }),
  'eyefile.tasks.renew-pin': post(`${tasks}/{id}/pin`, {
    ...manage,
    again: 'a secret in its answer',
    summary: 'Ours: another PIN; stations that are open stay open',
    input: t.TaskId,
    output: t.TaskPin,
  }),
  'eyefile.tasks.told': put(`${tasks}/{id}/told`, {
    ...manage,
    summary: 'Ours: school and parents were told; referrals are counted from that day',
    input: t.Told,
    output: t.ScreeningTask,
  }),
  'eyefile.tasks.board': get(`${tasks}/{id}/board`, {
    ...view,
    summary: 'Ours: how far classes and stations are, who reads differently, what became of those advised, what the law asks',
    input: t.TaskId,
    output: t.TaskBoard,
  }),
  'eyefile.tasks.pack': outside.post(`${tasks}/{id}/pack`, {
    ...edit,
    again: 'its input holds a PIN',
    summary: 'Ours: opens a station: the children of the task as far as a station needs them',
    input: t.AskPack,
    output: t.Pack,
    reads: 'many',
    fails: ['pin_wrong', 'pin_locked', 'task_closed', 'station_recalled'],
  }),
  'eyefile.tasks.recall': post(`${tasks}/{id}/stations/{stationId}/recall`, {
    ...manage,
    summary: 'Ours: recalls a tablet: it wipes itself when it next speaks, and its later entries are refused',
    input: t.StationId,
    output: done(),
  }),
  'eyefile.ops': post('/v1/eyefile/ops', {
    ...edit,
    summary: 'Ours: takes entries of a station, each once by its number; answers which it holds',
    input: t.SendOps,
    output: t.OpsTaken,
    timeout: 60,
    fails: ['station_unknown'],
  }),

  'eyefile.results.list': get(results, {
    ...view,
    summary: 'Ours: results by task, school, class, year and flag',
    input: r.ResultQuery,
    output: r.ResultPage,
    reads: 'many',
  }),
  'eyefile.results.export': outside.post(`${results}/export`, {
    can: 'screening:export',
    summary: 'Ours: the same as an Excel file; asks for a reason and carries who took it',
    input: r.ExportResults,
    output: binary(),
    binary: true,
    reads: 'many',
    again: 'a file that leaves is written down each time',
    timeout: 120,
  }),
  'eyefile.results.statistics': get(`${results}/statistics`, {
    ...view,
    summary: 'Ours: rates with Wilson intervals and the change of the same cohort, by grade, sex, school or class',
    input: r.StatisticsQuery,
    output: r.ScreeningStatistics,
  }),
  'eyefile.results.get': get(`${results}/{id}`, {
    ...view,
    summary: 'Ours: one result with what was entered first, what was changed and why',
    input: r.ResultId,
    output: r.ScreeningResult,
    reads: 'many',
  }),
  'eyefile.results.correct': put(`${results}/{id}/values`, {
    ...edit,
    summary: 'Ours: another value with a reason; decides between examiners too. The first one stays beside it',
    input: r.CorrectResult,
    output: r.ScreeningResult,
    reads: 'written',
    fails: ['entry_wrong', 'task_closed'],
  }),
  'eyefile.results.renew-letter': post(`${results}/{id}/letter`, {
    ...edit,
    summary: "Ours: another code for the parents' letter; the former one opens nothing, and a letter shut by wrong days is open again",
    input: r.ResultId,
    output: done(),
  }),
  'eyefile.results.sign': post(`${tasks}/{id}/sign`, {
    can: 'screening:manage',
    summary: 'Ours: signs the complete results of a task or of one class',
    input: r.SignResults,
    output: r.Signed,
    fails: ['task_disputed'],
  }),
  'eyefile.results.letters': get(`${tasks}/{id}/letters`, {
    ...edit,
    summary: "Ours: parents' letters of a task, a class or one child, with their codes, for printing",
    input: r.PaperQuery,
    output: r.LetterPapers,
    reads: 'many',
  }),
  'eyefile.results.seats': get(`${tasks}/{id}/seats/{groupId}`, {
    ...view,
    summary: 'Ours: seat, desk and chair of a class for its teacher; neither acuity nor finding',
    input: r.SeatQuery,
    output: r.Seats,
    reads: 'many',
  }),

  'eyefile.referrals.list': get('/v1/eyefile/referrals', {
    ...view,
    summary: 'Ours: children advised to see a doctor, and what became of it',
    input: r.ReferralQuery,
    output: r.ReferralPage,
    reads: 'many',
  }),
  'eyefile.referrals.move': put('/v1/eyefile/referrals/{id}/{move}', {
    ...edit,
    summary: 'Ours: was at a doctor, refuses with a reason, or is advised again',
    input: r.MoveReferral,
    output: r.ReferralRow,
    reads: 'written',
  }),

  'eyefile.letter.read': open.post('/v1/eyefile/letter', {
    can: 'public',
    proof: 'secret',
    summary: 'Ours: the result of one child, by code of the letter, day of birth and image code; five tries',
    input: r.ReadLetter,
    output: r.ParentsLetter,
    fails: ['letter_wrong', 'picture_wrong'],
    perMinute: 20,
  }),
  'eyefile.letter.behave': open.put('/v1/eyefile/letter/behaviour', {
    can: 'public',
    proof: 'secret',
    summary: 'Ours: the behaviour form of an open letter; answers the advice it gives',
    input: r.BehaveLetter,
    output: r.LetterAdvice,
    fails: ['letter_closed'],
    perMinute: 20,
  }),
  'eyefile.letter.plan': open.put('/v1/eyefile/letter/plan', {
    can: 'public',
    proof: 'secret',
    summary: 'Ours: what the parents are going to do',
    input: r.PlanLetter,
    output: done(),
    fails: ['letter_closed'],
    perMinute: 20,
  }),
}
