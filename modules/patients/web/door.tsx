/** Pieces of members that other modules show: finding one, the bar on top, the page with its tabs, sections of the home tab. */
export { PatientPicker, type PatientPickerProps } from './PatientPicker.tsx'
export { PatientBarFor, PatientPage, PatientTabs } from './PatientPage.tsx'
export { patientSections, provideSection, type PatientSection } from './sections.ts'
