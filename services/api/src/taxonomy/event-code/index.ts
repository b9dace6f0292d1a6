export type { EventCodeLanguage } from './language';
export { golang } from './golang';
export { python } from './python';
export { typescript } from './typescript';
