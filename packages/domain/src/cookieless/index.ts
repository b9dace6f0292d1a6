export { SALT_LIFETIME_SECONDS } from './calendar-day';
export { COOKIELESS_SENTINEL, cookielessVisitor, readCookieless } from './cookieless-input';
export type { CookielessDrop, CookielessInput, VisitorFacts } from './cookieless-input';
export {
  identificationsKey,
  resolveVisitors,
  sessionKey,
  withIdentifications,
} from './resolve-visitors';
export type { Identifications, VisitorSession, VisitorState } from './resolve-visitors';
export { withVisitor } from './with-visitor';
