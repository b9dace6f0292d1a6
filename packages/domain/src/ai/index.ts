export { readAiParts } from './ai-parts';
export type { AiPartsEvent, BodyPart } from './ai-parts';
