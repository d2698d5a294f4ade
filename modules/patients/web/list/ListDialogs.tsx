/** What opens over the member list; loaded when it is first opened. */
import { Drawer, Modal } from 'antd'
import { t } from '#kernel/web/index.ts'
import { BatchChange } from './BatchChange.tsx'
import { PatientForm } from './PatientForm.tsx'

/** Registers a member; `open` goes to one, the new one or somebody found to be the same person. */
export const NewMember = ({ leave, open }: { leave: () => void; open: (pid: number) => void }) => (
  <Drawer title={t`新建会员`} open onClose={leave} size={860} destroyOnHidden>
    <PatientForm onDone={(p) => open(p.pid)} onLeave={leave} onTwin={(hit) => open(hit.pid)} />
  </Drawer>
)
export const BatchDialog = ({ pids, leave, done }: { pids: number[]; leave: () => void; done: () => void }) => (
  <Modal title={t`批量修改 ${pids.length} 位会员`} open onCancel={leave} footer={null} width={720} destroyOnHidden>
    <BatchChange pids={pids} leave={leave} done={done} />
  </Modal>
)
