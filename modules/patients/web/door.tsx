/** Pieces of members that other modules show: finding one, the bar on top, the page with its tabs, what is kept of the person. */
export { PatientPicker } from './picker/PatientPicker.tsx'
export { MemberBar, PatientBarFor, PatientPage } from './file/PatientPage.tsx'
export { MemberDetails } from './file/Details.tsx'
export { MemberTags } from './list/Tags.tsx'
export { provideBarFacts } from './file/bar.ts'
