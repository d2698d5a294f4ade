import { components } from '#kernel/web/components.ts'
import screens from '../contract/screens.ts'

export default components(screens, {
  '/patients/list': () => import('./PatientList.tsx'),
  '/patients/import': () => import('./PatientImport.tsx'),
  '/patients/potential-member': () => import('./PotentialList.tsx'),
  '/patients/potential-import': () => import('./PotentialImport.tsx'),
  '/patients/consultation': () => import('./ConsultationList.tsx'),
  '/patients/wechat': () => import('./WechatMembers.tsx'),
  '/patients/local-egData': () => import('./EgData.tsx'),
  '/patients/eg-import': () => import('./EgImport.tsx'),
  '/patients/doubles': () => import('./Doubles.tsx'),
  '/patients/consents': () => import('./ConsentTexts.tsx'),
  '/settings/patient': () => import('./MemberSettings.tsx'),
  '/patients/detail/{patientId}/home': () => import('./PatientHome.tsx'),
  '/patients/detail/{patientId}/basic': () => import('./PatientBasic.tsx'),
  '/patients/detail/{patientId}/chat': () => import('./PatientChat.tsx'),
  '/patients/detail/{patientId}/consultation': () => import('./PatientConsultation.tsx'),
  '/historyPrint/{patientId}/{othersInfoId}': () => import('./print/HistoryPaper.tsx'),
})
