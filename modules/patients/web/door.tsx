/** Pieces of members that other modules show: finding one, the bar on top, the page with its tabs, sections of the home tab. */
export { PatientPicker } from './picker/PatientPicker.tsx'
export { PatientBarFor, PatientPage } from './file/PatientPage.tsx'
export { provideSection } from './file/sections.ts'
