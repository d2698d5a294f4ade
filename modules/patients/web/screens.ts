import { components } from '#kernel/web/components.ts'
import { printed } from '#kernel/web/print/printed.ts'
import screens from '../contract/screens.ts'

const papers = () => import('../contract/papers.ts')

export default components(screens, {
  '/patients/list': () => import('./list/PatientList.tsx'),
  '/patients/import': () => import('./list/PatientImport.tsx'),
  '/patients/potential-member': () => import('./potential/PotentialList.tsx'),
  '/patients/potential-import': () => import('./potential/PotentialImport.tsx'),
  '/patients/consultation': () => import('./consultations/ConsultationList.tsx'),
  '/patients/wechat': () => import('./wechat/WechatMembers.tsx'),
  '/patients/local-egData': () => import('./instruments/EgData.tsx'),
  '/data-manage/local-egData': () => import('./instruments/EgData.tsx'),
  '/patients/eg-import': () => import('./instruments/EgImport.tsx'),
  '/patients/doubles': () => import('./merge/Doubles.tsx'),
  '/patients/consents': () => import('./consent/ConsentTexts.tsx'),
  '/settings/patient': () => import('./MemberSettings.tsx'),
  '/patients/detail/{patientId}/basic': () => import('./file/PatientBasic.tsx'),
  '/patients/detail/{patientId}/chat': () => import('./wechat/PatientChat.tsx'),
  '/patients/detail/{patientId}/consultation': () => import('./consultations/PatientConsultation.tsx'),
  '/historyPrint/{patientId}/{othersInfoId}': printed(papers, '/historyPrint/{patientId}/{othersInfoId}'),
})
