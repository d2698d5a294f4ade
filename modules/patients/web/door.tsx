/** Pieces of members that other modules show: finding one, the bar on top, the page with its tabs, sections of the home tab. */
export { PatientPicker, type PatientPickerProps } from './picker/PatientPicker.tsx'
export { PatientBarFor, PatientPage, PatientTabs } from './file/PatientPage.tsx'
export { patientSections, provideSection, type PatientSection } from './file/sections.ts'
