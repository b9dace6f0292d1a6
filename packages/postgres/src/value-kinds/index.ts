export { findNonText } from './find-non-text';
export type { NonTextProperty, StoredBag, ValueKnowledge } from './non-text-property';
export { saveNonText } from './save-non-text';
export { beginTracking, findTracked } from './tracked-projects';
