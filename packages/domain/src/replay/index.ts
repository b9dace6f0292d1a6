export { activeMilliseconds } from './active-milliseconds';
export { consoleRowLines } from './console-rows';
export { readRecording } from './read-recording';
export type { Recording } from './read-recording';
export { replayRowLine } from './replay-row';
export { toReplayEntry } from './to-replay-entry';
