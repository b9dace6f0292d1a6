export type { RowFormat, RowStyle } from './columns';
export { eventRows, personEventRows } from './event-rows';
export { planEventSlices } from './event-slices';
export type { EventSlice, SizedSlice } from './event-slices';
export { personRows } from './person-rows';
export { planPersonSlices } from './person-slices';
export type { PersonSlice } from './person-slices';
export type { ExportInterval, ExportSelection } from './selection';
export { EXPORT_SETTINGS } from './settings';
