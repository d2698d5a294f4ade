import type { Callable } from '#kernel/web/index.ts'
import { rooms } from '../../contract/endpoints.rooms.ts'

/** What is read again after an office, a room or a screen changed. */
export const places: readonly Callable[] = [
  rooms['settings.office-manage.list'],
  rooms['settings.consulting-manage.list'],
  rooms['large-screens.list'],
  rooms['consulting-rooms'],
]
