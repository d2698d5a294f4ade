/**
 * What the author of a module uses of the contract. The rest stands in `internal.ts`, which the kernel, the applications and the tests use;
 * modules may not (scripts/architecture.mjs, `modules-use-the-entry`).
 */
export {
  anything,
  bareOf,
  birthday,
  choice,
  clock,
  count,
  date,
  discount,
  expires,
  eyes,
  type FieldMeta,
  fieldsOf,
  file,
  flag,
  happened,
  id,
  measure,
  metaOf,
  moment,
  money,
  name,
  note,
  phone,
  planned,
  scannedCode,
  span,
  term,
  text,
  code,
  type Tone,
  type Upload,
  word,
} from './field.ts'
export { canonicalCode, canonicalName, canonicalNumber, canonicalPhone, canonicalScan, canonicalText } from './texts/canonical.ts'
export { backdateReason } from './backdate.ts'
export { axis, type Base, base, bases, clinical, type ClinicalName, clinicalRanges } from './eye.ts'
export {
  type Eye,
  eyeOf,
  type EyePower,
  type Eyes,
  eyesOf,
  minusForm,
  type Power,
  powerOf,
  prismParts,
  sphericalEquivalent,
  stocked,
  transpose,
} from './power.ts'
export { personal } from './personal.ts'
export { reserved } from './reserved.ts'
export { binary, del, done, type Endpoint, type FileAnswer, get, open, outside, paramsOf, patch, post, put } from './endpoint.ts'
export { MOST_LISTED, type Page, page, page_size, pageSize, perPage, windowOf } from './paging.ts'
export { refusals } from './refusal.ts'
export { catalogue, emptyDefaults } from './catalogue.ts'
export { basisAsked, basisFallen, type FallenBasis, sentenceOfFallen } from './basis.ts'
export {
  machine,
  type Machine,
  type Move,
  openMoves,
  type StateIn,
  type StateOf,
  states,
  type States,
  statusOptions,
  wordOf,
} from './machine.ts'
export { inUse, status, statusIn, switched } from './states.ts'
export { combineComparisons, compareFacts, compareNumbers, type Comparison, comparisonWords, isMissing } from './comparison.ts'
export { drawnSignature } from './signature.ts'
export { event, moved, permissions, type Role, roles, type CatalogueSection, sections } from './declare.ts'
export { labelAt, sentenceOf } from './say.ts'
export {
  clinicNow,
  maskName,
  maskPhone,
  show,
  showChange,
  showCount,
  showDioptre,
  showGender,
  showMoney,
  showNumber,
  showPhone,
  showPower,
  showPrism,
  showRx,
} from './format.ts'
export { ageIn, ageOn, daysBetween, inLife, showAge, WRONG_DATE } from './age.ts'
export { addDays, monthsAfter } from './days.ts'
export { importCallsOf, importEndpoints, ImportResult, ImportUpload } from './imports.ts'
export { callsOf, crud, family, legacy, log, named } from './family.ts'
export {
  asks,
  type CheckFinding,
  confirmationOf,
  ConfirmedFinding,
  type Confirmer,
  findingReason,
  givesReason,
  isReason,
  needsOf,
  OTHER,
  ShownFinding,
  type Stance,
  stops,
  wordsOfReason,
} from './finding.ts'
export {
  ask,
  type PaperCall,
  askAfter,
  askSoftly,
  askWhen,
  type Block,
  type BlockOf,
  fileOf,
  idAt,
  inTurn,
  isPaperSize,
  paper,
  type Paper,
  type PaperCell,
  type PaperColumn,
  paperLabels,
  type PaperPlace,
  papers,
  type PaperSetting,
  type PaperSizeName,
  paperSizes,
  personFacts,
  type PictureFile,
  printedOf,
  type PaperSheet,
  type SizedPlace,
  usualSetting,
  type PaperWords,
  wrongParam,
} from './paper.ts'
export type { LineChart } from './chart.ts'
export { z } from 'zod'
