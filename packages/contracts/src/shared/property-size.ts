/**
 * The maximum length of the properties of a person or a group as JSON, in bytes
 * (`docs/wire/capture-processing.md#person-size`).
 */
export const MAX_PROPERTIES_BYTES = 640 * 1024;
