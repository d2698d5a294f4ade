import { sql, verbsOf, type Handlers } from '#kernel/server/index.ts'
import { archives } from '../contract/archives.ts'
import { grades } from '../contract/grades.ts'
import type { rollEndpoints } from '../contract/rolls.ts'
import { archiveHooks } from './archives.ts'
import { studentsNum } from './counts.ts'
import { disclosuresOfYear, exportDisclosures, exportRoll } from './privacy/disclosures.ts'
import { agree, assignStudent, assignStudents, unmarkLatent, wholeNumbers, withdraw } from './follow.ts'
import { latestOf } from './results/latest.ts'
import { movesOf, takeBack } from './moves.ts'
import { graduate, upgrade } from './upgrades.ts'

const schools = verbsOf(archives['eyefile.schools'], archiveHooks['eyefile.schools'])

export const rollHandlers: Handlers<typeof rollEndpoints> = {
  'eyefile.grades': () =>
    Promise.resolve(
      grades.map(({ grade, label, ages: [ageFrom, ageTo], standard }) => ({ grade: grade as never, label, ageFrom, ageTo, standard })),
    ),
  'eyefile.areas': (cx, { parent }) =>
    cx.db.rows({ code: 'string', name: 'string', path: 'string' }, sql`select code, name, path from area_list(${parent || null})`),
  'eyefile.students-num': studentsNum,
  'eyefile.students.latest': latestOf,
  'eyefile.students.assign': assignStudent,
  'eyefile.students.batch-assign': assignStudents,
  'eyefile.students.upgrades': upgrade,
  'eyefile.students.upgrades-list': movesOf,
  'eyefile.students.upgrades-undo': (cx, { id }) => takeBack(cx, id),
  'eyefile.students.latent-delete': (cx, { id }) => unmarkLatent(cx, id),
  'eyefile.schools.graduate': async (cx, { id, status }) => {
    await graduate(cx, id, status)
    return schools.get(cx, { id })
  },
  'eyefile.students.number': (cx, { id, reason }) => wholeNumbers(cx, id, reason),
  'eyefile.students.disclosures': (cx, { hid, year }) => disclosuresOfYear(cx, hid, year),
  'eyefile.students.disclosures-export': exportDisclosures,
  'eyefile.students.consent': agree,
  'eyefile.students.consent-withdraw': (cx, { id }) => withdraw(cx, id),
  'eyefile.students.export': exportRoll,
}
