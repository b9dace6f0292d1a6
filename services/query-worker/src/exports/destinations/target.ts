import type { Readable } from 'node:stream';

/** The place to which the files of one run are written. */
export interface ExportTarget {
  /**
   * Writes a complete file or none; a file with the same name is replaced.
   * @param name last segment of the path
   * @throws ExportRejectedError, DestinationUnavailableError, or the error of `body`
   */
  write(name: string, body: Readable, signal: AbortSignal): Promise<void>;
  /** Path of a file below the destination's root, for manifests and records. */
  pathOf(name: string): string;
  /** Removes the partial files of a killed worker. */
  removeLeftovers(): Promise<void>;
  close(): void;
}
