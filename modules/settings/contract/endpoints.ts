import { done, get, post } from '#kernel/contract/index.ts'
import { ById, EditLevel, Level, LevelPage, LevelQuery } from './shapes.ts'

export const settings = {
  'settings.level.list': get('/level/list/{hid}', { can: 'session', summary: 'Member levels of a store (pageSize 0 = all)', input: LevelQuery, output: LevelPage }),
  'settings.level.get': get('/level/getByid/{id}', { can: 'session', summary: 'One member level', input: ById, output: Level }),
  'settings.level.save': post('/level/updateOrinsert/', { can: 'settings:edit', summary: 'Creates or changes a member level', input: EditLevel, output: Level }),
  'settings.level.delete': get('/level/delete/{id}', { can: 'settings:edit', summary: 'Deletes a level nobody holds', input: ById, output: done(), pure: false }),
}
export default settings
