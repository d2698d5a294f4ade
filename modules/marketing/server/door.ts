/** Door of marketing: what the members' own pages ask, in the transaction of the caller. */
export { leaveAlone } from './unsubscribe.ts'
export { openLink, unsubscribeByLink } from './links.ts'
